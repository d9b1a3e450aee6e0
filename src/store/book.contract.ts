import { expect, it } from 'vitest'
import type { EventStore } from './event-store.ts'
import { SAMPLE_WORLD, SampleEpisode } from './sample.contract.ts'
import type { TestClock } from './store.contract.ts'

const slot = (id: string, index: number, generation = 'g1') => ({ id, index, generation })

/** What every book must do: groups and pages of them, running means, critiques, revocations. */
export function bookContract(getStore: () => EventStore, clock: TestClock): void {
  revocationContract(getStore, clock)
  heartbeatContract(getStore)
  memberContract(getStore)
  meanContract(getStore)
  runContract(getStore)
}

function runContract(getStore: () => EventStore): void {
  it('lists runs by principal and name, with the attempts of each condition apart', async () => {
    const store = getStore()
    const play = async (
      name: string,
      options: { run: string; principal?: string; condition: 'clean' | 'guided' },
      endReason: string,
    ) => {
      const episode = new SampleEpisode(name, options)
      await store.log.append([episode.open()])
      await store.log.append([episode.step(), episode.close({ endReason, success: false })])
    }
    await play('a', { run: 'b', condition: 'clean' }, 'failed')
    await play('b', { run: 'b', condition: 'guided' }, 'failed')
    await play('c', { run: 'b', condition: 'guided' }, 'failed')
    await play('d', { run: 'a', condition: 'clean' }, 'failed')
    await play('e', { run: 'a', principal: 'other', condition: 'clean' }, 'failed')
    await play('f', { run: 'broken', condition: 'clean' }, 'client_fault')
    const first = await store.book.listRuns({ limit: 2 })
    expect(first.runs.map(({ principal, run }) => [principal, run])).toEqual([
      ['local', 'a'],
      ['local', 'b'],
    ])
    expect(first.runs[1]?.conditions).toMatchObject([
      { condition: 'clean', attempts: 1 },
      { condition: 'guided', attempts: 2 },
    ])
    const second = await store.book.listRuns({ limit: 2, after: first.next ?? '' })
    expect(second.runs.map(({ principal }) => principal)).toEqual(['other'])
    expect(second.next).toBeNull()
    const own = await store.book.listRuns({ principal: 'local', run: 'a', limit: 9 })
    expect(own.runs).toHaveLength(1)
  })
}

function memberContract(getStore: () => EventStore): void {
  it('gives the members of a group in order of opening, and of no other', async () => {
    const store = getStore()
    const one = new SampleEpisode('a', { run: 'r', group: slot('g', 1), condition: 'guided' })
    const two = new SampleEpisode('b', { run: 'r', group: slot('g', 0, 'g2'), condition: 'clean' })
    const elsewhere = [
      new SampleEpisode('c', { run: 'r', group: slot('h', 0) }),
      new SampleEpisode('d', { run: 'other', group: slot('g', 0) }),
      new SampleEpisode('e', { run: 'r', principal: 'other', group: slot('g', 0) }),
      new SampleEpisode('f', { run: 'r' }),
    ]
    await store.log.append([one, two, ...elsewhere].map((episode) => episode.open()))
    await store.log.append([one.step(), one.close({ endReason: 'failed', success: false })])
    const group = { principal: 'local', run: 'r', id: 'g' }
    const members = await store.book.groupEpisodes(group, 9)
    expect(members).toMatchObject([
      { ...slot('g', 1), episode: 'a', condition: 'guided', endReason: 'failed', success: false },
      { ...slot('g', 0, 'g2'), episode: 'b', condition: 'clean', endReason: null, success: null },
    ])
    expect(await store.book.groupEpisodes(group, 1)).toEqual(members.slice(0, 1))
    expect(await store.book.groupEpisodes(group, 9, 'a')).toEqual(members.slice(1))
    expect(await store.book.groupEpisodes(group, 9, 'pruned')).toEqual(members)
    expect((await store.log.load('a'))?.summary.group).toEqual(slot('g', 1))
    const listed = await store.log.list({ group: 'g', run: 'r', principal: 'local', limit: 10 })
    expect(listed.episodes.map(({ episode }) => episode)).toEqual(['a', 'b'])
    const clean = await store.log.list({ condition: 'clean', limit: 10 })
    expect(clean.episodes.map(({ episode }) => episode)).toEqual(['b'])
  })

  it('lists groups in pages, each once', async () => {
    const store = getStore()
    const ids = ['x', 'y', 'x', 'z', 'y']
    await store.log.append(
      ids.map((id, at) => new SampleEpisode(`${at}`, { run: 'r', group: slot(id, at) }).open()),
    )
    await store.log.append([new SampleEpisode('9', { run: 's', group: slot('x', 0) }).open()])
    const first = await store.book.listGroups({ run: 'r', limit: 2 })
    expect(first.groups.map(({ id }) => id)).toEqual(['x', 'y'])
    const second = await store.book.listGroups({ run: 'r', limit: 2, after: first.next ?? '' })
    expect(second).toEqual({ groups: [{ principal: 'local', run: 'r', id: 'z' }], next: null })
    const last = await store.book.listGroups({ order: 'newest', limit: 3 })
    expect(last.groups.map(({ id }) => id)).toEqual(['x', 'z', 'y'])
    const rest = await store.book.listGroups({
      ...{ order: 'newest', limit: 3, after: last.next ?? '' },
    })
    expect(rest).toEqual({ groups: [{ principal: 'local', run: 'r', id: 'x' }], next: null })
    const [known] = first.groups
    const all = await store.book.listGroups({ environment: 'mock-v1', limit: 9 })
    expect(all.groups).toContainEqual(known)
    expect((await store.book.listGroups({ environment: 'other', limit: 9 })).groups).toEqual([])
    expect((await store.book.listGroups({ task: 'no-such', limit: 9 })).groups).toEqual([])
    expect((await store.book.listGroups({ limit: 9 })).groups).toHaveLength(4)
    expect((await store.book.listGroups({ principal: 'nobody', limit: 9 })).groups).toEqual([])
  })
}

function meanContract(getStore: () => EventStore): void {
  it('gives an ended attempt the mean of those before it, by run and condition', async () => {
    const store = getStore()
    const play = async (
      name: string,
      run: string | null,
      condition: 'clean' | 'guided' | null,
      total: number,
      endReason = 'failed',
    ) => {
      const episode = new SampleEpisode(name, { run, condition })
      await store.log.append([episode.open()])
      await store.log.append([episode.close({ total, endReason, success: false })])
      return (await store.log.load(name))?.summary.baseline
    }
    expect(await play('1', 'r', 'clean', 100)).toBe(null)
    expect(await play('2', 'r', 'clean', 300)).toBe(100)
    expect(await play('3', 'r', 'guided', 900)).toBe(null)
    expect(await play('4', 's', 'clean', 900)).toBe(null)
    expect(await play('5', null, 'clean', 900)).toBe(null)
    expect(await play('6', 'r', null, 900)).toBe(null)
    expect(await play('7', 'r', 'clean', 900, 'client_fault')).toBe(200)
    expect(await play('8', 'r', 'clean', 900, 'superseded')).toBe(200)
    expect(await play('9', 'r', 'clean', 200)).toBe(200)
    expect(await store.book.baseline('9')).toBe(200)
    expect(await store.book.baseline('1')).toBe(null)
  })

  it('keeps the first critique of an episode until it is pruned', async () => {
    const store = getStore()
    const episode = new SampleEpisode('one')
    await store.log.append([episode.open(), episode.close()])
    expect(await store.book.critique('one')).toBe(undefined)
    const effect = {
      request: { kind: 'chat', profile: 'p', input: { a: 1 } },
      answer: { status: 'answered', output: 'x' },
    } as const
    const first = { source: 'model', text: 'Ask first.', effect } as const
    expect(await store.book.putCritique('one', first)).toEqual(first)
    const second = { source: 'posted', text: 'No.', effect: null } as const
    expect(await store.book.putCritique('one', second)).toEqual(first)
    await store.prune({ beforeMs: Number.MAX_SAFE_INTEGER, includeOpen: false })
    expect(await store.book.critique('one')).toBe(undefined)
  })

  it('stores no critique and no revocation of an episode that was pruned meanwhile', async () => {
    const store = getStore()
    const episode = new SampleEpisode('one')
    await store.log.putWorld(SAMPLE_WORLD.hash, SAMPLE_WORLD.text)
    await store.log.append([episode.open(), episode.close()])
    await store.prune({ beforeMs: Number.MAX_SAFE_INTEGER, includeOpen: false })
    const late = { source: 'posted', text: 'Too late.', effect: null } as const
    expect(await store.book.putCritique('one', late)).toEqual(late)
    expect(await store.book.revoke('one')).toBeGreaterThan(0)
    expect(await store.book.revoke('ck_one')).toBeGreaterThan(0)
    const { book } = store
    expect([await book.critique('one'), await book.revokedMs('one')]).toEqual([undefined, 0])
    expect(await book.revokedMs('ck_one')).toBeGreaterThan(0)
    expect((await store.check()).problems).toEqual([])
  })
}

function revocationContract(getStore: () => EventStore, clock: TestClock): void {
  it('gives every revocation a later time, and forgets it with its episode', async () => {
    const store = getStore()
    const episodes = ['one', 'two'].map((name) => new SampleEpisode(name))
    await store.log.putWorld(SAMPLE_WORLD.hash, SAMPLE_WORLD.text)
    await store.log.append(episodes.map((episode) => episode.open()))
    expect(await store.book.revokedMs('one')).toBe(0)
    clock.ms = 5_000
    expect(await store.book.revoke('one')).toBe(5_000)
    expect(await store.book.revoke('one')).toBe(5_001)
    clock.ms = 4_000
    expect(await Promise.all([store.book.revoke('one'), store.book.revoke('one')])).toEqual([
      5_002, 5_003,
    ])
    expect([await store.book.revokedMs('one'), await store.book.revokedMs('two')]).toEqual([
      5_003, 0,
    ])
    expect((await store.check()).problems).toEqual([])
    await store.prune({ beforeMs: Number.MAX_SAFE_INTEGER, includeOpen: true })
    expect(await store.book.revokedMs('one')).toBe(0)
    expect((await store.check()).problems).toEqual([])
  })
}

function heartbeatContract(getStore: () => EventStore): void {
  it('keeps when rollouts were heard of last, until their group is forgotten', async () => {
    const { book, log } = getStore()
    const group = { principal: 'local', run: 'r', id: 'g' }
    const other = { ...group, principal: 'other' }
    const mark = (index: number, lastHeartbeatMs: number, generation = 'one') =>
      ({ group, generation, index, begunMs: 7, lastHeartbeatMs }) as const
    await book.saveHeartbeats([mark(1, 20), mark(0, 10), { ...mark(0, 11), group: other }])
    expect(await book.heartbeats(group)).toEqual([mark(0, 10), mark(1, 20)])
    await book.saveHeartbeats([mark(0, 30), mark(2, 30, 'two')])
    expect(await book.heartbeats(group)).toEqual([mark(0, 30), mark(1, 20), mark(2, 30, 'two')])
    // Another server may know less.
    await book.saveHeartbeats([mark(0, 29), mark(1, 21), mark(2, 30, 'two')])
    expect(await book.heartbeats(group)).toEqual([mark(0, 30), mark(1, 21), mark(2, 30, 'two')])
    const third = { ...group, id: 'h' }
    await book.saveHeartbeats([{ ...mark(0, 11), group: third }])
    await book.deleteHeartbeats([group, third])
    await book.deleteHeartbeats([group])
    expect([await book.heartbeats(group), await book.heartbeats(third)]).toEqual([[], []])
    expect(await book.heartbeats(other)).toHaveLength(1)
    const sample = new SampleEpisode('one', { run: 'r', group: slot('g', 0) })
    await log.append([sample.open()])
    await book.saveHeartbeats([mark(0, 40)])
    await getStore().prune({ beforeMs: Number.MAX_SAFE_INTEGER, includeOpen: false })
    expect(await book.heartbeats(group)).toEqual([mark(0, 40)])
    await getStore().prune({ beforeMs: Number.MAX_SAFE_INTEGER, includeOpen: true })
    expect([await book.heartbeats(group), await book.heartbeats(other)]).toEqual([[], []])
  })
}
