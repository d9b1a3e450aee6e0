import Database from 'better-sqlite3'

/** What was ever opened or prepared, for as long as the process lives. */
const kept: object[] = []

/**
 * Opens a database whose object, like its statements, is never garbage collected. With the headers
 * of Node 24.19 and newer, better-sqlite3 12 aborts the process when one of them is collected while
 * no JavaScript runs, and version 13 does not run on Node 20. What is kept is small: statements are
 * finalized when their database is closed.
 *
 * @throws Database.SqliteError, TypeError as `new Database` does
 */
export function keptDatabase(path: string, options: Database.Options = {}): Database.Database {
  const database = new Database(path, options)
  kept.push(database)
  const prepare = database.prepare.bind(database)
  const keepStatement = (sql: string): Database.Statement => {
    const statement = prepare(sql)
    kept.push(statement)
    return statement
  }
  // The library's own `pragma` makes a statement that nobody could keep.
  const pragma = (source: string, { simple = false }: Database.PragmaOptions = {}): unknown => {
    const statement = keepStatement(`PRAGMA ${source}`)
    if (!statement.reader) {
      statement.run()
      return simple ? undefined : []
    }
    return simple ? statement.pluck().get() : statement.all()
  }
  return Object.assign(database, { prepare: keepStatement as typeof database.prepare, pragma })
}
