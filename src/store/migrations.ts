import type Database from 'better-sqlite3'
import { StoreError } from './event-store.ts'
import { addSeal } from './sqlite/seal.ts'

/** Marks a file as ours (`BkCh`), so that another program's database is never written to. */
const APPLICATION_ID = 0x426b4368

/** One step of the schema. Steps are only ever added: a released one never changes. */
interface Migration {
  /** The schema version after it: 1, 2, 3, … without gaps. */
  readonly version: number
  readonly sql: string
}

// Rows carry the episode's integer key and a plain rowid, so that appends go to the end of the
// table and touch few pages. Two things are left out of an append for the same reason: while an
// episode is open its record stays as the opening wrote it, for its last row tells the rest, and
// where an episode's rows lie is noted in `event_place` for many rows at once; rows above the
// setting `placed_number` are found by reading them. `previous_hash` is the hash of the row before
// and is not stored twice.
const TABLES = `
CREATE TABLE setting (
  name TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE world (
  hash TEXT NOT NULL PRIMARY KEY,
  added_ms INTEGER NOT NULL,
  text TEXT NOT NULL
);

CREATE TABLE episode (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  updated_ms INTEGER NOT NULL,
  steps INTEGER NOT NULL,
  total INTEGER NOT NULL,
  success INTEGER,
  end_reason TEXT,
  opened_ms INTEGER NOT NULL,
  environment TEXT NOT NULL,
  task_id TEXT NOT NULL,
  split TEXT NOT NULL,
  difficulty INTEGER NOT NULL,
  principal TEXT NOT NULL,
  open_key TEXT NOT NULL,
  world_hash TEXT NOT NULL,
  run TEXT,
  parent TEXT
);
CREATE UNIQUE INDEX episode_id ON episode (id);
CREATE UNIQUE INDEX episode_open_key ON episode (principal, open_key);
CREATE INDEX episode_task ON episode (task_id);
CREATE INDEX episode_run ON episode (run) WHERE run IS NOT NULL;
CREATE INDEX episode_parent ON episode (parent) WHERE parent IS NOT NULL;
CREATE INDEX episode_open ON episode (key) WHERE end_reason IS NULL;

CREATE TABLE event (
  number INTEGER PRIMARY KEY,
  episode_key INTEGER NOT NULL,
  position INTEGER NOT NULL,
  kind TEXT NOT NULL,
  wall_ms INTEGER NOT NULL,
  total INTEGER NOT NULL,
  hash BLOB NOT NULL,
  payload TEXT NOT NULL
);
CREATE TABLE event_place (
  episode_key INTEGER NOT NULL,
  position INTEGER NOT NULL,
  number INTEGER NOT NULL,
  PRIMARY KEY (episode_key, position)
) WITHOUT ROWID;
INSERT INTO setting (name, value) VALUES ('placed_number', '0');
`

// Running means are kept as sums, so that a baseline costs the same however long a run is.
const GROUPS = `
ALTER TABLE episode ADD COLUMN group_id TEXT;
ALTER TABLE episode ADD COLUMN group_index INTEGER;
ALTER TABLE episode ADD COLUMN generation TEXT;
ALTER TABLE episode ADD COLUMN condition TEXT;
ALTER TABLE episode ADD COLUMN baseline REAL;
CREATE INDEX episode_group ON episode (group_id, run, principal) WHERE group_id IS NOT NULL;

CREATE TABLE run_mean (
  principal TEXT NOT NULL,
  run TEXT NOT NULL,
  condition TEXT NOT NULL,
  episodes INTEGER NOT NULL,
  total INTEGER NOT NULL,
  PRIMARY KEY (principal, run, condition)
) WITHOUT ROWID;

CREATE TABLE critique (
  episode TEXT NOT NULL PRIMARY KEY,
  source TEXT NOT NULL,
  text TEXT NOT NULL,
  effect TEXT
);
`

// What every column can be held against. A row's `chain` is the sum of all rows up to it (see
// row-sum.ts); an episode's `digest` covers what its opening fixed; `seal` covers the other columns
// of its record. `ledger` accounts for what is gone, and has the counters that settings had. Rows
// of older programs (`base_number`, `base_key`) are counted and stand in no sum. `text` and
// `event.texts` are for long texts that many rows share: hashes are over what a reader sees.
const ACCOUNTS = `
ALTER TABLE episode ADD COLUMN batch TEXT;
ALTER TABLE episode ADD COLUMN metrics TEXT;
ALTER TABLE episode ADD COLUMN digest BLOB;
ALTER TABLE event ADD COLUMN chain INTEGER;
ALTER TABLE event ADD COLUMN took_ms TEXT;
ALTER TABLE event ADD COLUMN texts TEXT;
CREATE TABLE text (
  key INTEGER PRIMARY KEY,
  hash BLOB NOT NULL UNIQUE,
  text TEXT NOT NULL
);
UPDATE episode SET steps = 0, total = 0 WHERE parent IS NOT NULL AND end_reason IS NULL;

ALTER TABLE run_mean ADD COLUMN pruned_episodes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE run_mean ADD COLUMN pruned_total INTEGER NOT NULL DEFAULT 0;
UPDATE run_mean SET (pruned_episodes, pruned_total) = (
  SELECT run_mean.episodes - count(*), run_mean.total - coalesce(sum(episode.total), 0)
  FROM episode WHERE episode.run = run_mean.run AND episode.principal = run_mean.principal
  AND episode.condition = run_mean.condition AND episode.end_reason IS NOT NULL
  AND episode.end_reason NOT IN ('client_fault', 'abandoned', 'superseded', 'faulted'));

CREATE TABLE revocation (
  episode TEXT NOT NULL PRIMARY KEY,
  revoked_ms INTEGER NOT NULL,
  seal TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE ledger (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  store_id TEXT NOT NULL,
  base_number INTEGER NOT NULL,
  base_key INTEGER NOT NULL,
  placed_number INTEGER NOT NULL,
  last_number INTEGER NOT NULL,
  last_chain INTEGER NOT NULL,
  pruned_rows INTEGER NOT NULL,
  pruned_sum INTEGER NOT NULL,
  critiques INTEGER NOT NULL,
  revocations INTEGER NOT NULL,
  secret_seal TEXT NOT NULL,
  seal TEXT NOT NULL
);
WITH old AS (
  SELECT max(coalesce((SELECT max(number) FROM event), 0), coalesce((
    SELECT CAST(value AS INTEGER) FROM setting WHERE name = 'last_number'), 0)) AS base_number,
  coalesce((SELECT max(key) FROM episode), 0) AS base_key,
  (SELECT CAST(value AS INTEGER) FROM setting WHERE name = 'placed_number') AS placed_number
)
INSERT INTO ledger SELECT 1, lower(hex(randomblob(16))), base_number, base_key, placed_number,
  base_number, 0, base_number - (SELECT count(*) FROM event_place)
    - (SELECT count(*) FROM event WHERE number > placed_number), 0,
  (SELECT count(*) FROM critique), 0,
  coalesce((SELECT seal(value) FROM setting WHERE name = 'secret'), ''), '' FROM old;
UPDATE ledger SET seal = seal(store_id, base_number, base_key, placed_number, last_number,
  last_chain, pruned_rows, pruned_sum, critiques, revocations, secret_seal);
DELETE FROM setting WHERE name IN ('placed_number', 'last_number');
ALTER TABLE setting ADD COLUMN seal TEXT;
ALTER TABLE world ADD COLUMN seal TEXT;
ALTER TABLE critique ADD COLUMN seal TEXT;
UPDATE setting SET seal = seal(name, value);
UPDATE world SET seal = seal(hash, added_ms);
UPDATE critique SET seal = seal(episode, source, text, effect);
`

// Which ends count as attempts is decided outside: `counted` is 1 where a run's mean took one in.
// `group_place` has when rollouts were heard of last, by the clock of leases that it names.
const ROW_INDEX = `
ALTER TABLE episode ADD COLUMN counted INTEGER;
UPDATE episode SET counted = 1 WHERE run IS NOT NULL AND condition IS NOT NULL
  AND end_reason NOT IN ('client_fault', 'abandoned', 'superseded', 'faulted');

CREATE TABLE group_place (
  principal TEXT NOT NULL,
  run TEXT NOT NULL,
  group_id TEXT NOT NULL,
  generation TEXT NOT NULL,
  group_index INTEGER NOT NULL,
  begun_ms INTEGER NOT NULL,
  heard_ms INTEGER NOT NULL,
  clock TEXT NOT NULL,
  seal TEXT NOT NULL,
  PRIMARY KEY (principal, run, group_id, generation, group_index)
) WITHOUT ROWID;
`

// What listings go along (see scan-index.ts). Where an index is of ended episodes alone, it costs
// an opening nothing and an end one entry.
const LISTS = `
CREATE INDEX episode_principal ON episode (principal);
CREATE INDEX episode_outcome ON episode (environment, success) WHERE end_reason IS NOT NULL;
CREATE INDEX episode_end ON episode (end_reason) WHERE end_reason IS NOT NULL;
CREATE INDEX episode_reward ON episode (total) WHERE end_reason IS NOT NULL;
`

// What belongs to one principal is found along its own rows alone: how long it takes must tell
// nothing of what others have. Runs and forks cost an entry only where there are any.
const OWN_LISTS = `
CREATE INDEX episode_own_run ON episode (principal, run) WHERE run IS NOT NULL;
CREATE INDEX episode_own_task ON episode (principal, task_id);
CREATE INDEX episode_own_parent ON episode (principal, parent) WHERE parent IS NOT NULL;
CREATE INDEX episode_own_open ON episode (principal) WHERE end_reason IS NULL;
`

// Long texts that rows of one owner and one era share (see texts.ts). Rows are hashed as a reader
// sees them, which guards their texts too.
const TEXTS = `
ALTER TABLE text RENAME TO older_text;
CREATE TABLE text (key INTEGER PRIMARY KEY, text TEXT NOT NULL);
INSERT INTO text SELECT key, text FROM older_text;
DROP TABLE older_text;
`

// Model calls of agent programs (see call-log.ts). The ledger counts them, and is sealed anew where
// its seal was good.
const CALLS = `
CREATE TABLE model_call (
  episode_key INTEGER NOT NULL,
  call INTEGER NOT NULL,
  hash BLOB NOT NULL,
  body BLOB NOT NULL,
  PRIMARY KEY (episode_key, call)
);
ALTER TABLE ledger ADD COLUMN model_calls INTEGER NOT NULL DEFAULT 0;
UPDATE ledger SET seal = seal(store_id, base_number, base_key, placed_number, last_number,
  last_chain, pruned_rows, pruned_sum, critiques, revocations, secret_seal, model_calls)
WHERE seal = seal(store_id, base_number, base_key, placed_number, last_number,
  last_chain, pruned_rows, pruned_sum, critiques, revocations, secret_seal);
`

// What trainers report of runs (see run-reports.ts): a seal in each record, and in the report how
// many points it has.
const REPORTS = `
CREATE TABLE run_report (
  key INTEGER PRIMARY KEY,
  principal TEXT NOT NULL,
  run TEXT NOT NULL,
  points INTEGER NOT NULL,
  size INTEGER NOT NULL,
  first_ms INTEGER NOT NULL,
  updated_ms INTEGER NOT NULL,
  configuration TEXT NOT NULL,
  latest TEXT NOT NULL,
  seal TEXT NOT NULL
);
CREATE UNIQUE INDEX run_report_run ON run_report (run, principal);
CREATE INDEX run_report_principal ON run_report (principal);
CREATE TABLE run_point (
  report_key INTEGER NOT NULL,
  step INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  point TEXT NOT NULL,
  seal TEXT NOT NULL,
  PRIMARY KEY (report_key, step)
) WITHOUT ROWID;
`

/** Every version of the schema, in order. */
export const MIGRATIONS: readonly Migration[] = [
  { version: 1, sql: TABLES },
  { version: 2, sql: GROUPS },
  { version: 3, sql: ACCOUNTS },
  { version: 4, sql: ROW_INDEX },
  { version: 5, sql: LISTS },
  { version: 6, sql: OWN_LISTS },
  { version: 7, sql: TEXTS },
  { version: 8, sql: CALLS },
  { version: 9, sql: REPORTS },
]

/** The schema version that this program writes. */
export const SCHEMA_VERSION = MIGRATIONS.at(-1)?.version ?? 0

/**
 * Brings a database to the newest schema, each step in its own transaction.
 *
 * @throws StoreError `newer_schema` if the file is from a newer program, `corrupt` if it belongs to
 *   another one; SQLite's own errors as they are
 */
export function migrate(
  database: Database.Database,
  path: string,
  migrations: readonly Migration[] = MIGRATIONS,
): void {
  mustBeOurs(database, path, migrations.at(-1)?.version ?? 0)
  addSeal(database)
  const take = ({ version, sql }: Migration): void => {
    // Another process may have taken this step while we waited for the lock.
    if (readSchemaVersion(database) >= version) return
    database.exec(sql)
    database.pragma(`application_id = ${APPLICATION_ID}`)
    database.pragma(`user_version = ${version}`)
  }
  const inOne = (steps: readonly Migration[]): void =>
    database.transaction(() => steps.forEach(take)).immediate()
  // A new file gets all of them at once, for each commit waits for the disk.
  if (readSchemaVersion(database) === 0) inOne(migrations)
  for (const migration of migrations) {
    if (readSchemaVersion(database) < migration.version) inOne([migration])
  }
}

/**
 * Refuses a database that this program must not write to.
 *
 * @throws StoreError `newer_schema` or `corrupt`
 */
export function mustBeOurs(
  database: Database.Database,
  path: string,
  newest: number = SCHEMA_VERSION,
): void {
  const version = readSchemaVersion(database)
  const owner = Number(database.pragma('application_id', { simple: true }))
  const tables = database.prepare('SELECT count(*) FROM sqlite_master').pluck().get()
  if (owner !== APPLICATION_ID && (owner !== 0 || version !== 0 || tables !== 0)) {
    throw new StoreError(
      'corrupt',
      `${path} is a database of another program, not an event store; choose another path`,
    )
  }
  if (version > newest) {
    throw new StoreError(
      'newer_schema',
      `${path} has schema version ${version}, and this program knows versions up to ${newest}; ` +
        'run the newer program that wrote it, or choose another path',
    )
  }
}

/** The schema version of a database, 0 for an empty one. */
export function readSchemaVersion(database: Database.Database): number {
  return Number(database.pragma('user_version', { simple: true }))
}
