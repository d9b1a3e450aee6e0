import { appendFunction } from './append-function.ts'
import { pruneFunction } from './prune-function.ts'

/**
 * So many row numbers make an era. Rows share texts with rows of their own era alone, so that a
 * prune knows where to look for whoever may need a text.
 */
export const ERA_ROWS = 65_536

/** What a batch says of texts that are not there, or of an era that is over, has this code. */
export const TEXTS_GONE = 'BC002'

/**
 * Texts are known by a hash of themselves, their owner and their era, so that servers that know
 * nothing of each other share them. A batch names those that it takes for stored; under the lock
 * of all writers that is held against what is there.
 */
const append = appendFunction({
  parameters: `,
  p_apart jsonb, p_texts jsonb, p_known uuid[], p_era bigint`,
  first: `  IF p_apart IS NOT NULL THEN
    IF p_era <> v_number / ${ERA_ROWS} OR EXISTS (SELECT FROM unnest(p_known) AS k (key)
        WHERE NOT EXISTS (SELECT FROM text WHERE text.key = k.key)) THEN
      RAISE EXCEPTION 'texts are gone' USING ERRCODE = '${TEXTS_GONE}',
        DETAIL = (v_number / ${ERA_ROWS})::text;
    END IF;
    INSERT INTO text (key, era, text) SELECT key, p_era, text
      FROM jsonb_to_recordset(p_texts) AS t (key uuid, text text) ORDER BY key
      ON CONFLICT DO NOTHING;
  END IF;
`,
  columns: ', texts',
  values: ', p_apart ->> r.ord::text',
})

const prune = pruneFunction({
  parameters: ', OUT eras integer[]',
  first: `    SELECT array_agg(DISTINCT (number / ${ERA_ROWS})::integer) INTO eras FROM event
      WHERE episode_key = ANY (v_keys);
`,
})

/**
 * Removes the texts of an era that no row needs. It is no longer called (see text-sweep.ts): in a
 * large table, its plan compares every text with every row, under the lock of all writers.
 */
const SWEEP = `
CREATE FUNCTION sweep_texts(p_era bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT number / ${ERA_ROWS} FROM log_head) <= p_era THEN
    PERFORM FROM log_head FOR UPDATE;
  END IF;
  DELETE FROM text WHERE era = p_era AND key NOT IN (
    SELECT (pair ->> 1)::uuid FROM event, jsonb_array_elements(texts::jsonb) AS pair
    WHERE number > p_era * ${ERA_ROWS} AND number <= (p_era + 2) * ${ERA_ROWS}
    AND texts IS NOT NULL);
END $$;
`

/** What keeps long texts once. */
export const TEXT_TABLES = `
CREATE TABLE text (key uuid PRIMARY KEY, era bigint NOT NULL, text text NOT NULL);
CREATE INDEX text_era ON text (era);
DO $$ BEGIN
  ALTER TABLE text ALTER COLUMN text SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported THEN
  NULL; -- This server was built without it, and packs with what it has.
END $$;
ALTER TABLE event ADD COLUMN texts text;
DROP FUNCTION append;
DROP FUNCTION prune_slice;
${append}${prune}${SWEEP}`
