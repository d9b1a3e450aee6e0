import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AppendRow, EventStore, StoredRow } from './event-store.ts'
import { groupContract } from './groups.contract.ts'
import { MODEL_COMMANDS, playAgainstModel } from './model.contract.ts'
import { SAMPLE_WORLD, SampleEpisode } from './sample.contract.ts'

/** A clock that tests move. */
export interface TestClock {
  ms: number
}

/** Makes an empty store on a clock. */
export type MakeStore = (clock: TestClock) => Promise<EventStore>

const STORED = { status: 'stored' }

async function outcomeOf(store: EventStore, rows: readonly AppendRow[]) {
  const outcomes = await store.append(rows)
  return outcomes.get(rows[0]?.episode ?? '')
}

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

    describe('append', () => appendContract(() => store, clock))
    describe('open keys', () => openKeyContract(() => store))
    describe('batches', () => batchContract(() => store))
    describe('reading', () => readingContract(() => store))
    describe('listeners', () => listenerContract(() => store))
    describe('settings', () => settingContract(() => store, clock))
    describe('revocations', () => revocationContract(() => store, clock))
    describe('upkeep', () => upkeepContract(() => store, clock))
    describe('groups', () => groupContract(() => store))

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

function revocationContract(getStore: () => EventStore, clock: TestClock): void {
  it('gives every revocation a later time, and forgets it with its episode', async () => {
    const store = getStore()
    const episodes = ['one', 'two'].map((name) => new SampleEpisode(name))
    await store.putWorld(SAMPLE_WORLD.hash, SAMPLE_WORLD.text)
    await store.append(episodes.map((episode) => episode.open()))
    expect(await store.revokedMs('one')).toBe(0)
    clock.ms = 5_000
    expect(await store.revoke('one')).toBe(5_000)
    expect(await store.revoke('one')).toBe(5_001)
    clock.ms = 4_000
    expect(await Promise.all([store.revoke('one'), store.revoke('one')])).toEqual([5_002, 5_003])
    expect([await store.revokedMs('one'), await store.revokedMs('two')]).toEqual([5_003, 0])
    expect((await store.check()).problems).toEqual([])
    await store.prune({ beforeMs: Number.MAX_SAFE_INTEGER, includeOpen: true })
    expect(await store.revokedMs('one')).toBe(0)
    expect((await store.check()).problems).toEqual([])
  })
}

function appendContract(getStore: () => EventStore, clock: TestClock): void {
  it('stores a chain and gives it back byte for byte', async () => {
    const sample = new SampleEpisode('one', { run: 'r1', parent: 'p1' })
    const opened = sample.open('{"text":"é 🎈 \\u0000 \\n"}')
    expect(await outcomeOf(getStore(), [opened])).toEqual(STORED)
    clock.ms = 2_000
    const step = sample.step('{"a":1}', { total: 250 })
    const close = sample.close({ total: 750, success: true })
    expect(await outcomeOf(getStore(), [step, close])).toEqual(STORED)
    const found = await getStore().load('one')
    expect(found?.summary).toEqual({
      ...{ episode: 'one', ...sample.index, openedMs: 1_000, updatedMs: 2_000 },
      ...{ steps: 1, total: 750, endReason: 'abandoned', success: true, metrics: { success: 1 } },
      baseline: null,
    })
    const bare = [opened, step, close].map(({ progress, index, ...row }, at) => {
      return {
        ...row,
        tookMs: null,
        wallMs: at === 0 ? 1_000 : 2_000,
        number: found?.rows[at]?.number,
      }
    })
    expect(found?.rows).toEqual(bare)
    expect((await getStore().load('one', 1))?.rows).toEqual(bare.slice(1))
    expect((await getStore().load('one', 9))?.rows).toEqual([])
    expect((await getStore().load('one', 0, 2))?.rows).toEqual(bare.slice(0, 2))
    expect((await getStore().load('one', 1, 1))?.rows).toEqual(bare.slice(1, 2))
    expect(await getStore().load('one', 2, 0)).toMatchObject({ summary: { steps: 1 }, rows: [] })
  })

  it('refuses a position twice, a gap, a foreign chain and rows of no episode', async () => {
    const sample = new SampleEpisode('one')
    await getStore().append(sample.prefix(2))
    const before = await getStore().load('one')
    const third = sample.step()
    const fourth = sample.step()
    const conflict = (reason: string) => ({ status: 'conflict', reason, episode: 'one' })
    const stranger = new SampleEpisode('one').prefix(3)
    expect(await outcomeOf(getStore(), stranger.slice(1, 2))).toEqual(conflict('position'))
    expect(await outcomeOf(getStore(), stranger)).toEqual(conflict('position'))
    expect(await outcomeOf(getStore(), [fourth])).toEqual(conflict('chain'))
    const foreign = { ...third, previousHash: 'f'.repeat(64) }
    expect(await outcomeOf(getStore(), [foreign])).toEqual(conflict('chain'))
    const nobody = { ...third, episode: 'nobody' }
    const refused = { status: 'conflict', reason: 'chain', episode: 'nobody' }
    expect(await outcomeOf(getStore(), [nobody])).toEqual(refused)
    expect(await getStore().load('one')).toEqual(before)
    expect(await outcomeOf(getStore(), [third, fourth])).toEqual(STORED)
  })

  it('stores all rows of an episode in a batch or none, and never fails the others', async () => {
    const good = new SampleEpisode('good')
    const bad = new SampleEpisode('bad').prefix(3)
    const broken = bad.filter((row) => row.position !== 2)
    const outcomes = await getStore().append([...broken, ...good.prefix(2)])
    expect([...outcomes.keys()]).toEqual(['bad', 'good'])
    expect(outcomes.get('bad')).toEqual({ status: 'conflict', reason: 'chain', episode: 'bad' })
    expect(outcomes.get('good')).toEqual(STORED)
    expect(await getStore().load('bad')).toBeUndefined()
    expect(await getStore().findByOpenKey('local', 'key-bad')).toBeUndefined()
    expect((await getStore().load('good'))?.rows).toHaveLength(3)
  })
}

function openKeyContract(getStore: () => EventStore): void {
  it('gives an open key to one episode of a principal, in the same batch too', async () => {
    const openKey = 'same'
    const first = new SampleEpisode('first', { openKey }).open()
    const second = new SampleEpisode('second', { openKey }).open()
    const other = new SampleEpisode('other', { openKey, principal: 'someone' }).open()
    const outcomes = await getStore().append([first, second, other])
    const taken = { status: 'conflict', reason: 'open_key', episode: 'first' }
    expect([...outcomes.values()]).toEqual([STORED, taken, STORED])
    expect(await outcomeOf(getStore(), [second])).toEqual(taken)
    expect(await getStore().findByOpenKey('local', openKey)).toBe('first')
    expect(await getStore().findByOpenKey('someone', openKey)).toBe('other')
    expect(await getStore().findByOpenKey('local', 'unknown')).toBeUndefined()
  })
}

function batchContract(getStore: () => EventStore): void {
  it('answers an empty batch, and takes rows of one episode that lie apart', async () => {
    expect((await getStore().append([])).size).toBe(0)
    const one = new SampleEpisode('one').prefix(2)
    const two = new SampleEpisode('two').prefix(2)
    const mixed = one.flatMap((row, at) => [row, two[at] as AppendRow])
    expect([...(await getStore().append(mixed)).values()]).toEqual([STORED, STORED])
    expect((await getStore().load('two'))?.rows).toHaveLength(3)
  })

  it('takes batches far larger than one turn of the host', async () => {
    const rows = Array.from({ length: 70 }, (_, at) => new SampleEpisode(`e${at}`).prefix(50))
    const outcomes = await getStore().append(rows.flat())
    expect(new Set([...outcomes.values()].map(({ status }) => status))).toEqual(new Set(['stored']))
    expect(await getStore().check()).toMatchObject({ episodes: 70, rows: 70 * 51 })
  })
}

function readingContract(getStore: () => EventStore): void {
  it('pages in order of opening and filters by every member', async () => {
    for (let at = 0; at < 7; at++) {
      const sample = new SampleEpisode(`e${at}`, {
        environment: at < 5 ? 'a-v1' : 'b-v1',
        split: at === 1 ? 'test' : 'train',
        taskId: `task-${at % 3}`,
        run: at === 2 ? 'r' : null,
        parent: at === 3 ? 'e0' : null,
        principal: at === 4 ? 'someone' : 'local',
      })
      const rows = [sample.open()]
      if (at % 2 === 0) rows.push(sample.close({ endReason: 'failed', success: at === 4 }))
      await getStore().append(rows)
    }
    const ids = async (filter: object): Promise<string> => {
      const page = await getStore().list({ limit: 100, ...filter })
      return page.episodes.map(({ episode }) => episode.slice(1)).join('')
    }
    expect(await ids({})).toBe('0123456')
    expect(await ids({ environment: 'b-v1' })).toBe('56')
    expect(await ids({ split: 'test' })).toBe('1')
    expect(await ids({ taskId: 'task-1' })).toBe('14')
    expect(await ids({ run: 'r' })).toBe('2')
    expect(await ids({ parent: 'e0' })).toBe('3')
    expect(await ids({ principal: 'someone' })).toBe('4')
    expect(await ids({ open: true })).toBe('135')
    expect(await ids({ open: false })).toBe('0246')
    expect(await ids({ success: true })).toBe('4')
    expect(await ids({ success: false })).toBe('026')
    expect(await ids({ endReason: 'failed', environment: 'a-v1', after: 'e0' })).toBe('24')
    const first = await getStore().list({ limit: 5 })
    expect(first.next).toBe('e4')
    const second = await getStore().list({ limit: 5, after: 'e4' })
    expect(second.episodes.map(({ episode }) => episode)).toEqual(['e5', 'e6'])
    expect(second.next).toBeNull()
    expect((await getStore().list({ limit: 0 })).episodes).toHaveLength(1)
  })
}

function listenerContract(getStore: () => EventStore): void {
  it('tells listeners of every commit, in order, and of nothing else', async () => {
    const heard: StoredRow[] = []
    const stop = getStore().subscribe((rows) => heard.push(...rows))
    const one = new SampleEpisode('one')
    const two = new SampleEpisode('two')
    await Promise.all([
      getStore().append(one.prefix(1)),
      getStore().append([...two.prefix(1), new SampleEpisode('lost').prefix(1)[1] as AppendRow]),
      getStore().append([one.step()]),
    ])
    const told = heard.map((row) => `${row.episode}${row.position}`)
    expect(told).toEqual(['one0', 'one1', 'two0', 'two1', 'one2'])
    const numbers = heard.map((row) => row.number)
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b))
    expect(new Set(numbers).size).toBe(5)
    expect(heard.filter((row) => row.episode === 'one')).toEqual(
      (await getStore().load('one'))?.rows,
    )
    stop()
    await getStore().append([two.step()])
    expect(heard).toHaveLength(5)
  })

  it('lets no listener undo a commit, and lets one append', async () => {
    const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
    const echo = new SampleEpisode('echo').open()
    const answers: Promise<unknown>[] = []
    getStore().subscribe(() => {
      throw new Error('a listener with a bug')
    })
    getStore().subscribe((rows) => {
      if (rows[0]?.episode === 'one') answers.push(getStore().append([echo]))
    })
    expect(await outcomeOf(getStore(), new SampleEpisode('one').prefix(1))).toEqual(STORED)
    await Promise.all(answers)
    expect((await getStore().load('echo'))?.rows).toHaveLength(1)
    expect(warned).toHaveBeenCalledTimes(2)
    warned.mockRestore()
  })
}

function settingContract(getStore: () => EventStore, clock: TestClock): void {
  it('keeps worlds by hash, the first text for good, and one secret', async () => {
    expect(await getStore().world('w')).toBeUndefined()
    await getStore().putWorld('w', '{"a":1}')
    await getStore().putWorld('w', '{"a":1}')
    expect(await getStore().world('w')).toBe('{"a":1}')
    const secret = await getStore().secret()
    expect(secret).toMatch(/^[0-9a-f]{64}$/)
    expect(await getStore().secret()).toBe(secret)
    expect(getStore().nowMs()).toBe(clock.ms)
  })

  it('refuses every call once it is closed', async () => {
    await getStore().close()
    const closed = { name: 'StoreError', reason: 'closed' }
    await expect(getStore().append([])).rejects.toMatchObject(closed)
    await expect(getStore().load('x')).rejects.toMatchObject(closed)
    await expect(getStore().list({ limit: 1 })).rejects.toMatchObject(closed)
    await expect(getStore().check()).rejects.toMatchObject(closed)
    await getStore().close()
  })
}

function upkeepContract(getStore: () => EventStore, clock: TestClock): void {
  it('prunes what is old and ended, the rest only when asked, and numbers go on', async () => {
    await getStore().putWorld(SAMPLE_WORLD.hash, SAMPLE_WORLD.text)
    const make = async (name: string, ended: boolean): Promise<SampleEpisode> => {
      const sample = new SampleEpisode(name)
      await getStore().append([...sample.prefix(2), ...(ended ? [sample.close()] : [])])
      return sample
    }
    await make('old-ended', true)
    const open = await make('old-open', false)
    clock.ms = 5_000
    await make('new-ended', true)
    const lastNumber = (await getStore().load('new-ended'))?.rows.at(-1)?.number ?? 0
    const ended = { beforeMs: 5_000, includeOpen: false }
    expect(await getStore().prune({ ...ended, dryRun: true })).toBe(1)
    expect(await getStore().prune(ended)).toBe(1)
    expect(await getStore().prune(ended)).toBe(0)
    expect(await getStore().load('old-ended')).toBeUndefined()
    expect(await getStore().prune({ beforeMs: 9_000, includeOpen: true })).toBe(2)
    expect((await getStore().list({ limit: 10 })).episodes).toEqual([])
    const late = await getStore().append([open.step()])
    expect(late.get('old-open')).toMatchObject({ status: 'conflict', reason: 'chain' })
    await make('old-ended', true)
    const again = await getStore().load('old-ended')
    expect(again?.rows[0]?.number).toBeGreaterThan(lastNumber)
    expect(await getStore().world(SAMPLE_WORLD.hash)).toBe('{}')
    expect((await getStore().check()).problems).toEqual([])
  })

  it('finds nothing wrong with what it stored, and a false hash it was given', async () => {
    await getStore().putWorld(SAMPLE_WORLD.hash, SAMPLE_WORLD.text)
    const good = new SampleEpisode('good')
    await getStore().append([...good.prefix(3), good.close()])
    expect(await getStore().check()).toEqual({ episodes: 1, rows: 5, problems: [] })
    const liar = new SampleEpisode('liar').prefix(1)
    const false1 = { ...(liar[1] as AppendRow), payload: '{"changed":true}' }
    await getStore().append([liar[0] as AppendRow, false1])
    expect((await getStore().check()).problems).toEqual([
      'episode liar: row 1 does not fit its hash',
    ])
  })
}
