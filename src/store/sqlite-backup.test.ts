/** Guards the drill: back up under load, lose the store, restore, verify, go on. */
import { spawn } from 'node:child_process'
import {
  closeSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { openStore } from './open.ts'
import { SAMPLE_WORLD, SampleEpisode } from './sample.contract.ts'
import { backUp, restore } from './sqlite/backup.ts'
import { openPinnedDatabase } from './sqlite/pinned-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'backchannel-backup-'))
let files = 0
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const newPath = (): string => {
  files += 1
  return join(folder, `${files}.db`)
}

const CHILD = fileURLToPath(new URL('kill-child.contract.ts', import.meta.url))

/** A process that appends without end; tells what it acknowledged so far, and can be killed. */
function writer(path: string) {
  const args = ['--import', 'tsx', CHILD, path, 'process', 'life']
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  const waiting = new Set<() => void>()
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
    for (const look of waiting) look()
  })
  const lines = (): string[] => text.split('\n').slice(0, -1)
  return {
    lines,
    until: (count: number) =>
      new Promise<void>((resolve) => {
        const look = (): void => {
          if (lines().length < count) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
    kill: () =>
      new Promise<void>((resolve) => {
        child.on('close', () => resolve())
        child.kill('SIGKILL')
      }),
  }
}

async function positionsOf(path: string): Promise<Set<string>> {
  const store = await openStore({ path, create: false })
  const found = new Set<string>()
  let after: string | undefined
  do {
    const page = await store.log.list({ limit: 1000, ...(after === undefined ? {} : { after }) })
    for (const { episode, steps } of page.episodes) {
      for (let position = 0; position <= steps; position++) found.add(`${episode} ${position}`)
    }
    after = page.next ?? undefined
  } while (after !== undefined)
  await store.close()
  return found
}

async function filled(): Promise<string> {
  const path = newPath()
  const store = await openStore({ path })
  await store.log.putWorld(SAMPLE_WORLD.hash, SAMPLE_WORLD.text)
  const one = new SampleEpisode('one', { run: 'r', condition: 'clean' })
  await store.log.append([...one.prefix(3), one.close()])
  await store.close()
  return path
}

describe('a backup', () => {
  it('under load holds what was acknowledged before, and a restored store goes on', async () => {
    const path = await filled()
    const writing = writer(path)
    await writing.until(600)
    const before = writing.lines()
    const copy = newPath()
    const { rows } = await backUp(path, copy)
    await writing.until(before.length + 600)
    await writing.kill()
    const held = await positionsOf(copy)
    expect(before.filter((line) => !held.has(line))).toEqual([])
    expect(held.size).toBe(rows - 1)
    const { kept } = await restore(copy, path, { replace: true })
    expect(kept).toBe(`${path}.replaced`)
    const acknowledged = writing.lines()
    const old = await positionsOf(kept ?? '')
    expect(acknowledged.filter((line) => !old.has(line))).toEqual([])
    const store = await openStore({ path, durability: 'full' })
    expect(store.losses).toEqual([])
    expect((await store.check()).problems).toEqual([])
    expect((await store.log.append([new SampleEpisode('next').open()])).get('next')?.status).toBe(
      'stored',
    )
    expect((await store.check()).problems).toEqual([])
    await store.close()
  })

  it('is one private file, taken also of an older store and of one that is pruned', async () => {
    const old = newPath()
    const database = openPinnedDatabase(old)
    database.exec(
      readFileSync(new URL('../../test/fixtures/stores/version-2.sql', import.meta.url), 'utf8'),
    )
    database.close()
    const copy = newPath()
    expect(await backUp(old, copy)).toEqual({ path: copy, episodes: 6, rows: 20, kept: null })
    expect(statSync(copy).mode & 0o777).toBe(0o600)
    const beside = readdirSync(folder).filter((name) => name.startsWith(`${files}.db`))
    expect(beside.sort()).toEqual([`${files}.db`, `${files}.db-head`])
    const target = newPath()
    expect(await restore(copy, target, { replace: false })).toMatchObject({ rows: 20, kept: null })
    const store = await openStore({ path: target, durability: 'full' })
    await store.prune({ beforeMs: Number.MAX_SAFE_INTEGER, includeOpen: true })
    await store.close()
    const empty = newPath()
    expect(await backUp(target, empty)).toMatchObject({ episodes: 0, rows: 0 })
    const again = await openStore({ path: empty, durability: 'full' })
    expect([again.losses, (await again.check()).problems]).toEqual([[], []])
    await again.close()
  })

  it('is refused in plain words: a store in use, a taken path, a damaged copy', async () => {
    const path = await filled()
    const copy = newPath()
    await backUp(path, copy)
    await expect(backUp(path, copy)).rejects.toThrow(`${copy} is there already`)
    await expect(restore(copy, path, { replace: false })).rejects.toThrow('--replace')
    await expect(backUp(join(folder, 'no.db'), newPath())).rejects.toThrow(
      'there is no event store',
    )
    const running = await openStore({ path })
    await running.log.append([new SampleEpisode('two').open()])
    const busy = restore(copy, path, { replace: true })
    await expect(busy).rejects.toMatchObject({ name: 'StoreError', reason: 'busy' })
    await expect(busy).rejects.toThrow('stop the server')
    await running.log.append([new SampleEpisode('three').open()])
    expect(await running.log.load('three')).toMatchObject({ defect: null })
    await running.close()
    const database = openPinnedDatabase(copy)
    database.exec(`UPDATE event SET payload = '{}' WHERE number = 2`)
    database.close()
    const damaged = restore(copy, path, { replace: true })
    await expect(damaged).rejects.toMatchObject({ reason: 'corrupt' })
    await expect(damaged).rejects.toThrow('row 1 does not fit its hash')
    writeFileSync(copy, 'no database, but long enough to be read as the header of one\n'.repeat(9))
    const unreadable = restore(copy, path, { replace: true })
    await expect(unreadable).rejects.toMatchObject({ reason: 'corrupt' })
    await expect(unreadable).rejects.toThrow(`event store ${copy}: it is damaged or no database`)
    const still = await openStore({ path, create: false })
    expect((await still.check()).problems).toEqual([])
    await still.close()
    expect(readdirSync(folder).filter((name) => name.includes('draft'))).toEqual([])
  })
})

it('keeps the log of a damaged store, whose last commits are in it', async () => {
  const [path, copy, damaged] = [await filled(), newPath(), newPath()]
  await backUp(path, copy)
  const store = await openStore({ path })
  await store.log.append(new SampleEpisode('last').prefix(2))
  for (const suffix of ['', '-wal']) copyFileSync(path + suffix, damaged + suffix)
  await store.close()
  const file = openSync(damaged, 'r+')
  writeSync(file, Buffer.alloc(100, 'x'), 0, 100, 0)
  closeSync(file)
  const log = readFileSync(`${damaged}-wal`)
  const { kept } = await restore(copy, damaged, { replace: true })
  expect(kept).toBe(`${damaged}.replaced`)
  expect(readFileSync(`${kept}-wal`).equals(log)).toBe(true)
  expect(await positionsOf(damaged)).toEqual(await positionsOf(copy))
})

it('puts the store back if the restored one cannot take its place', async () => {
  const [path, copy] = [newPath(), newPath()]
  const store = await openStore({ path })
  await store.log.putWorld(SAMPLE_WORLD.hash, SAMPLE_WORLD.text)
  await store.log.append([new SampleEpisode('one').open()])
  await store.close()
  await backUp(path, copy)
  // A folder in the place of a file that belongs to the store cannot be removed.
  rmSync(`${path}-shm`, { force: true })
  mkdirSync(`${path}-shm`)
  await expect(restore(copy, path, { replace: true })).rejects.toThrow('cannot be copied')
  rmSync(`${path}-shm`, { recursive: true })
  expect(await positionsOf(path)).toEqual(await positionsOf(copy))
  expect(readdirSync(folder).filter((name) => name.includes('.replaced'))).not.toContain(
    `${basename(path)}.replaced`,
  )
})
