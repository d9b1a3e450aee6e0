/** Guards that several writers share one file: two processes, or a server and its prune. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { MODEL_COMMANDS, playAgainstModel } from './model.contract.ts'
import { openStore } from './open.ts'
import { SAMPLE_WORLD, SampleEpisode } from './sample.contract.ts'
import type { SqliteOptions } from './sqlite.ts'

const folder = mkdtempSync(join(tmpdir(), 'backchannel-shared-'))
let files = 0
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const newPath = (): string => {
  files += 1
  return join(folder, `${files}.db`)
}

const open = (path: string, options: Partial<SqliteOptions> = {}) => openStore({ path, ...options })

describe('two stores on one file', () => {
  it('do together what a simple model does, taking turns', async () => {
    await fc.assert(
      fc.asyncProperty(MODEL_COMMANDS, async (commands) => {
        const path = newPath()
        const [left, right] = await Promise.all([open(path), open(path)])
        try {
          await playAgainstModel([left, right], commands)
        } finally {
          await left.close()
          await right.close()
        }
      }),
      { numRuns: 40 },
    )
  })

  it('conflict exactly where they clash, and see what the other wrote', async () => {
    const path = newPath()
    const [left, right] = await Promise.all([open(path), open(path)])
    expect(await left.secret()).toBe(await right.secret())
    const sample = new SampleEpisode('shared')
    await left.log.append(sample.prefix(1))
    const leftStep = sample.step('{"by":"left"}')
    const twin = new SampleEpisode('shared')
    twin.prefix(1)
    const rightStep = twin.step('{"by":"right"}')
    expect((await right.log.append([rightStep])).get('shared')).toEqual({ status: 'stored' })
    const lone = new SampleEpisode('lone').open()
    const outcomes = await left.log.append([leftStep, lone])
    const lost = { status: 'conflict', reason: 'position', episode: 'shared' }
    expect([...outcomes.values()]).toEqual([lost, { status: 'stored' }])
    expect((await left.log.load('shared'))?.rows.at(-1)?.payload).toBe('{"by":"right"}')
    await right.prune({ beforeMs: Number.MAX_SAFE_INTEGER, includeOpen: true })
    const gone = { status: 'conflict', reason: 'chain', episode: 'shared' }
    expect((await left.log.append([twin.step()])).get('shared')).toEqual(gone)
    expect((await left.check()).problems).toEqual([])
    await left.close()
    await right.close()
  })

  it('prune worlds without episodes, and no other', async () => {
    const path = newPath()
    const [server, pruner] = await Promise.all([open(path), open(path)])
    await server.log.putWorld('used', '{}')
    await server.log.putWorld('unused', '{}')
    await server.log.append([new SampleEpisode('one', { worldHash: 'used' }).open()])
    await pruner.prune({ beforeMs: Number.MAX_SAFE_INTEGER, includeOpen: false })
    expect([await pruner.log.world('used'), await pruner.log.world('unused')]).toEqual([
      '{}',
      undefined,
    ])
    await server.close()
    await pruner.close()
  })

  it('keep the world of a running process although another prunes it', async () => {
    const path = newPath()
    const [server, pruner] = await Promise.all([open(path), open(path)])
    await server.log.putWorld(SAMPLE_WORLD.hash, SAMPLE_WORLD.text)
    await server.log.append(new SampleEpisode('one').prefix(1))
    await pruner.prune({ beforeMs: Number.MAX_SAFE_INTEGER, includeOpen: true })
    expect(await pruner.log.world(SAMPLE_WORLD.hash)).toBeUndefined()
    await server.log.append(new SampleEpisode('two').prefix(1))
    expect(await pruner.log.world(SAMPLE_WORLD.hash)).toBe(SAMPLE_WORLD.text)
    await server.close()
    await pruner.close()
  })
})

describe('a large prune', () => {
  it('goes in slices between which appends are stored', async () => {
    let nowMs = 1_000
    const store = await open(newPath(), { nowMs: () => nowMs })
    for (let at = 0; at < 2_000; at += 100) {
      const batch = Array.from({ length: 100 }, (_, one) => new SampleEpisode(`e${at + one}`))
      await store.log.append(batch.flatMap((sample) => [...sample.prefix(1), sample.close()]))
    }
    nowMs = 2_000
    let pruned: number | undefined
    const pruning = store.prune({ beforeMs: 2_000, includeOpen: false }).then((count) => {
      pruned = count
    })
    const sample = new SampleEpisode('meanwhile')
    await store.log.append([sample.open()])
    let appends = 0
    while (pruned === undefined) {
      expect((await store.log.append([sample.step()])).get('meanwhile')?.status).toBe('stored')
      appends += 1
      await new Promise(setImmediate)
    }
    await pruning
    expect(pruned).toBe(2_000)
    expect(appends).toBeGreaterThan(5)
    expect((await store.log.load('meanwhile'))?.rows).toHaveLength(appends + 1)
    await store.close()
  })
})
