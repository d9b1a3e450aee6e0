// Guards field names: any spelling is understood, and none means two fields.
import { expect, it } from 'vitest'
import { fieldNamed } from './fields.ts'
import { FIELD_ALIASES, FIELDS } from './tables/fields.ts'

it('understands field names in any spelling, and no alias means two fields', () => {
  for (const field of FIELDS) {
    for (const alias of FIELD_ALIASES[field]) expect(fieldNamed(alias)).toBe(field)
    expect(fieldNamed(field.toUpperCase().replaceAll('_', ' '))).toBe(field)
  }
  expect(fieldNamed('shoe_size')).toBeUndefined()
})
