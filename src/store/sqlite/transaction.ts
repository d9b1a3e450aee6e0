import type Database from 'better-sqlite3'

interface Statements {
  readonly begin: Database.Statement
  readonly commit: Database.Statement
  readonly rollback: Database.Statement
  mayCommit: (() => void) | undefined
}

const prepared = new WeakMap<Database.Database, Statements>()

/**
 * Calls a function before every later commit of a database. If it throws, the transaction is rolled
 * back, so that a refused write is never in the file.
 */
export function guardCommits(database: Database.Database, mayCommit: () => void): void {
  prepareStatements(database).mayCommit = mayCommit
}

/**
 * Runs work under the write lock and commits it. If the work or the commit throws, rolls back and
 * rethrows the error.
 */
export function inTransaction<Result>(database: Database.Database, work: () => Result): Result {
  const { begin, commit, rollback, mayCommit } = prepareStatements(database)
  begin.run()
  try {
    const result = work()
    mayCommit?.()
    commit.run()
    return result
  } catch (error) {
    // After some errors, such as a full disk, SQLite has already rolled back.
    if (database.inTransaction) rollback.run()
    throw error
  }
}

function prepareStatements(database: Database.Database): Statements {
  let statements = prepared.get(database)
  if (statements === undefined) {
    statements = {
      begin: database.prepare('BEGIN IMMEDIATE'),
      commit: database.prepare('COMMIT'),
      rollback: database.prepare('ROLLBACK'),
      mayCommit: undefined,
    }
    prepared.set(database, statements)
  }
  return statements
}
