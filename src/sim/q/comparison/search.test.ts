// Guards that bulk searches and remainders equal those of single numbers.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSession } from '../index.ts'
import { floats, longs } from '../values/build.ts'
import type { Value } from '../values/value.ts'
import { matches } from './match.ts'

const number = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
)
const vector = fc
  .tuple(fc.boolean(), fc.array(number, { maxLength: 12 }))
  .map<Value>(([isFloat, items]) => (isFloat ? floats(items) : longs(items)))

function results(x: Value, y: Value, expressions: readonly string[]): (Value | string)[] {
  const session = createSession()
  const { value: call } = session.evaluate(`{(${expressions.join(';')})}`)
  const { value, error } = session.apply(call as Value, [x, y])
  if (value?.kind !== 'list') return [error?.name ?? 'no list']
  return [...value.items]
}

describe('a search of many numbers', () => {
  it.each(['bin', 'binr'])('is the search of each: %s', (verb) => {
    fc.assert(
      fc.property(vector, vector, (x, y) => {
        const [many, each] = results(x, y, [`(asc x)${verb} y`, `(asc x)${verb}/:y`, '0'])
        // An empty list has no item type.
        if (y.kind !== 'vector' || y.data.length === 0) return
        expect(matches(many as Value, each as Value)).toBe(true)
      }),
    )
  })
})

describe('mod of whole numbers', () => {
  const whole = fc.maxSafeInteger()
  const divisor = fc.oneof(whole, fc.integer({ min: -9, max: 9 }))

  it('is exact up to 53 bits, with the sign of the divisor', () => {
    fc.assert(
      fc.property(fc.array(whole, { minLength: 1, maxLength: 5 }), divisor, (items, by) => {
        const exact = items.map((item) => {
          if (by === 0) return Number.NaN
          const rest = BigInt(item) % BigInt(by)
          const isOtherSign = rest !== 0n && rest < 0n !== by < 0
          return Number(isOtherSign ? rest + BigInt(by) : rest)
        })
        const [many] = results(longs(items), longs([by]), ['x mod first y', '::'])
        expect((many as { data: Float64Array }).data).toEqual(Float64Array.from(exact))
      }),
    )
  })
})
