// Guards sums, moving windows, spreads and similar verbs, with nulls and nested data.
import { describe, expect, it } from 'vitest'
import { createSession } from '../session.ts'

const TABLES = 't:([]u:4 6 -1;v:2 0N 5f);d:`m`n!(4 6;1 -2)'

/** The console output, or the error. */
function shown(entry: string): string {
  const session = createSession()
  session.evaluate(TABLES)
  const { output, error } = session.evaluate(entry)
  return error === undefined ? output.trimEnd() : `'${error.name}`
}

const cases: readonly (readonly [string, string])[] = [
  ['sum 4 0N 6', '10'],
  ['sum (4 0N;1 1)', '5 0N'],
  ['sum 110b', '2i'],
  ['sum "no"', "'type"],
  ['sum ()', '0'],
  ['sum t', 'u| 9\nv| 7f'],
  ['sum d', '5 4'],
  ['sum 10000000000 9223372036854775800', '-9223372026854775816'],
  ['prd 0N 4 5h', '20i'],
  ['prd 3000000000 4000000000', '-6446744073709551616'],
  ['max 0N 3 8', '8'],
  ['max 0#0', '-0W'],
  ['min 0#0i', '0Wi'],
  ['min "quay"', '"a"'],
  ['max `a`b', "'type"],
  ['max (3 9;5 0N)', '5 9'],
  ['min (3 9;5 0N)', '3 0N'],
  ['avg 2 0N 4', '3f'],
  ['avg (2;0n;4)', '2f'],
  ['avg d', '2.5 2'],
  ['all 3 0 1', '0b'],
  ['any (01b;00b)', '01b'],
  ['all ()', '1b'],
  ['sums 3 0N 4', '3 3 7'],
  ['sums (1 2;3 4)', '1 2\n4 6'],
  ['prds 2 3 4', '2 6 24'],
  ['maxs 0N 2 1 7', '-0W 2 2 7'],
  ['mins 3 5 0N 2', '3 3 3 2'],
  ['avgs 2 4 0N 9', '2 3 3 5f'],
  ['deltas 5 9 2', '5 4 -7'],
  ['deltas[4;5 9 2]', '1 4 -7'],
  ['deltas 2000.01.04 2000.01.09', '3 5i'],
  ['ratios 2 6 3', '2 3 0.5'],
  ['differ 3 3 4 4', '1010b'],
  ['differ ("a";"a";1 2;1 2)', '1010b'],
  ['2 msum 3 0N 5 7', '3 3 5 12'],
  ['2 mavg 3 0N 5 7', '3 3 5 6f'],
  ['2 mcount 3 0N 5 7', '1 1 1 2'],
  ['2 mmax 0N 4 2 9', '-0W 4 4 9'],
  ['2 mmin 4 0N 3 9', '4 0N 0N 3'],
  ['2 mdev 1 3 7', '0 1 2f'],
  ['0 mavg 3 4', '0n 0n'],
  ['2 msum d', 'm| 4 6\nn| 5 4'],
  ['2 msum 2000.01.02 2000.01.04', '1 4i'],
  ['0.5 ema 4 8 8', '4 6 7f'],
  ['med 9 1 4 2', '3f'],
  ['med (1 2;3 4;9 9)', '3 4f'],
  ['var 1 3 5 7', '5f'],
  ['svar 1 3 5', '4f'],
  ['dev 1 3 0N 5 7', '2.236068'],
  ['sdev 1 3 5', '2f'],
  ['sdev 4', '0n'],
  ['1 3 5 cov 2 2 8', '4f'],
  ['1 3 5 scov 2 2 8', '6f'],
  ['1 2 0N cor 4 8 1', '1f'],
  ['3 1 wavg 2 6', '3f'],
  ['3 1 wsum 2 6', '12f'],
  ['2 wsum 2 6', '16'],
  ['1 3 wavg (2 4;6 0)', '5 1f'],
  ['dev t', 'u| 2.94392\nv| 1.5'],
]

describe('statistics', () => {
  it.each(cases)('%s', (entry, text) => {
    expect(shown(entry)).toBe(text)
  })
})
