import { randomBytes } from 'node:crypto'
import type { PoolClient } from 'pg'
import { StoreError } from '../event-store.ts'
import { type Database, SCHEMA } from './database.ts'
import { POSTGRES_MIGRATIONS, type PostgresMigration } from './tables.ts'

/** The schema version that this program writes. */
export const NEWEST = POSTGRES_MIGRATIONS.at(-1)?.version ?? 0

/** Servers that start at the same time take steps one after the other: the lock of migrations. */
const LOCK_KEY = 0x426b4368

/** Older ones lack what tables and functions are written with. */
const SERVER_VERSION_MIN = 140_000

/**
 * Brings a database to the newest schema, each step in its own transaction.
 *
 * @throws StoreError `newer_schema` if a newer program made it, `io` if the server is too old
 */
export async function migrate(
  database: Database,
  migrations: readonly PostgresMigration[] = POSTGRES_MIGRATIONS,
): Promise<void> {
  const newest = migrations.at(-1)?.version ?? 0
  if ((await readSchemaVersion(database)) === newest) return
  for (const migration of migrations) {
    await database.transaction(async (client) => {
      await client.query(`SELECT pg_advisory_xact_lock(${LOCK_KEY})`)
      if ((await versionWithin(client)) < migration.version) await take(client, migration)
    })
  }
  mustBeKnown(await readSchemaVersion(database), newest, database.location)
}

/** The schema version of a database; 0 for one without a store. */
export async function readSchemaVersion(database: Database): Promise<number> {
  const [server] = await database.read<{ version: number; hasStore: boolean }>({
    text: `SELECT current_setting('server_version_num')::integer AS version,
      to_regclass('${SCHEMA}.schema_version') IS NOT NULL AS "hasStore"`,
  })
  if ((server?.version ?? 0) < SERVER_VERSION_MIN) {
    throw new StoreError('io', `event store ${database.location}: it needs PostgreSQL 14 or newer`)
  }
  if (server?.hasStore !== true) return 0
  const [row] = await database.read<{ version: number }>({ text: VERSION })
  return row?.version ?? 0
}

/** @throws StoreError `newer_schema` */
export function mustBeKnown(version: number, newest: number, location: string): void {
  if (version <= newest) return
  throw new StoreError(
    'newer_schema',
    `event store ${location} has schema version ${version}, and this program knows versions up ` +
      `to ${newest}; run the newer program that made it, or choose another database`,
  )
}

const VERSION = `SELECT version FROM ${SCHEMA}.schema_version`

async function versionWithin(client: PoolClient): Promise<number> {
  const { rows: tables } = await client.query<{ hasStore: boolean }>(
    `SELECT to_regclass('${SCHEMA}.schema_version') IS NOT NULL AS "hasStore"`,
  )
  if (tables[0]?.hasStore !== true) return 0
  const { rows } = await client.query(VERSION)
  return rows[0]?.version ?? 0
}

async function take(client: PoolClient, { version, sql }: PostgresMigration): Promise<void> {
  if (version === 1) {
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${SCHEMA};
      CREATE TABLE ${SCHEMA}.schema_version (version integer NOT NULL);
      INSERT INTO ${SCHEMA}.schema_version VALUES (0)`)
  }
  await client.query(sql)
  if (version === 1) {
    const secret = randomBytes(32).toString('hex')
    await client.query(`INSERT INTO setting VALUES ('secret', $1)`, [secret])
  }
  await client.query(`UPDATE ${SCHEMA}.schema_version SET version = $1`, [version])
}
