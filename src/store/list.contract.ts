import fc from 'fast-check'
import { expect, it } from 'vitest'
import type {
  EpisodeConditions,
  EpisodeCount,
  EpisodeFilter,
  EpisodeOrder,
  EventStore,
  StoredEpisodePage,
} from './event-store.ts'
import { SampleEpisode } from './sample.contract.ts'
import type { TestClock } from './store.contract.ts'
import { Tally } from './tally.ts'

const ORDERS: readonly EpisodeOrder[] = ['oldest', 'newest', 'updated', 'reward']
const EPISODES = 60

/** What lists episodes: a store's log, or what it is made of. */
interface Lists {
  list(filter: EpisodeFilter): StoredEpisodePage | Promise<StoredEpisodePage>
  count(filter: Omit<EpisodeFilter, 'limit'>): EpisodeCount | Promise<EpisodeCount>
}

/** An episode as the contract knows it: what was stored of it, and when it was stored last. */
interface Known {
  readonly id: string
  readonly key: number
  readonly total: number
  readonly isOver: boolean
  readonly row: number
  readonly conditions: Required<Pick<EpisodeConditions, 'environment' | 'difficulty' | 'open'>> &
    EpisodeConditions
  readonly openedMs: number
}

/** Stores episodes that differ in everything that lists filter or sort by, and returns them. */
export async function fillWithLists(store: EventStore, clock: TestClock): Promise<Known[]> {
  const samples = Array.from({ length: EPISODES }, (_, at) => sampleAt(at))
  let row = 0
  const known: Known[] = []
  for (const { sample } of samples) {
    clock.ms += 10
    await store.log.append([sample.open()])
    row += 1
  }
  const openedFrom = clock.ms - 10 * EPISODES
  // In another order than they were opened, so that the last rows have one of their own.
  for (const [turn, at] of samples.map((_, index) => (index * 37) % EPISODES).entries()) {
    const { sample, conditions } = samples[at] as ReturnType<typeof sampleAt>
    const total = ((at * 7) % 5) * 100
    const isOver = turn % 4 !== 0
    const rows = turn % 8 === 0 ? [] : [sample.step(undefined, { total })]
    const success = at % 2 === 0
    const end = { endReason: at % 3 === 0 ? 'failed' : 'solved', success, total }
    await store.log.append([...rows, ...(isOver ? [sample.close(end)] : [])])
    const count = rows.length + Number(isOver)
    row += count
    const ended = isOver ? { success, endReason: end.endReason } : {}
    known.push({
      ...{ id: sample.episode, key: at, isOver, row: count === 0 ? at + 1 : row },
      total: count === 0 ? 0 : total,
      conditions: { ...conditions, ...ended, open: !isOver },
      openedMs: openedFrom + 10 * (at + 1),
    })
  }
  return known
}

function sampleAt(at: number) {
  const conditions = {
    environment: at % 3 === 0 ? 'a-v1' : 'b-v1',
    split: at % 2 === 0 ? 'train' : 'val',
    taskId: `task-${at % 4}`,
    difficulty: at % 5,
    ...(at % 3 === 1 ? {} : { run: at % 2 === 0 ? 'r' : 's' }),
    principal: at % 7 === 0 ? 'other' : 'local',
    ...(at % 10 === 9 ? { parent: 'e0' } : {}),
    ...(at % 2 === 0 ? { condition: 'clean' as const } : {}),
  }
  const placed = at % 6 === 0 ? { group: { id: 'g', index: at, generation: 'one' } } : {}
  const sample = new SampleEpisode(`e${at}`, { ...conditions, ...placed })
  return { sample, conditions: { ...conditions, ...(at % 6 === 0 ? { group: 'g' } : {}) } }
}

const optional = <Value>(value: fc.Arbitrary<Value>) =>
  fc.option(value, { nil: undefined, freq: 3 })

const FILTERS = fc.record({
  environment: optional(fc.constantFrom('a-v1', 'b-v1', 'c-v1')),
  split: optional(fc.constantFrom('train', 'val')),
  taskId: optional(fc.constantFrom('task-0', 'task-3')),
  difficulty: optional(fc.integer({ min: 0, max: 5 })),
  run: optional(fc.constantFrom('r', 's')),
  principal: optional(fc.constantFrom('local', 'other')),
  parent: optional(fc.constant('e0')),
  group: optional(fc.constant('g')),
  condition: optional(fc.constantFrom('clean', 'guided')),
  open: optional(fc.boolean()),
  success: optional(fc.boolean()),
  endReason: optional(fc.constantFrom('failed', 'solved')),
  totalMin: optional(fc.constantFrom(-100, 0, 100, 200)),
  totalMax: optional(fc.constantFrom(0, 200, 300)),
  openedFromMs: optional(fc.integer({ min: 1_000, max: 1_600 })),
  openedToMs: optional(fc.integer({ min: 1_100, max: 1_700 })),
  ids: optional(fc.constant(['e3', 'e9', 'e12', 'nobody', 'e3'])),
  before: optional(fc.constantFrom('e20', 'e31', 'nobody')),
  after: optional(fc.constantFrom('e8', 'e44', 'nobody')),
  order: fc.constantFrom(...ORDERS),
  limit: fc.integer({ min: 1, max: 20 }),
  budgetMs: optional(fc.constant(0)),
})

/** Whatever is asked for comes in pages, each once and in its order, and is counted. */
export async function checkLists(lists: Lists, known: readonly Known[]): Promise<void> {
  await fc.assert(
    fc.asyncProperty(FILTERS, async (drawn) => {
      const given = Object.entries(drawn).filter(([, value]) => value !== undefined)
      const filter = Object.fromEntries(given) as unknown as EpisodeFilter
      const expected = expectedIds(known, filter)
      expect(await allPages(lists, filter)).toEqual(expected)
      const { limit: _, ...counted } = filter
      expect(await wholeCount(lists, counted)).toBe(expected.length)
    }),
    { numRuns: 150 },
  )
}

async function allPages(lists: Lists, filter: EpisodeFilter): Promise<string[]> {
  const found: string[] = []
  let from: Partial<EpisodeFilter> = {}
  for (;;) {
    const { episodes, next } = await lists.list({ ...filter, ...from })
    expect(episodes.length).toBeLessThanOrEqual(filter.limit)
    found.push(...episodes.map(({ episode }) => episode))
    if (next === null) return found
    from = { after: next }
  }
}

async function wholeCount(lists: Lists, filter: Omit<EpisodeFilter, 'limit'>): Promise<number> {
  let { count, next } = await lists.count(filter)
  while (next !== null) {
    const more = await lists.count({ ...filter, after: next })
    count += more.count
    next = more.next
  }
  return count
}

function expectedIds(known: readonly Known[], filter: EpisodeFilter): string[] {
  const { order = 'oldest', after, before } = filter
  const by = ({ key, total, row }: Known): number =>
    order === 'reward' ? total * 1_000 + key : order === 'updated' ? row : key
  const sign = order === 'oldest' ? 1 : -1
  const standing = known.filter(({ isOver }) => order !== 'reward' || isOver)
  const indexOfEpisode = (id: string | undefined): number | undefined => {
    const one = standing.find((member) => member.id === id)
    return one && sign * by(one)
  }
  const [from, to] = [indexOfEpisode(after), indexOfEpisode(before)]
  return standing
    .filter((one) => isWanted(one, filter))
    .filter((one) => from === undefined || sign * by(one) > from)
    .filter((one) => to === undefined || sign * by(one) < to)
    .sort((one, other) => sign * (by(one) - by(other)))
    .map(({ id }) => id)
}

function isWanted({ id, total, openedMs, conditions }: Known, filter: EpisodeFilter): boolean {
  const { totalMin = -1e9, totalMax = 1e9, openedFromMs = 0, openedToMs = 1e9, ids } = filter
  const { order: _, after: __, before: ___, limit: ____, budgetMs: _____, ...rest } = filter
  const bounds = ['totalMin', 'totalMax', 'openedFromMs', 'openedToMs', 'ids']
  const same = Object.entries(rest).filter(([name]) => !bounds.includes(name))
  return (
    same.every(([name, value]) => conditions[name as keyof EpisodeConditions] === value) &&
    total >= totalMin &&
    total <= totalMax &&
    openedMs >= openedFromMs &&
    openedMs < openedToMs &&
    ids?.includes(id) !== false
  )
}

/** What every store's lists must do. */
export function listContract(getStore: () => EventStore, clock: TestClock): void {
  it('gives what is asked for in pages, in every order, and counts it', async () => {
    const known = await fillWithLists(getStore(), clock)
    await checkLists(getStore().log, known)
  })

  it('goes on behind a place that has moved or gone', async () => {
    const { log } = getStore()
    const samples = ['a', 'b', 'c'].map((name) => new SampleEpisode(name))
    for (const sample of samples) await log.append([sample.open()])
    const first = await log.list({ order: 'updated', limit: 1 })
    expect(first.episodes.map(({ episode }) => episode)).toEqual(['c'])
    await log.append([(samples[2] as SampleEpisode).step()])
    const rest = { order: 'updated', limit: 9, after: first.next ?? '' } as const
    expect((await log.list(rest)).episodes.map(({ episode }) => episode)).toEqual(['b', 'a'])
    const strange = await log.list({ order: 'newest', limit: 9, after: '@1,x' })
    expect(strange.episodes).toHaveLength(3)
  })

  it('counts by task, batch and in pieces, the same in one part as in many', async () => {
    const { log } = getStore()
    await fillWithLists(getStore(), clock)
    for (const by of ['all', 'task', 'batch', 'episodes', 'time'] as const) {
      const query = { conditions: { run: 'r' }, by, width: 7, metrics: ['reward', 'success'] }
      const whole = await log.tally(query, null, 1_000)
      expect(whole.next).toBeNull()
      const sum = (of: (cell: (typeof whole.cells)[number]) => number): number =>
        whole.cells.reduce((all, cell) => all + of(cell), 0)
      expect([by, sum(({ opened }) => opened)]).toEqual([by, 20])
      expect(sum(({ sums }) => sums[1]?.sum ?? 0)).toBe(sum(({ successes }) => successes))
      const merged = new Tally(query)
      merged.merge(whole.cells.slice(0, 1))
      merged.merge(whole.cells.slice(1))
      expect(merged.cells).toEqual(whole.cells)
    }
  })

  newsContract(getStore)
}

function newsContract(getStore: () => EventStore): void {
  it('tells the news behind a cursor: each episode once, in pieces, and who is lost', async () => {
    const { log } = getStore()
    const begin = await log.news({})
    expect(begin).toMatchObject({ changed: [], gone: [], isLost: false, hasMore: false })
    const samples = Array.from({ length: 250 }, (_, at) => {
      return new SampleEpisode(`n${at}`, { principal: at % 2 === 0 ? 'local' : 'other' })
    })
    for (const sample of samples) await log.append([...sample.prefix(2)])
    const done = samples[0] as SampleEpisode
    await log.append([done.close({ endReason: 'failed', success: false })])
    const own = await log.news({ principal: 'local', open: true }, begin.cursor)
    expect(own.changed).toHaveLength(124)
    expect(own).toMatchObject({ gone: ['n0'], opened: 125, stepped: 250, ended: 1 })
    const first = await log.news({}, begin.cursor)
    expect([first.changed.length, first.hasMore]).toEqual([200, true])
    const second = await log.news({}, first.cursor)
    expect([second.changed.length, second.hasMore]).toEqual([51, false])
    expect(second.changed.filter(({ episode }) => episode === 'n0')).toHaveLength(1)
    expect(first.opened + second.opened).toBe(250)
    expect(await log.news({}, second.cursor)).toMatchObject({ changed: [], isLost: false })
    for (const strange of ['', 'x', 'other:3', `${second.cursor}9`, 'memory:-1']) {
      expect(await log.news({}, strange)).toMatchObject({ changed: [], isLost: true })
    }
  })

  it('tells labels and revision of an opening, and none of one that is damaged', async () => {
    const labelled = new SampleEpisode('one', { run: 'r', batch: '7' })
    const damaged = new SampleEpisode('two')
    await getStore().log.append([labelled.open(), damaged.open('{"labels":["x"]}')])
    const broken = new SampleEpisode('three')
    await getStore().log.append([broken.open('no JSON')])
    const revised = new SampleEpisode('four')
    await getStore().log.append([revised.open('{"labels":{},"revision":3}')])
    const { episodes } = await getStore().log.list({ limit: 9 })
    expect(episodes.map(({ labels }) => labels)).toEqual([{ run: 'r', batch: '7' }, {}, {}, {}])
    expect(episodes.map(({ revision }) => revision)).toEqual([0, 0, 0, 3])
  })
}
