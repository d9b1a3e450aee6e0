// Guards the q expressions of test values: they evaluate to the value.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSession } from '../q/index.ts'
import { dateText, dayNumber } from './draws.ts'
import { type LiteralValue, literal } from './literal.ts'

/** The console output of an expression. */
const shown = (code: string): string => {
  const { output, error } = createSession().evaluate(code)
  return error === undefined ? output.trimEnd() : `'${error.name}`
}

const CASES: readonly (readonly [string, LiteralValue, string, string])[] = [
  ['long', -5, '-5', '-5'],
  ['long', 2n ** 62n, '4611686018427387904', '4611686018427387904'],
  ['long', null, '0N', '0N'],
  ['float', 2, '2f', '2f'],
  ['float', 1e-7, '1e-7', '1e-07'],
  ['float', null, '0n', '0n'],
  ['boolean', true, '1b', '1b'],
  ['char', '"', '"\\""', '"\\""'],
  ['string', 'a', '(enlist "a")', ',"a"'],
  ['string', '', '""', '""'],
  ['symbol', 'fig', '`fig', '`fig'],
  ['date', '2024.02.29', '2024.02.29', '2024.02.29'],
  ['long list', [], '(0#0)', '`long$()'],
  ['long list', [7], '(enlist 7)', ',7'],
  ['long list', [1, null, -3], '1 0N -3', '1 0N -3'],
  ['float list', [1, 2], '1 2f', '1 2f'],
  ['float list', [1, 2.5], '1 2.5', '1 2.5'],
  ['boolean list', [true, false], '10b', '10b'],
  ['symbol list', ['a', 'b'], '`a`b', '`a`b'],
  ['char list', ['a', 'b'], '"ab"', '"ab"'],
  ['string list', ['ab', 'c'], '("ab";(enlist "c"))', '"ab"\n,"c"'],
  ['long list list', [[1, 2], [3]], '(1 2;(enlist 3))', '1 2\n,3'],
  ['symbol -> long', { a: 1, b: 2 }, '(`a`b!1 2)', 'a| 1\nb| 2'],
  ['long -> symbol', [[3, 'a']], '((enlist 3)!(enlist `a))', '3| a'],
  ['table a:long, b:symbol', [{ a: 1, b: 'x' }], '([]a:(enlist 1);b:(enlist `x))', 'a b\n---\n1 x'],
  [
    'table a:symbol | b:long',
    [{ a: 'x', b: 2 }],
    '([a:(enlist `x)]b:(enlist 2))',
    'a| b\n-| -\nx| 2',
  ],
]

describe('literals', () => {
  it.each(CASES)('%s %o', (type, value, text, console) => {
    expect(literal(type, value)).toBe(text)
    expect(shown(text)).toBe(console)
  })

  it('refuse values of another type', () => {
    expect(() => literal('long', 1.5)).toThrow(/1.5 is no long/)
    expect(() => literal('long list', 3)).toThrow(/3 is no long list/)
    expect(() => literal('symbol', 'a b')).toThrow(/no symbol/)
  })

  it('hold every float exactly', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const session = createSession()
        const read = session.evaluate(literal('float', value)).value
        return read !== undefined && Number(session.plain(read)) === value
      }),
    )
  })
})

describe('the calendar of the references', () => {
  it('counts days back and forth', () => {
    expect([dayNumber('2000.01.01'), dayNumber('1999.12.31'), dayNumber('2024.02.29')]).toEqual([
      0, -1, 8825,
    ])
    fc.assert(
      fc.property(fc.integer({ min: -30_000, max: 30_000 }), (days) => {
        expect(dayNumber(dateText(days))).toBe(days)
      }),
    )
  })
})
