import { FIXED_COLUMNS } from '../fixed-columns.ts'

/**
 * Tables as in a SQLite file, with three differences: rows are found by episode and position
 * without a table beside them, `log_head` has the last numbers and is the lock of all that write,
 * and keys are part of every index that lists go along.
 *
 * An open episode's record stays as its opening wrote it; its last row tells the rest.
 */
const TABLES = `
CREATE TABLE log_head (
  one bool PRIMARY KEY DEFAULT true CHECK (one),
  store_id text NOT NULL,
  number bigint NOT NULL,
  key bigint NOT NULL
) WITH (fillfactor = 10);
INSERT INTO log_head (store_id, number, key)
  VALUES (replace(gen_random_uuid()::text, '-', ''), 0, 0);

CREATE TABLE setting (name text PRIMARY KEY, value text NOT NULL);

CREATE TABLE world (
  hash text COLLATE "C" PRIMARY KEY,
  added_ms bigint NOT NULL,
  text text NOT NULL
);

CREATE TABLE episode (
  key bigint PRIMARY KEY,
  id text COLLATE "C" NOT NULL UNIQUE,
  updated_ms bigint NOT NULL,
  steps integer NOT NULL,
  total bigint NOT NULL,
  success smallint,
  end_reason text COLLATE "C",
  opened_ms bigint NOT NULL,
  environment text COLLATE "C" NOT NULL,
  task_id text COLLATE "C" NOT NULL,
  split text COLLATE "C" NOT NULL,
  difficulty double precision NOT NULL,
  principal text COLLATE "C" NOT NULL,
  open_key text COLLATE "C" NOT NULL,
  world_hash text COLLATE "C" NOT NULL,
  run text COLLATE "C",
  batch text COLLATE "C",
  parent text COLLATE "C",
  condition text COLLATE "C",
  group_id text COLLATE "C",
  group_index integer,
  generation text COLLATE "C",
  baseline double precision,
  metrics text,
  counted boolean,
  digest bytea NOT NULL,
  UNIQUE (principal, open_key)
) WITH (fillfactor = 80);
CREATE INDEX episode_principal ON episode (principal, key);
CREATE INDEX episode_own_run ON episode (principal, run, key) WHERE run IS NOT NULL;
CREATE INDEX episode_own_task ON episode (principal, task_id, key);
CREATE INDEX episode_own_parent ON episode (principal, parent, key) WHERE parent IS NOT NULL;
CREATE INDEX episode_own_open ON episode (principal, key) WHERE end_reason IS NULL;
CREATE INDEX episode_group ON episode (principal, run, group_id, key) WHERE group_id IS NOT NULL;
CREATE INDEX episode_parent ON episode (parent, key) WHERE parent IS NOT NULL;
CREATE INDEX episode_task ON episode (task_id, key);
CREATE INDEX episode_run ON episode (run, key) WHERE run IS NOT NULL;
CREATE INDEX episode_open ON episode (key) WHERE end_reason IS NULL;
CREATE INDEX episode_outcome ON episode (environment, success, key)
  WHERE end_reason IS NOT NULL;
CREATE INDEX episode_end ON episode (end_reason, key) WHERE end_reason IS NOT NULL;
CREATE INDEX episode_reward ON episode (total, key) WHERE end_reason IS NOT NULL;

CREATE TABLE event (
  number bigint NOT NULL UNIQUE,
  episode_key bigint NOT NULL,
  position integer NOT NULL,
  kind "char" NOT NULL,
  wall_ms bigint NOT NULL,
  total bigint NOT NULL,
  hash bytea NOT NULL,
  payload text NOT NULL,
  took_ms text,
  PRIMARY KEY (episode_key, position)
);
DO $$ BEGIN
  ALTER TABLE event ALTER COLUMN payload SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported THEN
  NULL; -- This server was built without it, and packs with what it has.
END $$;

CREATE TABLE run_mean (
  principal text COLLATE "C" NOT NULL,
  run text COLLATE "C" NOT NULL,
  condition text COLLATE "C" NOT NULL,
  episodes bigint NOT NULL,
  total bigint NOT NULL,
  pruned_episodes bigint NOT NULL DEFAULT 0,
  pruned_total bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (principal, run, condition)
) WITH (fillfactor = 50);

CREATE TABLE critique (episode text COLLATE "C" PRIMARY KEY, record text NOT NULL);

CREATE TABLE revocation (episode text COLLATE "C" PRIMARY KEY, revoked_ms bigint NOT NULL);

CREATE TABLE group_place (
  principal text COLLATE "C" NOT NULL,
  run text COLLATE "C" NOT NULL,
  group_id text COLLATE "C" NOT NULL,
  generation text COLLATE "C" NOT NULL,
  group_index integer NOT NULL,
  begun_ms bigint NOT NULL,
  heard_ms bigint NOT NULL,
  PRIMARY KEY (principal, run, group_id, generation, group_index)
) WITH (fillfactor = 50);
`

/** What an opening fixes, as members of a JSON object. */
const OPENED = `ord integer, digest text, held boolean, id text, opened_ms bigint, environment text,
  task_id text, split text, difficulty double precision, principal text, open_key text,
  world_hash text, run text, batch text, parent text, condition text, group_id text,
  group_index integer, generation text`

/**
 * Stores a batch in one round trip and answers the numbers (from 1) of the episodes whose rows were
 * refused. The update of `log_head` comes first: it is the lock of all writers, so that what is
 * looked at after it cannot change, and numbers become visible in their order.
 *
 * Of each episode: its id, the position of its first row here and the hash before that. Of each
 * row: the number of its episode and its position; hashes and payloads lie one behind the other.
 */
const APPEND = `
CREATE FUNCTION append(
  p_ms bigint, p_ids text[], p_leads integer[], p_prevs bytea,
  p_groups integer[], p_positions integer[], p_kinds text, p_totals bigint[],
  p_starts integer[], p_lengths integer[], p_hashes bytea, p_body bytea,
  p_took jsonb, p_opens jsonb, p_ends jsonb
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

  IF v_opens > 0 THEN
    PERFORM FROM jsonb_to_recordset(p_opens) AS o (world_hash text, held boolean)
      WHERE held AND NOT EXISTS (SELECT FROM world WHERE hash = o.world_hash);
    IF FOUND THEN
      RAISE EXCEPTION 'a world was pruned' USING ERRCODE = 'BC001';
    END IF;
    INSERT INTO episode (key, updated_ms, steps, total, digest, ${FIXED_COLUMNS.join(', ')})
      SELECT v_key + o.ord, p_ms, 0, 0, decode(o.digest, 'hex'),
        ${FIXED_COLUMNS.map((name) => `o.${name}`).join(', ')}
      FROM jsonb_to_recordset(p_opens) AS o (${OPENED}) ORDER BY o.ord
      ON CONFLICT DO NOTHING;
  END IF;

  SELECT array_agg(e.key ORDER BY g.ord) INTO v_keys
    FROM unnest(p_ids, p_leads) WITH ORDINALITY AS g (id, lead, ord)
    LEFT JOIN episode AS e ON e.id = g.id AND CASE WHEN g.lead = 0 THEN e.key > v_key ELSE
      EXISTS (SELECT FROM event WHERE episode_key = e.key AND position = g.lead - 1
        AND hash = substring(p_prevs FROM (g.ord::integer - 1) * 32 + 1 FOR 32))
      AND NOT EXISTS (SELECT FROM event WHERE episode_key = e.key AND position = g.lead) END;

  INSERT INTO event (number, episode_key, position, kind, wall_ms, total, hash, payload, took_ms)
    SELECT v_number + r.ord, v_keys[r.g], r.position, substr(p_kinds, r.ord::integer, 1)::"char",
      p_ms, r.total, substring(p_hashes FROM (r.ord::integer - 1) * 32 + 1 FOR 32),
      convert_from(substring(p_body FROM r.start FOR r.length), 'UTF8'), p_took ->> r.ord::text
    FROM unnest(p_groups, p_positions, p_totals, p_starts, p_lengths)
      WITH ORDINALITY AS r (g, position, total, start, length, ord)
    WHERE v_keys[r.g] IS NOT NULL;

  IF p_ends IS NOT NULL THEN
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
  RETURN array_positions(v_keys, NULL);
END $$;
`

/**
 * Takes out old episodes among the next so many by key, under the lock of all writers; behind the
 * last one, worlds that no episode uses and marks of groups that have none.
 */
const PRUNE = `
CREATE FUNCTION prune_slice(
  p_before_ms bigint, p_open boolean, p_after bigint, p_size integer, p_worlds text[],
  OUT last_key bigint, OUT removed bigint, OUT is_end boolean
) LANGUAGE plpgsql AS $$
DECLARE
  v_keys bigint[];
  v_ids text[];
  v_seen bigint;
BEGIN
  PERFORM FROM log_head FOR UPDATE;
  SELECT coalesce(max(key), p_after), count(*),
    coalesce(array_agg(key) FILTER (WHERE is_old), '{}'),
    coalesce(array_agg(id) FILTER (WHERE is_old), '{}')
    INTO last_key, v_seen, v_keys, v_ids
    FROM (SELECT e.key, e.id, coalesce(last.wall_ms, e.updated_ms) < p_before_ms
        AND (p_open OR e.end_reason IS NOT NULL) AS is_old
      FROM (SELECT * FROM episode WHERE key > p_after ORDER BY key LIMIT p_size) AS e
      LEFT JOIN LATERAL (SELECT wall_ms FROM event WHERE episode_key = e.key
        ORDER BY position DESC LIMIT 1) AS last ON e.end_reason IS NULL) AS looked;
  removed := cardinality(v_keys);
  is_end := v_seen < p_size;
  IF removed > 0 THEN
    UPDATE run_mean AS m SET pruned_episodes = m.pruned_episodes + gone.episodes,
      pruned_total = m.pruned_total + gone.total
      FROM (SELECT principal, run, condition, count(*) AS episodes, sum(total) AS total
        FROM episode WHERE key = ANY (v_keys) AND counted GROUP BY 1, 2, 3) AS gone
      WHERE m.principal = gone.principal AND m.run = gone.run AND m.condition = gone.condition;
    DELETE FROM event WHERE episode_key = ANY (v_keys);
    DELETE FROM critique WHERE episode = ANY (v_ids);
    DELETE FROM revocation WHERE episode = ANY (v_ids);
    DELETE FROM episode WHERE key = ANY (v_keys);
  END IF;
  IF is_end THEN
    DELETE FROM world WHERE added_ms < p_before_ms AND hash <> ALL (p_worlds)
      AND NOT EXISTS (SELECT FROM episode WHERE world_hash = world.hash);
    DELETE FROM group_place AS g WHERE NOT EXISTS (SELECT FROM episode AS e
      WHERE e.principal = g.principal AND e.run = g.run AND e.group_id = g.group_id);
  END IF;
END $$;
`

/**
 * The labels of an opening's payload, as JSON. A payload that the server cannot take apart (text
 * that it cannot hold, such as an escaped NUL) is given whole.
 */
const LABELS = `
CREATE FUNCTION labels_of(payload text) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN json_build_object('labels', payload::json -> 'labels')::text;
EXCEPTION WHEN data_exception THEN
  RETURN payload;
END $$;
`

/** One step of the schema. Steps are only ever added: a released one never changes. */
export interface PostgresMigration {
  /** The schema version after it: 1, 2, 3, … without gaps. */
  readonly version: number
  readonly sql: string
}

export const POSTGRES_MIGRATIONS: readonly PostgresMigration[] = [
  { version: 1, sql: TABLES + APPEND + PRUNE + LABELS },
]
