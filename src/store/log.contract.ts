import { expect, it } from 'vitest'
import type { AppendRow, EventStore } from './event-store.ts'
import { SampleEpisode } from './sample.contract.ts'
import type { TestClock } from './store.contract.ts'

const STORED = { status: 'stored' }

async function outcomeOf(store: EventStore, rows: readonly AppendRow[]) {
  const outcomes = await store.log.append(rows)
  return outcomes.get(rows[0]?.episode ?? '')
}

/** What every log of episodes must do. */
export function logContract(getStore: () => EventStore, clock: TestClock): void {
  appendContract(getStore, clock)
  openKeyContract(getStore)
  batchContract(getStore)
  readingContract(getStore)
  changeContract(getStore)
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
    const found = await getStore().log.load('one')
    expect(found?.summary).toEqual({
      ...{ episode: 'one', ...sample.index, openedMs: 1_000, updatedMs: 2_000 },
      ...{ steps: 1, total: 750, endReason: 'abandoned', success: true, metrics: { success: 1 } },
      baseline: null,
    })
    const bare = [opened, step, close].map(({ progress, index, isAttempt, ...row }, at) => {
      return {
        ...row,
        tookMs: null,
        wallMs: at === 0 ? 1_000 : 2_000,
        number: found?.rows[at]?.number,
      }
    })
    expect(found?.rows).toEqual(bare)
    expect((await getStore().log.load('one', 1))?.rows).toEqual(bare.slice(1))
    expect((await getStore().log.load('one', 9))?.rows).toEqual([])
    expect((await getStore().log.load('one', 0, 2))?.rows).toEqual(bare.slice(0, 2))
    expect((await getStore().log.load('one', 1, 1))?.rows).toEqual(bare.slice(1, 2))
    expect(await getStore().log.load('one', 2, 0)).toMatchObject({
      summary: { steps: 1 },
      rows: [],
    })
  })

  it('refuses a position twice, a gap, a foreign chain and rows of no episode', async () => {
    const sample = new SampleEpisode('one')
    await getStore().log.append(sample.prefix(2))
    const before = await getStore().log.load('one')
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
    expect(await getStore().log.load('one')).toEqual(before)
    expect(await outcomeOf(getStore(), [third, fourth])).toEqual(STORED)
  })

  it('stores all rows of an episode in a batch or none, and never fails the others', async () => {
    const good = new SampleEpisode('good')
    const bad = new SampleEpisode('bad').prefix(3)
    const broken = bad.filter((row) => row.position !== 2)
    const outcomes = await getStore().log.append([...broken, ...good.prefix(2)])
    expect([...outcomes.keys()]).toEqual(['bad', 'good'])
    expect(outcomes.get('bad')).toEqual({ status: 'conflict', reason: 'chain', episode: 'bad' })
    expect(outcomes.get('good')).toEqual(STORED)
    expect(await getStore().log.load('bad')).toBeUndefined()
    expect(await getStore().log.findByOpenKey('local', 'key-bad')).toBeUndefined()
    expect((await getStore().log.load('good'))?.rows).toHaveLength(3)
  })
}

function openKeyContract(getStore: () => EventStore): void {
  it('gives an open key to one episode of a principal, in the same batch too', async () => {
    const openKey = 'same'
    const first = new SampleEpisode('first', { openKey }).open()
    const second = new SampleEpisode('second', { openKey }).open()
    const other = new SampleEpisode('other', { openKey, principal: 'someone' }).open()
    const outcomes = await getStore().log.append([first, second, other])
    const taken = { status: 'conflict', reason: 'open_key', episode: 'first' }
    expect([...outcomes.values()]).toEqual([STORED, taken, STORED])
    expect(await outcomeOf(getStore(), [second])).toEqual(taken)
    expect(await getStore().log.findByOpenKey('local', openKey)).toBe('first')
    expect(await getStore().log.findByOpenKey('someone', openKey)).toBe('other')
    expect(await getStore().log.findByOpenKey('local', 'unknown')).toBeUndefined()
  })
}

function batchContract(getStore: () => EventStore): void {
  it('answers an empty batch, and takes rows of one episode that lie apart', async () => {
    expect((await getStore().log.append([])).size).toBe(0)
    const one = new SampleEpisode('one').prefix(2)
    const two = new SampleEpisode('two').prefix(2)
    const mixed = one.flatMap((row, at) => [row, two[at] as AppendRow])
    expect([...(await getStore().log.append(mixed)).values()]).toEqual([STORED, STORED])
    expect((await getStore().log.load('two'))?.rows).toHaveLength(3)
  })

  it('takes batches far larger than one turn of the host', async () => {
    const rows = Array.from({ length: 70 }, (_, at) => new SampleEpisode(`e${at}`).prefix(50))
    const outcomes = await getStore().log.append(rows.flat())
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
      await getStore().log.append(rows)
    }
    const ids = async (filter: object): Promise<string> => {
      const page = await getStore().log.list({ limit: 100, ...filter })
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
    const first = await getStore().log.list({ limit: 5 })
    expect(first.next).toBe('e4')
    const second = await getStore().log.list({ limit: 5, after: 'e4' })
    expect(second.episodes.map(({ episode }) => episode)).toEqual(['e5', 'e6'])
    expect(second.next).toBeNull()
    expect((await getStore().log.list({ limit: 0 })).episodes).toHaveLength(1)
  })
}

function changeContract(getStore: () => EventStore): void {
  it('tells what was stored after a cursor, in order and in pages', async () => {
    const { log } = getStore()
    const before = await log.changesSince()
    expect(before.changes).toEqual([])
    const group = { id: 'g', index: 2, generation: 'one' }
    const one = new SampleEpisode('one', { run: 'r', group })
    const two = new SampleEpisode('two')
    await Promise.all([
      log.append(one.prefix(1)),
      log.append([...two.prefix(1), new SampleEpisode('lost').prefix(1)[1] as AppendRow]),
      log.append([one.step()]),
      log.append([two.close()]),
    ])
    const { changes, cursor } = await log.changesSince(before.cursor)
    const seen = changes.map((change) => `${change.episode}${change.position} ${change.kind}`)
    expect(seen.map((text) => text.slice(0, 4)).join('')).toBe('one0one1two0two1one2two2')
    expect(seen[5]).toBe('two2 closed')
    expect(changes[0]).toEqual({
      ...{ episode: 'one', position: 0, kind: 'opened', principal: 'local', run: 'r', group },
      isOver: false,
    })
    expect(changes[2]).toMatchObject({ episode: 'two', run: null, group: null, isOver: true })
    expect(await log.changesSince(cursor)).toEqual({ changes: [], cursor })
    const first = await log.changesSince(before.cursor, 4)
    expect(first.changes).toEqual(changes.slice(0, 4))
    expect(await log.changesSince(first.cursor, 4)).toEqual({ changes: changes.slice(4), cursor })
  })

  it('passes over what was pruned, and refuses a cursor that is not of this store', async () => {
    const { log, prune } = getStore()
    const { cursor } = await log.changesSince()
    await log.append([...new SampleEpisode('gone').prefix(3), new SampleEpisode('left').open()])
    const middle = await log.changesSince(cursor, 2)
    await log.append([new SampleEpisode('ended').open()])
    await prune.call(getStore(), { beforeMs: Number.MAX_SAFE_INTEGER, includeOpen: true })
    await log.append([new SampleEpisode('new').open()])
    for (const from of [cursor, middle.cursor]) {
      const { changes } = await log.changesSince(from)
      expect(changes.map(({ episode }) => episode)).toEqual(['new'])
    }
    const elsewhere = `${cursor}999`
    for (const foreign of [elsewhere, '', 'x:1', `y${cursor}`]) {
      await expect(log.changesSince(foreign)).rejects.toMatchObject({ reason: 'lost' })
    }
  })
}
