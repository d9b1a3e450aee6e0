import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bookContract } from './book.contract.ts'
import { callsContract } from './calls.contract.ts'
import type { AppendRow, EventStore } from './event-store.ts'
import { listContract } from './list.contract.ts'
import { logContract } from './log.contract.ts'
import { MODEL_COMMANDS, playAgainstModel } from './model.contract.ts'
import { reportsContract } from './reports.contract.ts'
import { SAMPLE_WORLD, SampleEpisode } from './sample.contract.ts'
import { textsContract } from './texts.contract.ts'
import { transcriptContract } from './transcripts.contract.ts'

/** A clock that tests move. */
export interface TestClock {
  ms: number
}

/** Makes an empty store on a clock. */
type MakeStore = (clock: TestClock) => Promise<EventStore>

/** What every store must do; each backend's test file calls it with its own way to make one. */
export function storeContract(name: string, make: MakeStore): void {
  describe(`event store: ${name}`, () => {
    let store: EventStore
    const clock: TestClock = { ms: 1_000 }

    beforeEach(async () => {
      clock.ms = 1_000
      store = await make(clock)
    })
    afterEach(() => store.close())

    describe('log', () => logContract(() => store, clock))
    describe('lists', () => listContract(() => store, clock))
    describe('words', () => transcriptContract(() => store))
    describe('texts', () => textsContract(() => store))
    describe('model calls', () => callsContract(() => store, clock))
    describe('reports of trainers', () => reportsContract(() => store, clock))
    describe('book', () => bookContract(() => store, clock))
    describe('settings', () => settingContract(() => store, clock))
    describe('upkeep', () => upkeepContract(() => store, clock))

    it('does what a simple model does, whatever the batches', async () => {
      await fc.assert(
        fc.asyncProperty(MODEL_COMMANDS, async (commands) => {
          const own = await make(clock)
          try {
            await playAgainstModel([own], commands)
          } finally {
            await own.close()
          }
        }),
        { numRuns: 60 },
      )
    })
  })
}

function settingContract(getStore: () => EventStore, clock: TestClock): void {
  it('keeps worlds by hash, the first text for good, and one secret', async () => {
    expect(await getStore().log.world('w')).toBeUndefined()
    await getStore().log.putWorld('w', '{"a":1}')
    await getStore().log.putWorld('w', '{"a":1}')
    expect(await getStore().log.world('w')).toBe('{"a":1}')
    const secret = await getStore().secret()
    expect(secret).toMatch(/^[0-9a-f]{64}$/)
    expect(await getStore().secret()).toBe(secret)
    expect(getStore().nowMs()).toBe(clock.ms)
  })

  it('refuses every call once it is closed', async () => {
    await getStore().close()
    const closed = { name: 'StoreError', reason: 'closed' }
    await expect(getStore().log.append([])).rejects.toMatchObject(closed)
    await expect(getStore().log.load('x')).rejects.toMatchObject(closed)
    await expect(getStore().log.list({ limit: 1 })).rejects.toMatchObject(closed)
    await expect(getStore().calls.load('x')).rejects.toMatchObject(closed)
    await expect(getStore().reports.find('x')).rejects.toMatchObject(closed)
    await expect(getStore().check()).rejects.toMatchObject(closed)
    await getStore().close()
  })
}

function upkeepContract(getStore: () => EventStore, clock: TestClock): void {
  it('prunes what is old and ended, the rest only when asked, and numbers go on', async () => {
    await getStore().log.putWorld(SAMPLE_WORLD.hash, SAMPLE_WORLD.text)
    const make = async (name: string, ended: boolean): Promise<SampleEpisode> => {
      const sample = new SampleEpisode(name)
      await getStore().log.append([...sample.prefix(2), ...(ended ? [sample.close()] : [])])
      return sample
    }
    await make('old-ended', true)
    const open = await make('old-open', false)
    clock.ms = 5_000
    await make('new-ended', true)
    const lastNumber = (await getStore().log.load('new-ended'))?.rows.at(-1)?.number ?? 0
    const ended = { beforeMs: 5_000, includeOpen: false }
    expect(await getStore().prune({ ...ended, dryRun: true })).toBe(1)
    expect(await getStore().prune(ended)).toBe(1)
    expect(await getStore().prune(ended)).toBe(0)
    expect(await getStore().prune({ beforeMs: 9_000, includeOpen: true, episodesMax: 0 })).toBe(0)
    expect(await getStore().log.load('old-ended')).toBeUndefined()
    expect(await getStore().prune({ beforeMs: 9_000, includeOpen: true })).toBe(2)
    expect((await getStore().log.list({ limit: 10 })).episodes).toEqual([])
    const late = await getStore().log.append([open.step()])
    expect(late.get('old-open')).toMatchObject({ status: 'conflict', reason: 'chain' })
    await make('old-ended', true)
    const again = await getStore().log.load('old-ended')
    expect(again?.rows[0]?.number).toBeGreaterThan(lastNumber)
    expect(await getStore().log.world(SAMPLE_WORLD.hash)).toBe('{}')
    expect((await getStore().check()).problems).toEqual([])
  })

  it('finds nothing wrong with what it stored, and a false hash it was given', async () => {
    await getStore().log.putWorld(SAMPLE_WORLD.hash, SAMPLE_WORLD.text)
    const good = new SampleEpisode('good')
    await getStore().log.append([...good.prefix(3), good.close()])
    expect(await getStore().check()).toEqual({ episodes: 1, rows: 5, problems: [] })
    const liar = new SampleEpisode('liar').prefix(1)
    const false1 = { ...(liar[1] as AppendRow), payload: '{"changed":true}' }
    await getStore().log.append([liar[0] as AppendRow, false1])
    expect((await getStore().check()).problems).toEqual([
      'episode liar: row 1 does not fit its hash',
    ])
  })
}
