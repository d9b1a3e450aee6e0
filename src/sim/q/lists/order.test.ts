// Guards sorting by counting, merging and insertion: all match plain comparison.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareScalars } from '../comparison/order.ts'
import type { Data, Scalar } from '../values/value.ts'
import { sortOrder } from './order.ts'

const { NaN: NULL, POSITIVE_INFINITY: INFINITE } = Number
const number = fc.oneof(
  fc.integer({ min: -50, max: 50 }),
  fc.constantFrom(NULL, INFINITE, -INFINITE, -0),
)
const double = fc.oneof(number, fc.double())
const long = { minLength: 0, maxLength: 200 }
const data: fc.Arbitrary<Data> = fc.oneof(
  fc.array(number, long).map((items) => Float64Array.from(items)),
  fc.array(double, long).map((items) => Float64Array.from(items)),
  fc.array(fc.integer({ min: 0, max: 255 }), long).map((items) => Uint8Array.from(items)),
  fc.array(fc.string({ maxLength: 2 }), long),
  fc
    .array(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), long)
    .map((items) => BigInt64Array.from(items)),
)

describe('the order of a vector', () => {
  it('is the stable order of comparison', () => {
    fc.assert(
      fc.property(data, fc.boolean(), (items, descending) => {
        const direction = descending ? -1 : 1
        const expected = Array.from({ length: items.length }, (_, i) => i).sort(
          (a, b) => direction * compareScalars(items[a] as Scalar, items[b] as Scalar) || a - b,
        )
        expect([...sortOrder(items, descending)]).toEqual(expected)
      }),
    )
  })
})
