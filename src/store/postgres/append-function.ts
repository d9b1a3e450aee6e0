import { OPENING_COLUMNS } from '../fixed-columns.ts'

/** Parts of the function that a later version of the schema added. */
interface AppendTexts {
  readonly parameters: string
  readonly first: string
  readonly columns: string
  readonly values: string
}

/** The values that an opening fixes, as members of a JSON object. */
const OPENED = `ord integer, digest text, held boolean, id text, opened_ms bigint, environment text,
  task_id text, split text, difficulty double precision, principal text, open_key text,
  world_hash text, run text, batch text, parent text, condition text, group_id text,
  group_index integer, generation text`

/** Marks episodes as ended in their records, and updates the mean of their runs. */
const ENDS = `  IF p_ends IS NOT NULL THEN
    FOR v_end IN SELECT * FROM jsonb_to_recordset(p_ends) AS x (g integer, steps integer,
      total bigint, success smallint, end_reason text, metrics text, counted boolean)
    LOOP
      CONTINUE WHEN v_keys[v_end.g] IS NULL;
      v_baseline := NULL;
      SELECT principal, run, condition INTO v_mean FROM episode
        WHERE key = v_keys[v_end.g] AND run IS NOT NULL AND condition IS NOT NULL;
      IF FOUND THEN
        SELECT m.total::double precision / m.episodes INTO v_baseline FROM run_mean AS m
          WHERE m.principal = v_mean.principal AND m.run = v_mean.run
          AND m.condition = v_mean.condition;
        IF v_end.counted THEN
          INSERT INTO run_mean AS m (principal, run, condition, episodes, total)
            VALUES (v_mean.principal, v_mean.run, v_mean.condition, 1, v_end.total)
            ON CONFLICT (principal, run, condition) DO UPDATE
            SET episodes = m.episodes + 1, total = m.total + excluded.total;
        END IF;
      END IF;
      UPDATE episode SET updated_ms = p_ms, steps = v_end.steps, total = v_end.total,
        success = v_end.success, end_reason = v_end.end_reason, metrics = v_end.metrics,
        baseline = v_baseline,
        counted = CASE WHEN v_end.counted AND v_mean.run IS NOT NULL THEN true END
        WHERE key = v_keys[v_end.g];
    END LOOP;
  END IF;
`

/**
 * Stores a batch in one round trip and returns the numbers (from 1) of the episodes whose rows were
 * refused. The update of `log_head` comes first. It locks out all other writers, so later reads
 * cannot change, and row numbers become visible in their order.
 *
 * Of each episode: its id, the position of its first row here and the hash before that. Of each
 * row: the number of its episode and its position; hashes and payloads lie one behind the other.
 */
export const appendFunction = (texts?: AppendTexts): string => `
CREATE FUNCTION append(
  p_ms bigint, p_ids text[], p_leads integer[], p_prevs bytea,
  p_groups integer[], p_positions integer[], p_kinds text, p_totals bigint[],
  p_starts integer[], p_lengths integer[], p_hashes bytea, p_body bytea,
  p_took jsonb, p_opens jsonb, p_ends jsonb${texts?.parameters ?? ''}
) RETURNS integer[] LANGUAGE plpgsql AS $$
DECLARE
  v_rows integer := cardinality(p_groups);
  v_opens integer := coalesce(jsonb_array_length(p_opens), 0);
  v_number bigint;
  v_key bigint;
  v_keys bigint[];
  v_end record;
  v_mean record;
  v_baseline double precision;
BEGIN
  UPDATE log_head SET number = number + v_rows, key = key + v_opens
    RETURNING number - v_rows, key - v_opens INTO v_number, v_key;
${texts?.first ?? ''}
  IF v_opens > 0 THEN
    PERFORM FROM jsonb_to_recordset(p_opens) AS o (world_hash text, held boolean)
      WHERE held AND NOT EXISTS (SELECT FROM world WHERE hash = o.world_hash);
    IF FOUND THEN
      RAISE EXCEPTION 'a world was pruned' USING ERRCODE = 'BC001';
    END IF;
    INSERT INTO episode (key, updated_ms, steps, total, digest, ${OPENING_COLUMNS.join(', ')})
      SELECT v_key + o.ord, p_ms, 0, 0, decode(o.digest, 'hex'),
        ${OPENING_COLUMNS.map((name) => `o.${name}`).join(', ')}
      FROM jsonb_to_recordset(p_opens) AS o (${OPENED}) ORDER BY o.ord
      ON CONFLICT DO NOTHING;
  END IF;

  SELECT array_agg(e.key ORDER BY g.ord) INTO v_keys
    FROM unnest(p_ids, p_leads) WITH ORDINALITY AS g (id, lead, ord)
    LEFT JOIN episode AS e ON e.id = g.id AND CASE WHEN g.lead = 0 THEN e.key > v_key ELSE
      EXISTS (SELECT FROM event WHERE episode_key = e.key AND position = g.lead - 1
        AND hash = substring(p_prevs FROM (g.ord::integer - 1) * 32 + 1 FOR 32))
      AND NOT EXISTS (SELECT FROM event WHERE episode_key = e.key AND position = g.lead) END;

  INSERT INTO event (number, episode_key, position, kind, wall_ms, total, hash, payload,
      took_ms${texts?.columns ?? ''})
    SELECT v_number + r.ord, v_keys[r.g], r.position, substr(p_kinds, r.ord::integer, 1)::"char",
      p_ms, r.total, substring(p_hashes FROM (r.ord::integer - 1) * 32 + 1 FOR 32),
      convert_from(substring(p_body FROM r.start FOR r.length), 'UTF8'),
      p_took ->> r.ord::text${texts?.values ?? ''}
    FROM unnest(p_groups, p_positions, p_totals, p_starts, p_lengths)
      WITH ORDINALITY AS r (g, position, total, start, length, ord)
    WHERE v_keys[r.g] IS NOT NULL;

${ENDS}  RETURN array_positions(v_keys, NULL);
END $$;
`
