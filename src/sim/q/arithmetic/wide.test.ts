// Guards integers beyond 53 bits: vectors give what their items give, in either storage.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { consoleResult } from '../../../../test/support/q-shown.ts'

const wholes = fc.bigInt({ min: -(2n ** 62n), max: 2n ** 62n })
const shown = (items: readonly bigint[]): string => items.join(' ')

function floorDivide(x: bigint, y: bigint): bigint {
  const quotient = x / y
  return x % y !== 0n && x < 0n !== y < 0n ? quotient - 1n : quotient
}

const VERBS: Readonly<Record<string, (x: bigint, y: bigint) => bigint>> = {
  div: floorDivide,
  mod: (x, y) => x - y * floorDivide(x, y),
}

describe.each(Object.keys(VERBS))('%s', (verb) => {
  it('is exact for vectors', () => {
    const few = fc.array(wholes, { minLength: 2, maxLength: 3 })
    fc.assert(
      fc.property(
        few,
        wholes.filter((item) => item !== 0n),
        (items, divisor) => {
          const expected = items.map((item) => VERBS[verb]?.(item, divisor) ?? 0n)
          const entry = `"," sv string (${shown(items)}) ${verb} ${divisor}`
          expect(consoleResult(entry)).toBe(`"${expected.join(',')}"`)
        },
      ),
      { numRuns: 40 },
    )
  })
})

it.each([
  ['(2 3*999999937000000000)mod 1000000007', '980 1470'],
  ['10 xbar 9007199254740993 9007199254740995', '9007199254740990 9007199254740990'],
  ['0W 0N div 2', '4611686018427387903 0N'],
  ['0W mod 7 10', '0 7'],
  ['0Wi div 2i', '1073741823i'],
  ['0Wh div 2h', '16383i'],
  ['0W xbar 5 -5', '0 -0W'],
  ['9007199254740993&1.5 2.5', '1.5 2.5'],
  ['9007199254740993^0n 1.5', '9.007199e+15 1.5'],
  ['2000.01.01+5 9007199254740993', '2000.01.06 2000.01.02'],
  ['0Wd*1.5e', '0Wd'],
  ['12:00+1.5e', '12:01'],
  ['1.5e xbar 2000.01.05 2000.01.07', '2000.01.04 2000.01.07'],
  ['0.1 9007199254740993', '0.1 9.007199e+15'],
  ['9007199254740993 4f', '9.007199e+15 4'],
  ['40000 4h', "'40000"],
  ['1 2~2#1 2 9007199254740993', '1b'],
  ['0Wp -0Wp~0 1_(0Wp;-0Wp;2024.01.01D0)', '0b'],
  ['0Wp -0Wp~-1_(0Wp;-0Wp;2024.01.01D0)', '1b'],
  ['t:([]p:1 2 9007199254740993);1 2~exec p from t where p<5', '1b'],
  ['string 0N 0W 9007199254740993', '""\n"0W"\n"9007199254740993"'],
  ['string(0Wp;2024.01.01D0)', '"0Wp"\n"2024.01.01D00:00:00.000000000"'],
])('%s', (entry, expected) => {
  expect(consoleResult(entry)).toBe(expected)
})
