import type { Database } from './database.ts'
import { ERA_ROWS } from './texts-tables.ts'
import { underWritersLock } from './writers-lock.ts'

/** Texts that are removed under the lock of all writers, which takes milliseconds. */
const TEXTS_AT_ONCE = 1_000

/**
 * Removes texts that no row needs. The rows of an era are read without the lock of all writers;
 * under it, only those that were stored since.
 *
 * @param touched the eras that lost rows; of others only those that have none are swept
 */
export async function sweepTexts(database: Database, touched: ReadonlySet<number>): Promise<void> {
  for (let afterKey = -1; ; ) {
    const [next] = await database.write<{ era: number; has_rows: boolean }>(NEXT_ERA, [afterKey])
    if (next === undefined) return
    const { era, has_rows } = next
    if (touched.has(era) || !has_rows) await sweepEra(database, era)
    afterKey = era
  }
}

async function sweepEra(database: Database, era: number): Promise<void> {
  const unneeded = await database.read<{ key: string; last_number: number }>(UNNEEDED, [era])
  const lastNumber = unneeded[0]?.last_number
  if (lastNumber === undefined) return
  const keys = unneeded.map(({ key }) => key)
  for (let from = 0; from < keys.length; from += TEXTS_AT_ONCE) {
    const values = [keys.slice(from, from + TEXTS_AT_ONCE), lastNumber]
    await underWritersLock(database, REMOVE_TEXTS, values)
  }
}

const NEXT_ERA = {
  name: 'next_era',
  text: `SELECT era, EXISTS (SELECT FROM event WHERE number > era * ${ERA_ROWS}
      AND number <= (era + 2) * ${ERA_ROWS}) AS has_rows
    FROM (SELECT min(era) AS era FROM text WHERE era > $1) AS next WHERE era IS NOT NULL`,
}

/**
 * The texts of an era that no row needs, and the number of the last row that this has seen. The
 * rows of a batch may reach into the next era.
 */
const UNNEEDED = {
  text: `WITH needed AS (SELECT DISTINCT (pair ->> 1)::uuid AS key
      FROM event, jsonb_array_elements(texts::jsonb) AS pair
      WHERE number > $1::bigint * ${ERA_ROWS} AND number <= ($1::bigint + 2) * ${ERA_ROWS}
      AND texts IS NOT NULL)
    SELECT key, (SELECT number FROM log_head) AS last_number FROM text
    WHERE era = $1 AND NOT EXISTS (SELECT FROM needed WHERE needed.key = text.key)`,
}

/** Removes texts, except those that later rows need. */
const REMOVE_TEXTS = `DELETE FROM text WHERE key = ANY ($1::uuid[]) AND key NOT IN (
  SELECT (pair ->> 1)::uuid FROM event, jsonb_array_elements(texts::jsonb) AS pair
  WHERE number > $2 AND texts IS NOT NULL)`
