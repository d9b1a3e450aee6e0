import type Database from 'better-sqlite3'

interface Statements {
  readonly begin: Database.Statement
  readonly commit: Database.Statement
  readonly rollback: Database.Statement
  mayCommit: (() => void) | undefined
}

const prepared = new WeakMap<Database.Database, Statements>()

/**
 * Has every later transaction of a database ask before its commit: what is thrown then undoes the
 * work, so that a refused write never stands in the file after all.
 */
export function guardCommits(database: Database.Database, mayCommit: () => void): void {
  prepareStatements(database).mayCommit = mayCommit
}

/**
 * Runs work under the write lock and commits it; when the work or the commit throws, everything is
 * undone and the error goes on.
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
    // Some errors, a full disk among them, have rolled back already.
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
