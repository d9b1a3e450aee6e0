import { FIELDS, type Field } from './tables/fields.ts'

/** A set of fields as bits, in list order: forms are compared by the thousand. */
export type FieldSet = number

const bitByField = new Map(FIELDS.map((field, index) => [field, 1 << index]))

export const bitOf = (field: Field): FieldSet => bitByField.get(field) ?? 0

export function setOf(fields: Iterable<Field>): FieldSet {
  let set = 0
  for (const field of fields) set |= bitOf(field)
  return set
}

export const fieldsOf = (set: FieldSet): Field[] => FIELDS.filter((field) => set & bitOf(field))

/** How many fields a set has. */
export function sizeOf(set: FieldSet): number {
  let size = 0
  for (let rest = set; rest !== 0; rest &= rest - 1) size += 1
  return size
}
