import { hash } from 'node:crypto'
import type Database from 'better-sqlite3'

/**
 * Gives SQL the function `seal(…)`: SHA-256, in hex, over the JSON array of its arguments. A record
 * keeps the seal of its other columns, so that a changed one is noticed.
 */
export function addSeal(database: Database.Database): void {
  const options = { varargs: true, deterministic: true }
  database.function('seal', options, (...values: unknown[]) =>
    hash('sha256', JSON.stringify(values), 'hex'),
  )
}
