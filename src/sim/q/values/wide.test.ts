// Guards 64-bit arithmetic: exact doubles, wrapped patterns beyond them, preserved nulls.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wideResult } from '../arithmetic/kernels.ts'
import { fromWide, narrow, toWide, widen } from './wide.ts'

const patterns = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })

describe('64-bit integers', () => {
  it('come back from their items', () => {
    fc.assert(
      fc.property(patterns, (pattern) => {
        expect(toWide(fromWide(pattern))).toBe(pattern)
      }),
    )
  })

  it('come back from vectors, wide or not', () => {
    fc.assert(
      fc.property(fc.array(patterns), (items) => {
        const wide = BigInt64Array.from(items)
        expect(widen(narrow(wide))).toEqual(wide)
      }),
    )
  })

  it('wrap as two-complement numbers do, and keep nulls', () => {
    const whole = patterns.filter((pattern) => pattern !== -(2n ** 63n))
    fc.assert(
      fc.property(whole, whole, (x, y) => {
        const product = wideResult('*', fromWide(x), fromWide(y))
        expect(toWide(product)).toBe(BigInt.asIntN(64, x * y))
      }),
    )
    expect(wideResult('+', Number.NaN, 1)).toBeNaN()
  })
})
