// Guards the verbs on lists: take and reshape, drop and cut, find, sets, shifts.
import { describe, expect, it } from 'vitest'
import { createSession } from '../session.ts'

function shown(entry: string): string {
  const { output, error } = createSession().evaluate(entry)
  return error === undefined ? output.trimEnd() : `'${error.name}`
}

const CASES: readonly (readonly [string, string])[] = [
  ['7#1 2 3', '1 2 3 1 2 3 1'],
  ['-4#1 2 3', '3 1 2 3'],
  ['(enlist 2)#til 9', '0 1'],
  ['0N 2#til 5', '0 1\n2 3\n,4'],
  ['2 0N#til 5', '0 1\n2 3 4'],
  ['count each 2 2 3#til 4', '2 2'],
  ['-1 2#til 4', "'domain"],
  ['0N 2 2#til 4', "'domain"],
  ['1 3_til 6', '1 2\n3 4 5'],
  ['(til 5)_2', '0 1 3 4'],
  ['([]k:`p`r)_([k:`p`q`r]n:1 2 3)', 'k| n\n-| -\nq| 2'],
  ['(5 6i!`p`q)6 7', '`q`'],
  ['([k:5 6h]n:1 2)6', 'n| 2'],
  ['([k:`p`q]n:5 6)?6', 'k| q'],
  ['([]n:5 6)?6', '1'],
  ['([]n:5 6;m:7 8)?6', "'type"],
  ['desc "hello, this is a longer text than a few"', '"xwttttssroonnllliihhhgfeeeeaaa,        "'],
  ['asc 0x0301ff02', '`s#0x010203ff'],
  ['raze(`p`q;`r`s)', '`p`q`r`s'],
  ['`a _ `a`b!1 2', 'b| 2'],
  ['2 cut til 5', '0 1\n2 3\n,4'],
  ['-1 rotate "abcd"', '"dabc"'],
  ['1 2 sublist til 6', '1 2'],
  ['-2 sublist til 6', '4 5'],
  ['(3 4;1 2)?(1 2;9 9)', '1 2'],
  ['3 5 7?5i', '1'],
  ['3 5 7?`a', "'type"],
  ['3 5 7?(7 9;5;3 3)', '2 3\n3\n0 0'],
  ['3 5 7?(5;7 9)', "'type"],
  ['([]k:3 5;v:1 2)?([]k:5 6f;v:2 2)', "'type"],
  ['(3 5!`p`q)5f', "'type"],
  ['(`p`q!3 5)`p`r', '3 0N'],
  ['(`p`q!3 5)3', "'type"],
  ['([k:3 5]v:1 2)`p', "'type"],
  ['d:3 5!`p`q;d[`r]:`s', "'type"],
  ['{x*y}\\[0#0]', '()'],
  ['(`a`b!3 4)?4', '`b'],
  ['3 4 in (3 4;9)', '1b'],
  ['4 in (3 4;4)', '0b'],
  ['1 2 3 except 2', '1 3'],
  ['2 3f except 2+2 xexp -45', '2 3f'],
  ['2 3f in 3f', '01b'],
  ['2 3 in 3f', '01b'],
  ['`p`q in `q', '01b'],
  ['"pq" in "q"', '01b'],
  ['1 3 inter 3 4', ',3'],
  ['2 1 union 1 5', '2 1 5'],
  ['1 2 cross `a`b', '1 `a\n1 `b\n2 `a\n2 `b'],
  ['prev 4 5 6', '0N 4 5'],
  ['2 xprev "abcd"', '"  ab"'],
  ['fills 0N 4 0N 5', '0N 4 4 5'],
  ['group `a`b`a', 'a| 0 2\nb| ,1'],
  ['where `a`b!2 1', '`a`a`b'],
  ['first 0#0', '0N'],
  ['d:()!();d[`x]+:2;d[`x]+:3;d', 'x| 5'],
]

describe('lists', () => {
  for (const [entry, text] of CASES) it(entry, () => expect(shown(entry)).toBe(text))
})

describe('draws', () => {
  it('keep to their range and type', () => {
    expect(shown('r:1000?5;(`long$type r;min r;max r)')).toBe('7 0 4')
    expect(shown('all (100?1f) within 0 1')).toBe('1b')
    expect(shown('(asc -6?6)~til 6')).toBe('1b')
    expect(shown('(asc 0N?`c`a`b)~`a`b`c')).toBe('1b')
    expect(shown('type each (2?0b;2?0x0;2?`3;2?" ";2?0Ng;2?0t;2?2020.01.01;2?0)')).toBe(
      '1 4 11 10 2 19 14 7h',
    )
    expect(shown('-4?3')).toBe("'length")
  })

  it('are the same for the same seed', () => {
    expect(shown('10?1000')).toBe(shown('10?1000'))
  })
})
