import {
  type EpisodeConditions,
  type ListedEpisode,
  NEWS_BEHIND_MAX,
  NEWS_EPISODES_MAX,
  NEWS_ROWS_MAX,
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

/** What is told of rows: of which episodes, and how far it goes. */
export interface Told {
  readonly keys: readonly string[]
  readonly counts: Pick<News, 'opened' | 'stepped' | 'ended'>
  /** The number of the last row that was told of. */
  readonly last: number
  readonly hasMore: boolean
}

/** Takes rows in order, until they are of as many episodes as are told of at once. */
export function tellNews(rows: readonly NewsRow[], principal: string | undefined): Told {
  const keys = new Map<string, boolean>()
  let [opened, stepped, last] = [0, 0, 0]
  let isCut = false
  for (const { number, kind, key, principal: owner, ends } of rows) {
    if (principal === undefined || owner === principal) {
      const name = String(key)
      isCut = !keys.has(name) && keys.size === NEWS_EPISODES_MAX
      if (isCut) break
      // A row that closes comes behind the last step, which looks like an end by itself.
      keys.set(name, ends)
      if (kind === 'opened') opened += 1
      if (kind === 'stepped') stepped += 1
    }
    last = number
  }
  const hasMore = isCut || rows.length === NEWS_ROWS_MAX
  const ended = [...keys.values()].filter(Boolean).length
  return { keys: [...keys.keys()], counts: { opened, stepped, ended }, last, hasMore }
}

/** The news of what was told: whoever fits, and whoever does not. */
export function newsOf(
  { counts, hasMore }: Told,
  listed: readonly ListedEpisode[],
  conditions: EpisodeConditions,
  cursor: string,
): News {
  const changed = listed.filter((one) => matches(one, conditions))
  const gone = listed.filter((one) => !matches(one, conditions)).map(({ episode }) => episode)
  return { changed, gone, ...counts, cursor, hasMore, isLost: false }
}

/** News of nothing: where it begins, or where a reader who lost his place goes on. */
export const nothingNew = (cursor: string, since: string | undefined): News => ({
  ...{ changed: [], gone: [], opened: 0, stepped: 0, ended: 0 },
  ...{ cursor, hasMore: false, isLost: since !== undefined },
})

export const cursorText = (store: string, number: number): string => `${store}:${number}`

/** The number of a cursor; undefined where there is none, or none to go on from. */
export function readCursor(
  cursor: string | undefined,
  store: string,
  last: number,
): number | undefined {
  const [, id, text] = /^([^:]*):(\d{1,15})$/.exec(cursor ?? '') ?? []
  const number = Number(text)
  const isKnown = id === store && number <= last && number >= last - NEWS_BEHIND_MAX
  return isKnown ? number : undefined
}
