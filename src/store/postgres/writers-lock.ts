import type { Database, SqlValue } from './database.ts'

/** Runs a statement under the lock of all writers; it sees what they stored before. */
export const underWritersLock = (
  database: Database,
  statement: string,
  values: readonly SqlValue[],
): Promise<void> =>
  database.transaction(async (client) => {
    await client.query('SELECT FROM log_head FOR UPDATE')
    await client.query(statement, [...values])
  })
