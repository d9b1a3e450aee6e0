/** Guards that several writers share one file: two processes, or a server and its prune. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openStore } from './open.ts'
import { SampleEpisode } from './sample.contract.ts'
import { sharedContract } from './shared.contract.ts'
import type { SqliteOptions } from './sqlite.ts'

const folder = mkdtempSync(join(tmpdir(), 'backchannel-shared-'))
let files = 0
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const newPath = (): string => {
  files += 1
  return join(folder, `${files}.db`)
}

const open = (path: string, options: Partial<SqliteOptions> = {}) => openStore({ path, ...options })

describe('two stores on one file', () => sharedContract({ newPath, open, runs: 40 }))

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
