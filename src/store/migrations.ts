import type Database from 'better-sqlite3'
import { StoreError } from './event-store.ts'

/** Marks a file as ours (`BkCh`), so that another program's database is never written to. */
export const APPLICATION_ID = 0x426b4368

/** One step of the schema. Steps are only ever added: a released one never changes. */
export interface Migration {
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

/** Every version of the schema, in order. */
export const MIGRATIONS: readonly Migration[] = [
  { version: 1, sql: TABLES },
  { version: 2, sql: GROUPS },
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
  for (const migration of migrations) {
    if (versionOf(database) >= migration.version) continue
    const step = database.transaction(() => {
      // Another process may have taken this step while we waited for the lock.
      if (versionOf(database) >= migration.version) return
      database.exec(migration.sql)
      database.pragma(`application_id = ${APPLICATION_ID}`)
      database.pragma(`user_version = ${migration.version}`)
    })
    step.immediate()
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
  const version = versionOf(database)
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
export function versionOf(database: Database.Database): number {
  return Number(database.pragma('user_version', { simple: true }))
}
