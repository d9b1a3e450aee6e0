import { NO_HASH, type RowKind } from '../../env/row.ts'
import type { StoredRow } from '../episode-log.ts'
import { readJson, readTimes } from '../episode-record.ts'
import { OPENING_COLUMNS } from '../fixed-columns.ts'

/** The last row of an episode `e`, where it is open and its record is as old as its opening. */
export const LAST_ROW_JOIN = `LEFT JOIN LATERAL (
  SELECT number, position, kind, wall_ms, total FROM event
  WHERE episode_key = e.key ORDER BY position DESC LIMIT 1) AS last ON e.end_reason IS NULL`

/** Selects `EpisodeRecord`s, brought up to their last rows; a condition on `e` follows. */
export const SELECT_EPISODES = `
SELECT e.key, coalesce(last.wall_ms, e.updated_ms) AS updated_ms,
  coalesce(last.position - (last.kind = 'c')::integer, e.steps) AS steps,
  coalesce(last.total, e.total) AS total, e.success, e.end_reason,
  ${OPENING_COLUMNS.map((name) => `e.${name}`).join(', ')},
  e.baseline, e.metrics, encode(e.digest, 'hex') AS digest
FROM episode AS e ${LAST_ROW_JOIN}`

/** The texts of a row `v`, in their order, read at the moment at which the row is read. */
export const TEXTS_OF = `CASE WHEN v.texts IS NOT NULL THEN (
  SELECT json_agg(t.text ORDER BY k.ord)
  FROM jsonb_array_elements(v.texts::jsonb) WITH ORDINALITY AS k (pair, ord)
  LEFT JOIN text AS t ON t.key = (k.pair ->> 1)::uuid) END`

/** Columns of a row `v` beside those of its episode. */
export const EVENT_COLUMNS = `v.number AS row_number, v.position AS row_position,
  v.kind AS row_kind, v.wall_ms AS row_wall_ms, v.total AS row_total,
  encode(v.hash, 'hex') AS row_hash, v.payload AS row_payload, v.took_ms AS row_took_ms,
  v.texts AS row_texts, ${TEXTS_OF} AS row_text_list`

/** A row as `EVENT_COLUMNS` select it; all are null where there is none. */
export interface EventRecord {
  readonly row_number: number | null
  readonly row_position: number
  readonly row_kind: keyof typeof KINDS
  readonly row_wall_ms: number
  readonly row_total: number
  readonly row_hash: string
  readonly row_payload: string
  readonly row_took_ms: string | null
  readonly row_texts: string | null
  readonly row_text_list: readonly (string | null)[] | null
}

/**
 * A payload with its long texts put back. `texts` is a JSON array of [place, key] in rising order,
 * as in a SQLite file; of the list, those that are not there are null.
 */
export function withTexts(
  payload: string,
  texts: string | null,
  list: readonly (string | null)[] | null,
): string {
  const pairs = readJson(texts)
  if (!Array.isArray(pairs)) return payload
  let text = ''
  let from = 0
  for (const [index, pair] of pairs.entries()) {
    const offset = Number((pair as readonly unknown[])[0])
    text += payload.slice(from, offset) + (list?.[index] ?? '')
    from = offset
  }
  return text + payload.slice(from)
}

const KINDS = { o: 'opened', s: 'stepped', c: 'closed' } as const

export const kindForLetter = (letter: keyof typeof KINDS): RowKind => KINDS[letter]

/**
 * The rows from a position on. Records come in order and from the position before, since a row's
 * previous hash is only stored as the hash of the row before.
 */
export function toStoredRows(
  episode: string,
  records: readonly EventRecord[],
  fromPosition: number,
): StoredRow[] {
  return records.flatMap((record, index) => {
    const { row_number: number, row_position: position } = record
    if (number === null || position < fromPosition) return []
    const previousRecord = records[index - 1]
    const row = {
      ...{ episode, position, number, kind: kindForLetter(record.row_kind), hash: record.row_hash },
      previousHash:
        previousRecord?.row_position === position - 1 ? previousRecord.row_hash : NO_HASH,
      payload: withTexts(record.row_payload, record.row_texts, record.row_text_list),
      wallMs: record.row_wall_ms,
      tookMs: readTimes(record.row_took_ms),
    }
    return [row]
  })
}
