import { canonicalJson } from '../../json.ts'
import type { TableName } from '../tables/records.ts'

/** Cents, counts and days are numbers; keys of choices, dates, times, addresses are texts. */
export type Value = string | number | readonly (string | number)[]

/** A record: its id, unique in the file, and its members. */
export interface Row {
  readonly id: string
  readonly [member: string]: Value
}

/** What a company keeps of one customer. */
export type CustomerFile = Readonly<Partial<Record<TableName, readonly Row[]>>>

/** What was said of a wish, by slot. */
export type SlotValues = Readonly<Record<string, string | number>>

/** Rows by id, each in one form however its members are ordered. */
function textsOf(file: CustomerFile): Map<string, string> {
  const texts = new Map<string, string>()
  for (const [table, rows] of Object.entries(file)) {
    for (const row of rows) texts.set(row.id, canonicalJson([table, row]))
  }
  return texts
}

/** The ids of rows that are not the same in two files, in order of the first. */
export function rowsThatDiffer(one: CustomerFile, other: CustomerFile): string[] {
  if (one === other) return []
  const [left, right] = [textsOf(one), textsOf(other)]
  return [...new Set([...left.keys(), ...right.keys()])].filter(
    (id) => left.get(id) !== right.get(id),
  )
}
