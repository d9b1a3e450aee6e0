import type Database from 'better-sqlite3'
import type {
  EpisodeConditions,
  EpisodeCount,
  EpisodeFilter,
  EpisodeOrder,
  EpisodePage,
} from '../episode-log.ts'
import {
  comparePositions,
  formatListCursor,
  parseListCursor,
  type SortPosition,
} from '../list-cursor.ts'
import { nextCursor, type PositionedEpisode, sortedPage } from '../list-page.ts'
import { chooseWalk, type Walk } from '../list-walk.ts'
import { matches, pageSize } from '../summary.ts'
import { ListedReader } from './listed.ts'
import { fewText, sortedTexts } from './sorted.ts'
import { statementCache } from './statement-cache.ts'
import { boundValues, conditionValues, type Values, type WalkTexts, walkTexts } from './walk.ts'

/** A store with fewer episodes is searched to its end, without a time limit. */
const FIRST_WINDOW = 4_096
const WINDOW_MAX = 262_144
/** Target duration of one look. The clock is read after each look. */
const LOOK_MS = 5
const NO_LIMIT = -1
/** Up to so many matches are sorted directly, which takes no longer than one or two looks. */
const FEW_MATCHES = 8_192
/** An open episode has no position in the order of rewards. */
const EMPTY_PAGE: EpisodePage = { episodes: [], next: null }

type Counted = Omit<EpisodeFilter, 'limit'>

/** The state of a listing during its walk. */
interface Search {
  readonly order: EpisodeOrder
  readonly conditions: EpisodeConditions
  readonly walk: Walk
  readonly texts: WalkTexts
  readonly values: Values
  /** The next look begins after this position; undefined at the beginning. */
  after: SortPosition | undefined
  readonly before: SortPosition | undefined
  readonly untilMs: number
}

/** Lists episodes along the indexes of `walk.ts`, in looks that each take some milliseconds. */
export class EpisodeLister {
  readonly #listed: ListedReader
  readonly #firstWindow: number
  readonly #fewMatches: number
  readonly #statement: (sql: string) => Database.Statement

  /**
   * @param firstWindow the number of episodes that are always read, and the size of the first look
   * @param fewMatches up to so many matches are sorted if no index has their order
   */
  constructor(database: Database.Database, firstWindow = FIRST_WINDOW, fewMatches = FEW_MATCHES) {
    this.#statement = statementCache(database)
    this.#firstWindow = firstWindow
    this.#fewMatches = fewMatches
    this.#listed = new ListedReader(database)
  }

  /** Returns one page. An unknown `after`, such as a pruned one, starts at the beginning. */
  list(filter: EpisodeFilter): EpisodePage {
    const { ids } = filter
    if (ids !== undefined) return this.#listIds(filter, ids)
    const size = pageSize(filter.limit)
    const search = this.#begin(filter)
    if (search.order === 'reward' && search.conditions.open === true) return EMPTY_PAGE
    const page: PositionedEpisode[] = []
    const isFull = (): boolean => page.length > size
    const isOver = this.#look(search, isFull, (values) => {
      const missingCount = size + 1 - page.length
      const positions = this.#positions(search.texts.fitting, { ...values, limit: missingCount })
      page.push(...this.#withEpisodes(positions, search))
      // Rows that did not match leave room for more rows of this look.
      return positions.length === missingCount ? positions[missingCount - 1] : undefined
    })
    const episodes = page.slice(0, size).map(({ listed }) => listed)
    if (isFull())
      return { episodes, next: nextCursor(search.order, page[size - 1] as PositionedEpisode) }
    return {
      episodes,
      next: isOver || search.after === undefined ? null : formatListCursor(search.after),
    }
  }

  count(filter: Counted): EpisodeCount {
    if (filter.ids !== undefined) {
      const { episodes } = this.list({ ...filter, limit: filter.ids.length })
      return { count: episodes.length, next: null, share: 1 }
    }
    const search = this.#begin(filter)
    const { totalMin, totalMax, open } = search.conditions
    const isLoose = (totalMin !== undefined || totalMax !== undefined) && open !== false
    let count = 0
    const isOver = this.#look(
      search,
      () => false,
      (values) => {
        const { fitting, counted } = search.texts
        const parameters = { ...values, limit: NO_LIMIT }
        count += isLoose
          ? this.#withEpisodes(this.#positions(fitting, parameters), search).length
          : (this.#statement(counted).pluck().get(parameters) as number)
        return undefined
      },
    )
    if (isOver || search.after === undefined) return { count, next: null, share: 1 }
    return { count, next: formatListCursor(search.after), share: this.#share(search) }
  }

  #listIds(filter: EpisodeFilter, ids: readonly string[]): EpisodePage {
    const { order = 'oldest' } = filter
    const keys = [...new Set(ids)].flatMap((id) => this.#listed.keyOf(id) ?? [])
    const members = [...this.#listed.byKey(keys)].flatMap(([key, episode]) => {
      const sortPosition = this.#listed.sortPositionOf(key, order)
      return sortPosition === undefined || !matches(episode, filter)
        ? []
        : [{ sortPosition, listed: episode }]
    })
    return sortedPage(members, filter, (text) => this.#resolveCursor(text, order))
  }

  #begin(filter: Counted): Search {
    const { after, before, order = 'oldest', budgetMs, ...conditions } = filter
    const isWanted = ([name]: [string, unknown]): boolean => name !== 'limit'
    const indexConditions = Object.fromEntries(Object.entries(conditions).filter(isWanted))
    const walk = chooseWalk(indexConditions, order)
    const values = conditionValues(indexConditions)
    return {
      ...{ order, conditions: indexConditions, walk, values },
      texts: this.#sorted(indexConditions, order, values) ?? walkTexts(walk),
      after: after === undefined ? undefined : this.#resolveCursor(after, order),
      before: before === undefined ? undefined : this.#resolveCursor(before, order),
      untilMs: performance.now() + (budgetMs ?? Number.POSITIVE_INFINITY),
    }
  }

  /**
   * A walk by reward or last row through the few matches of the conditions, because a walk through
   * the whole index would pass the episodes of all. Undefined for other orders, and if there are
   * too many matches to sort.
   */
  #sorted(
    conditions: EpisodeConditions,
    order: EpisodeOrder,
    values: Values,
  ): WalkTexts | undefined {
    if (order !== 'reward' && order !== 'updated') return undefined
    const { index } = chooseWalk(conditions, 'newest')
    if (index === undefined) return undefined
    const countMax = this.#fewMatches + 1
    const matchCount = this.#statement(fewText(index))
      .pluck()
      .get({ ...values, most: countMax }) as number
    return matchCount < countMax ? sortedTexts(index, order) : undefined
  }

  /**
   * Reads piece after piece until enough is found, the time is over, or the walk ends.
   *
   * @param take takes the wanted rows of a piece, and returns the position at which it stopped if
   *   it left some
   * @returns whether the walk ended
   */
  #look(
    search: Search,
    isFull: () => boolean,
    take: (values: Values) => SortPosition | undefined,
  ): boolean {
    const { order, before, texts, untilMs } = search
    let size = this.#firstWindow
    while (!isFull()) {
      const startMs = performance.now()
      const { after } = search
      const from = { ...search.values, ...boundValues(order, { after, before, last: undefined }) }
      const last = this.#positions(texts.last, { ...from, size: size - 1, limit: size })[0]
      const stopped = take({ ...from, ...boundValues(order, { after, before, last }) })
      search.after = stopped ?? last
      if (search.after === undefined) return true
      if (before !== undefined && comparePositions(order, search.after, before) >= 0) return true
      const nowMs = performance.now()
      if (nowMs >= untilMs) return false
      const tookMs = nowMs - startMs
      if (tookMs > LOOK_MS) size = Math.max(size >> 1, this.#firstWindow)
      else if (tookMs < LOOK_MS / 2) size = Math.min(size * 2, WINDOW_MAX)
    }
    return false
  }

  #withEpisodes(positions: readonly SortPosition[], { conditions }: Search): PositionedEpisode[] {
    const episodes = this.#listed.byKey(positions.map(([, key]) => key))
    return positions.flatMap((sortPosition) => {
      const episode = episodes.get(sortPosition[1])
      return episode === undefined || !matches(episode, conditions)
        ? []
        : [{ sortPosition, listed: episode }]
    })
  }

  #resolveCursor(text: string, order: EpisodeOrder): SortPosition | undefined {
    const position = parseListCursor(text)
    if (position !== undefined) return position
    const key = this.#listed.keyOf(text)
    return key === undefined ? undefined : this.#listed.sortPositionOf(key, order)
  }

  /** Estimates which share of the store lies before a position; NaN if it is unknown. */
  #share({ order, after, walk }: Search): number {
    const column = order === 'updated' ? 'number' : 'key'
    const table = order === 'updated' ? 'event' : 'episode'
    if (order === 'reward' || walk.index !== undefined) return Number.NaN
    // Two queries: for both values in one, SQLite reads the whole table.
    const end = (aggregate: string): string => `(SELECT ${aggregate}(${column}) FROM ${table})`
    const ends = this.#statement(`SELECT ${end('min')}, ${end('max')}`).raw()
    const [first, last] = ends.get() as [number, number]
    const part = ((after?.[0] ?? first) - first) / Math.max(last - first, 1)
    return order === 'oldest' ? part : 1 - part
  }

  #positions(sql: string, values: Values): SortPosition[] {
    return this.#statement(sql).raw().all(values) as unknown as SortPosition[]
  }
}
