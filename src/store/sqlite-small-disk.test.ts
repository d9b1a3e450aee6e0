// A disk that its log fills is said to be full, and no longer when others have made room on it.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openStore } from './open.ts'
import { SampleEpisode } from './sample.contract.ts'
import { LOG_BYTES_MAX, takeoverBytes } from './sqlite/write-ahead-log.ts'

const MEGABYTE = 1024 * 1024
const ROOM_LEFT = 3 * MEGABYTE
const PAYLOAD = JSON.stringify({ reward: 0, text: 'x'.repeat(8_000) })

const folder = mkdtempSync(join(tmpdir(), 'backchannel-disk-'))
const mounted = mount(folder, 48)
afterAll(() => {
  if (mounted) execFileSync('umount', ['--lazy', folder])
  rmSync(folder, { recursive: true, force: true })
})

/** A file system in memory; only root may have one. */
function mount(path: string, megabytes: number): boolean {
  try {
    const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path]
    execFileSync('mount', options, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Takes what is left but for some megabytes; answers how to give it back. */
function fill(): () => void {
  const { bavail, bsize } = statfsSync(folder)
  const ballast = join(folder, 'ballast')
  writeFileSync(ballast, Buffer.alloc(bavail * bsize - ROOM_LEFT))
  return () => rmSync(ballast)
}

describe('the log', () => {
  it('may take a part of the room that there is when its file is opened', () => {
    const { bavail, bsize } = statfsSync(tmpdir())
    const bytes = takeoverBytes(join(tmpdir(), 'some.db'))
    expect(bytes).toBeLessThanOrEqual(LOG_BYTES_MAX)
    expect(bytes).toBeLessThanOrEqual(Math.max(MEGABYTE, (bavail * bsize) / 4))
  })

  it.skipIf(!mounted)('fills a disk, and goes on when there is room, in old and new', async () => {
    const path = join(folder, 'store.db')
    const store = await openStore({ path })
    const makeRoom = fill()
    const stored: string[] = []
    const play = async (target: typeof store): Promise<void> => {
      const sample = new SampleEpisode(`e${stored.length}`)
      await target.log.append([sample.open(), sample.step(PAYLOAD), sample.step(PAYLOAD)])
      stored.push(sample.episode)
    }
    const fillUp = async (): Promise<void> => {
      for (;;) await play(store)
    }
    const full = { reason: 'full', retryable: true }
    await expect(fillUp()).rejects.toMatchObject(full)
    expect(stored.length).toBeGreaterThan(4)
    await expect(play(store)).rejects.toMatchObject(full)
    const later = await openStore({ path })
    await expect(play(later)).rejects.toMatchObject(full)
    expect((await later.log.load(stored.at(-1) as string))?.rows).toHaveLength(3)
    makeRoom()
    await play(store)
    await play(later)
    const ids = (await later.log.list({ limit: 1_000 })).episodes.map(({ episode }) => episode)
    expect(ids).toEqual(stored)
    expect((await later.check()).problems.filter((text) => !text.includes('world'))).toEqual([])
    await store.close()
    await later.close()
  })

  it.skipIf(!mounted)('is taken over where it cannot grow and the file can', async () => {
    const path = join(folder, 'narrow.db')
    const store = await openStore({ path })
    // The file has pages to spare: what is pruned is not given back.
    const many = Array.from({ length: 400 }, (_, at) => new SampleEpisode(`spare${at}`))
    for (const one of many) await store.log.append([one.open(PAYLOAD), one.close()])
    await store.close()
    const again = await openStore({ path, nowMs: () => Date.now() + 60_000 })
    await again.prune({ beforeMs: Date.now() + 1_000, includeOpen: false })
    const makeRoom = fill()
    for (let at = 0; at < 250; at++) {
      const sample = new SampleEpisode(`more${at}`)
      const outcomes = await again.log.append([sample.open(PAYLOAD), sample.step(PAYLOAD)])
      expect(outcomes.get(`more${at}`)).toEqual({ status: 'stored' })
    }
    makeRoom()
    await again.close()
  })
})
