import type { Json, JsonObject } from '../../sim/json.ts'

/** Type of a Parquet column. `json` is any JSON value, stored as text. Every value may be null. */
export type ColumnType =
  | 'text'
  | 'whole'
  | 'number'
  | 'boolean'
  | 'json'
  | { readonly list: ColumnType }
  | { readonly fields: Columns }

/** The columns of a file, or the members of an object, in order. */
export type Columns = Readonly<Record<string, ColumnType>>

/** What is known about a column so far; null if only nulls and empty lists occurred. */
type Guess = Exclude<ColumnType, object> | ListGuess | ObjectGuess | null
interface ListGuess {
  readonly item: Guess
}
interface ObjectGuess {
  readonly members: ReadonlyMap<string, Guess>
}

/**
 * The narrowest columns that hold all of these rows. If two rows disagree on a value's type, the
 * column is `json`. Missing members become null, and members that are always null get no column.
 */
export function inferColumns(rows: readonly JsonObject[]): Columns {
  const guess = rows.reduce<Guess>((merged, row) => mergeGuesses(merged, guessType(row)), null)
  const type = settled(guess)
  return typeof type === 'object' && 'fields' in type ? type.fields : {}
}

function guessType(value: Json | undefined): Guess {
  if (value === undefined || value === null) return null
  if (typeof value === 'string') return 'text'
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'whole' : 'number'
  if (Array.isArray(value)) {
    return {
      item: value.reduce<Guess>((merged, inner) => mergeGuesses(merged, guessType(inner)), null),
    }
  }
  const members = Object.entries(value).map(([name, inner]) => [name, guessType(inner)] as const)
  return { members: new Map(members) }
}

function mergeGuesses(left: Guess, right: Guess): Guess {
  if (left === null) return right
  if (right === null || left === right) return left
  if (typeof left === 'string' || typeof right === 'string') {
    const bothNumbers = [left, right].every((guess) => guess === 'whole' || guess === 'number')
    return bothNumbers ? 'number' : 'json'
  }
  if ('item' in left)
    return 'item' in right ? { item: mergeGuesses(left.item, right.item) } : 'json'
  if ('item' in right) return 'json'
  const members = new Map(left.members)
  for (const [name, guess] of right.members) {
    members.set(name, mergeGuesses(members.get(name) ?? null, guess))
  }
  return { members }
}

/** The type of a guess; undefined if only nulls occurred. */
function settled(guess: Guess): ColumnType | undefined {
  if (guess === null) return undefined
  if (typeof guess === 'string') return guess
  if ('item' in guess) return { list: settled(guess.item) ?? 'text' }
  const fields = [...guess.members].flatMap(([name, inner]) => {
    const type = settled(inner)
    return type === undefined ? [] : [[name, type] as const]
  })
  // An object without members cannot be a group of columns.
  return fields.length === 0 ? 'json' : { fields: Object.fromEntries(fields) }
}
