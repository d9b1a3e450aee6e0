// Guards that what an address says is what was written into it, whatever a name holds.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  booleanField,
  decimalField,
  enumField,
  formatQuery,
  integerField,
  listField,
  parseFields,
  parsePathSegment,
  pathSegment,
  textField,
} from './fields.ts'

const FIELDS = {
  env: textField(),
  step: integerField(undefined),
  from: integerField(0),
  open: booleanField(),
  min: decimalField(),
  view: enumField('talk', 'log'),
  marked: listField(),
}

describe('fields of an address', () => {
  it('round-trip', () => {
    const values = fc.record({
      env: fc.option(fc.string({ minLength: 1 }), { nil: undefined }),
      step: fc.option(fc.nat(999_999), { nil: undefined }),
      from: fc.nat(999),
      open: fc.option(fc.boolean(), { nil: undefined }),
      min: fc.constantFrom(undefined, 0, -0.25, 1, 0.5),
      view: fc.constantFrom('talk' as const, 'log' as const),
      marked: fc.array(fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom('a,b', '~c', '~~,'))),
    })
    fc.assert(
      fc.property(values, (given) => {
        const written = formatQuery(FIELDS, given, new URLSearchParams())
        expect(parseFields(FIELDS, new URLSearchParams(written))).toEqual(given)
      }),
    )
  })

  it('omits defaults and keeps unknown parameters', () => {
    const search = new URLSearchParams('other=1&step=4')
    expect(formatQuery(FIELDS, { view: 'talk', step: undefined }, search)).toBe('?other=1')
    expect(formatQuery(FIELDS, { view: 'log' }, new URLSearchParams())).toBe('?view=log')
  })

  it('uses the default for invalid values', () => {
    const search = new URLSearchParams('step=-1&view=__proto__&open=maybe&min=1e9')
    expect(parseFields(FIELDS, search)).toMatchObject({
      step: undefined,
      view: 'talk',
      open: undefined,
      min: undefined,
    })
  })
})

describe('a name in a path', () => {
  it('round-trips, even if it looks like a folder or page', () => {
    const hostile = fc.constantFrom('.', '..', '~', '~..', 'compare', 'a/b?c#d', '%2e%2e')
    fc.assert(
      fc.property(fc.oneof(hostile, fc.string({ minLength: 1, unit: 'grapheme' })), (name) => {
        const path = new URL(`http://host/runs/${pathSegment(name)}`).pathname
        const last = path.slice('/runs/'.length)
        expect(last).not.toContain('/')
        expect(parsePathSegment(decodeURIComponent(last))).toBe(name)
      }),
    )
  })
})
