import type Database from 'better-sqlite3'

/** Prepares each text once. For statements whose text depends on the conditions of a query. */
export function statementCache(database: Database.Database): (sql: string) => Database.Statement {
  const statements = new Map<string, Database.Statement>()
  return (sql) => {
    const cached = statements.get(sql)
    if (cached !== undefined) return cached
    const statement = database.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
}
