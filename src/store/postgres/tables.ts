import { appendFunction } from './append-function.ts'
import { CALLS_TABLE } from './calls.ts'
import { pruneFunction } from './prune-function.ts'
import { REPORTS_TABLES } from './reports.ts'
import { TEXT_TABLES } from './texts-tables.ts'

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

/** The same with the revision that recorded the episode. */
const LISTED_OPENING = `
CREATE FUNCTION listed_opening(payload text) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN json_build_object('labels', payload::json -> 'labels',
    'revision', payload::json -> 'revision')::text;
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
  { version: 1, sql: TABLES + appendFunction() + pruneFunction() + LABELS },
  { version: 2, sql: TEXT_TABLES },
  { version: 3, sql: LISTED_OPENING },
  { version: 4, sql: CALLS_TABLE },
  { version: 5, sql: REPORTS_TABLES },
]
