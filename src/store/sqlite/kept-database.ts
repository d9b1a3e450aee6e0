import Database from 'better-sqlite3'
import { StoreError } from '../event-store.ts'

/** What was ever opened or prepared, for as long as the process lives. */
const kept: object[] = []

/**
 * Opens a database whose object, like its statements, is never garbage collected. With the headers
 * of Node 24.19 and newer, better-sqlite3 12 aborts the process when one of them is collected while
 * no JavaScript runs, and version 13 does not run on Node 20. What is kept is small: statements are
 * finalized when their database is closed.
 *
 * @throws Database.SqliteError, TypeError as `new Database` does; StoreError `unbuilt`
 */
export function keptDatabase(path: string, options: Database.Options = {}): Database.Database {
  const database = made(path, options)
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

function made(path: string, options: Database.Options): Database.Database {
  try {
    return new Database(path, options)
  } catch (error) {
    throw isUnbuilt(error) ? unbuilt(error) : error
  }
}

/** Whether the library lacks what npm downloads or compiles for one Node when it is installed. */
export const isUnbuilt = (error: unknown): error is Error =>
  error instanceof Error &&
  /^Could not locate the bindings file|NODE_MODULE_VERSION/.test(error.message)

const unbuilt = (cause: Error): StoreError =>
  new StoreError(
    'unbuilt',
    `better-sqlite3 is not built for Node ${process.versions.node}: npm 12 runs no install ` +
      'script unasked, and another Node needs another build; where package.json is:' +
      '\nnpm pkg set --json allowScripts.better-sqlite3=true && npm rebuild better-sqlite3' +
      '\n(with npx in place of a project: npx --allow-scripts=better-sqlite3 …)',
    { cause },
  )
