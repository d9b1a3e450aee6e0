// Guards arithmetic and comparison of times, bars, and conversions in both directions.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSession } from '../session.ts'
import { DATE, MONTH, TIMESTAMP } from '../values/types.ts'
import { dayParts, toDays } from './calendar.ts'
import { convertTime } from './convert.ts'

/** The console output, or the error. */
function shown(entry: string): string {
  const { output, error } = createSession().evaluate(entry)
  return error === undefined ? output.trimEnd() : `'${error.name}`
}

const cases: readonly (readonly [string, string])[] = [
  ['2011.05.06+07:08', '2011.05.06D07:08:00.000000000'],
  ['2011.05.06-2011.04.30', '6i'],
  ['2011.05.06D12-2011.05.05', "'type"],
  ['2011.05.06D12-2011.05.05D00', '1D12:00:00.000000000'],
  ['2011.05m+1 2', '2011.06 2011.07m'],
  ['2011.05.06+0.5', '2011.05.06T12:00:00.000'],
  ['0D01+00:30', '0D01:30:00.000000000'],
  ['07:08:09-00:08', '07:00:09'],
  ['07:08%00:04', '107f'],
  ['2*00:30', '01:00'],
  ['2011.05.06*2011.05.06', "'type"],
  ['2011.05m+2011.05.06', "'type"],
  ['2011.05.06D10:20:30=10:20', '1b'],
  ['2011.05.06<2011.05.06D01', '1b'],
  ['2011.05m=2011.05.01', '1b'],
  ['10:20<10:20:30', '1b'],
  ['10:20:30.5 within 10:20 10:21', '1b'],
  ['2011.05.06|2011.05.06D01', '2011.05.06D01:00:00.000000000'],
  ['0Nd<2011.05.06', '1b'],
  ['0Wd+1', '0Nd'],
  ['5 xbar 10:23', '10:20'],
  ['00:05 xbar 10:23:45', "'type"],
  ['0D00:15 xbar 2011.05.06D10:23', '2011.05.06D10:15:00.000000000'],
  ['7 xbar 2000.01.10', '2000.01.08'],
  ['2011.05.06 mod 7', '6i'],
  ['0D10 mod 0D03', "'type"],
  ['2011.05 2011.06m', '2011.05 2011.06m'],
  ['10:20 10:30t', '10:20:00.000 10:30:00.000'],
  ['2011.05.06 0Nd 2011.05.07', '2011.05.06 0N 2011.05.07'],
  ['gtime 2011.05.06D01', '2011.05.06D01:00:00.000000000'],
]

describe('times', () => {
  it.each(cases)('%s', (entry, text) => {
    expect(shown(entry)).toBe(text)
  })

  it('come back from their parts', () => {
    fc.assert(
      fc.property(fc.integer({ min: -700_000, max: 2_900_000 }), (days) => {
        expect(toDays(...dayParts(days))).toBe(days)
      }),
    )
  })

  it('come back from finer types', () => {
    fc.assert(
      fc.property(fc.integer({ min: -90_000, max: 90_000 }), (days) => {
        expect(convertTime(TIMESTAMP, DATE, convertTime(DATE, TIMESTAMP, days))).toBe(days)
        const month = Number(convertTime(DATE, MONTH, days))
        expect(Number(convertTime(MONTH, DATE, month))).toBeLessThanOrEqual(days)
      }),
    )
  })
})
