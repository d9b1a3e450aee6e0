import type { Index } from '../list-walk.ts'
import { UNINDEXED_ROWS } from './row-index.ts'
import { alongSql, remainingConditions, type WalkTexts } from './walk.ts'

/** Counts what an index leads to, up to `@most`. */
export const fewText = (index: Index): string => `SELECT count(*) FROM (
  SELECT 1 FROM episode INDEXED BY ${index.name} WHERE ${alongSql(index).join(' AND ')}
  LIMIT @most)`

/** By what an order sorts: the reward of what is over, or the number of the last row. */
const SORT_VALUES = {
  reward: `CASE WHEN end_reason IS NOT NULL THEN total END`,
  updated: `coalesce(tail.number, (SELECT number FROM event_place
    WHERE event_place.episode_key = key ORDER BY position DESC LIMIT 1))`,
} as const

/**
 * The statements of a walk through all that an index leads to, sorted in an order that it does not
 * have: one look takes all of it.
 */
export function sortedTexts(index: Index, order: keyof typeof SORT_VALUES): WalkTexts {
  const tail = `LEFT JOIN (SELECT episode_key, max(number) AS number FROM (${UNINDEXED_ROWS})
    GROUP BY episode_key) AS tail ON tail.episode_key = key`
  const ownRows = `SELECT ${SORT_VALUES[order]} AS by, key FROM episode INDEXED BY ${index.name}
    ${order === 'updated' ? tail : ''}
    WHERE ${alongSql(index).join(' AND ')} AND ${remainingConditions(index.members)}`
  const fit = `FROM (${ownRows}) WHERE by IS NOT NULL
    AND (by < @afterBy OR (by = @afterBy AND key < @afterKey))
    AND (by > @beforeBy OR (by = @beforeBy AND key > @beforeKey))`
  return {
    last: 'SELECT 0, 0 WHERE false',
    fitting: `SELECT by, key ${fit} ORDER BY by DESC, key DESC LIMIT @limit`,
    counted: `SELECT count(*) ${fit}`,
  }
}
