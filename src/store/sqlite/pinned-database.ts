import Database from 'better-sqlite3'
import { StoreError } from '../event-store.ts'

/** Every database and statement of this process, referenced so that none is garbage collected. */
const pinned: object[] = []

/**
 * Opens a database that is never garbage collected, nor are its statements. On Node 24.19 and
 * newer, better-sqlite3 12 aborts the process when one is collected while no JavaScript runs.
 * Version 13 does not run on Node 20. Each object is small: closing a database finalizes its
 * statements.
 *
 * @throws Database.SqliteError, TypeError as `new Database` does; StoreError `unbuilt`
 */
export function openPinnedDatabase(
  path: string,
  options: Database.Options = {},
): Database.Database {
  const database = openDatabase(path, options)
  pinned.push(database)
  const prepare = database.prepare.bind(database)
  const prepareAndPin = (sql: string): Database.Statement => {
    const statement = prepare(sql)
    pinned.push(statement)
    return statement
  }
  // The library's own `pragma` makes a statement that cannot be pinned.
  const pragma = (source: string, { simple = false }: Database.PragmaOptions = {}): unknown => {
    const statement = prepareAndPin(`PRAGMA ${source}`)
    if (!statement.reader) {
      statement.run()
      return simple ? undefined : []
    }
    return simple ? statement.pluck().get() : statement.all()
  }
  return Object.assign(database, { prepare: prepareAndPin as typeof database.prepare, pragma })
}

function openDatabase(path: string, options: Database.Options): Database.Database {
  try {
    return new Database(path, options)
  } catch (error) {
    throw isUnbuilt(error) ? unbuilt(error) : error
  }
}

/** Whether the error says that the native module of this Node version is missing. */
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
