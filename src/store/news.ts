import {
  type EpisodeConditions,
  type ListedEpisode,
  NEWS_BEHIND_MAX,
  NEWS_EPISODES_MAX,
  type News,
} from './episode-log.ts'
import { matches } from './summary.ts'

/** A row as news see it. */
export interface NewsRow {
  readonly number: number
  readonly kind: 'opened' | 'stepped' | 'closed'
  /** Names its episode for the store. */
  readonly key: string | number
  readonly principal: string
  /** Whether its episode ended with it, if no row of it follows. */
  readonly ends: boolean
}

/** Takes rows in order, until they are of as many episodes as are told of at once. */
export class Telling {
  readonly #principal: string | undefined
  readonly #keys = new Map<string, boolean>()
  #opened = 0
  #stepped = 0
  /** The number of the last row that was taken. */
  last: number
  /** Whether a row was left that is to be told of. */
  isCut = false

  /** @param principal whose rows are told of; undefined: everybody's */
  constructor(principal: string | undefined, from: number) {
    this.#principal = principal
    this.last = from
  }

  get keys(): readonly string[] {
    return [...this.#keys.keys()]
  }

  get counts(): Pick<News, 'opened' | 'stepped' | 'ended'> {
    const ended = [...this.#keys.values()].filter(Boolean).length
    return { opened: this.#opened, stepped: this.#stepped, ended }
  }

  take(rows: readonly NewsRow[]): void {
    for (const { number, kind, key, principal, ends } of rows) {
      if (this.#principal === undefined || principal === this.#principal) {
        const name = String(key)
        this.isCut = !this.#keys.has(name) && this.#keys.size === NEWS_EPISODES_MAX
        if (this.isCut) return
        // A row that closes comes behind the last step, which looks like an end by itself.
        this.#keys.set(name, ends)
        if (kind === 'opened') this.#opened += 1
        if (kind === 'stepped') this.#stepped += 1
      }
      this.last = number
    }
  }
}

/**
 * The news of what was told: whoever fits, and whoever does not.
 *
 * @param isEnd whether everything was looked at that is stored
 */
export function newsOf(
  { counts, isCut }: Telling,
  listed: readonly ListedEpisode[],
  conditions: EpisodeConditions,
  { cursor, isEnd }: { readonly cursor: string; readonly isEnd: boolean },
): News {
  const changed = listed.filter((one) => matches(one, conditions))
  const gone = listed.filter((one) => !matches(one, conditions)).map(({ episode }) => episode)
  // Rows that were not looked at are told of only to those who may see all.
  const hasMore = isCut || (!isEnd && conditions.principal === undefined)
  return { changed, gone, ...counts, cursor, hasMore, isPart: !isCut && !isEnd, isLost: false }
}

/** News of nothing: where it begins, or where a reader who lost his place goes on. */
export const nothingNew = (cursor: string, since: string | undefined): News => ({
  ...{ changed: [], gone: [], opened: 0, stepped: 0, ended: 0 },
  ...{ cursor, hasMore: false, isPart: false, isLost: since !== undefined },
})

export const cursorText = (store: string, number: number): string => `${store}:${number}`

/**
 * The number of a cursor; undefined where there is none, or none to go on from. How many rows lie
 * behind it is no matter where news of one principal is asked for: they are others' too.
 */
export function readCursor(
  cursor: string | undefined,
  store: { readonly id: string; readonly last: number },
  { principal }: EpisodeConditions,
): number | undefined {
  const [, id, text] = /^([^:]*):(\d{1,15})$/.exec(cursor ?? '') ?? []
  const number = Number(text)
  const isNear = principal !== undefined || number >= store.last - NEWS_BEHIND_MAX
  return id === store.id && number <= store.last && isNear ? number : undefined
}
