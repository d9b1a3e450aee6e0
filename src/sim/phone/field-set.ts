import { FIELDS, type Field } from './tables/fields.ts'

/** A set of fields as bits, in list order: forms are compared by the thousand. */
export type FieldSet = number

const bitByField = new Map(FIELDS.map((field, index) => [field, 1 << index]))

export const fieldBit = (field: Field): FieldSet => bitByField.get(field) ?? 0

export function toFieldSet(fields: Iterable<Field>): FieldSet {
  let set = 0
  for (const field of fields) set |= fieldBit(field)
  return set
}

export const toFields = (set: FieldSet): Field[] => FIELDS.filter((field) => set & fieldBit(field))

const sizes = new Uint8Array(1 << FIELDS.length)
for (let set = 1; set < sizes.length; set++) sizes[set] = (sizes[set >> 1] as number) + (set & 1)

/** How many fields a set has. */
export const fieldCount = (set: FieldSet): number => sizes[set] as number
