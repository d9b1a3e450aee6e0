// Guards what each iterator does with functions and lists of each rank.
import { describe, expect, it } from 'vitest'
import { createSession } from '../session.ts'

function shown(entry: string): string {
  const { output, error } = createSession().evaluate(entry)
  return error === undefined ? output.trimEnd() : `'${error.name}`
}

const CASES: readonly (readonly [string, string])[] = [
  ['(+/)4 5 6', '15'],
  ['(=\':)("aba";"abb")', '000b\n110b'],
  ['1(("ab";"cd")!("cd";"ab"))\\("ab";"cd")', '"ab" "cd"\n"cd" "ab"'],
  ['f:{x+y};g:neg f::;g[1;2]', '-3'],
  ['10+/4 5 6', '25'],
  ['10+\\4 5 6', '14 19 25'],
  ['{x-y}/[2 0.5 0.25]', '1.25'],
  ['{x*y}/[2f;3 0n]', '0n'],
  ['{x+y}/[1;2 3f]', '6f'],
  ['{x+y}\\[1 2.5]', '1 3.5'],
  ['5{2*x}/1', '32'],
  ['{x<50}{2*x}\\3', '3 6 12 24 48 96'],
  ['{x div 2}\\[20]', '20 10 5 2 1 0'],
  ['{x+y*z}/[1;2 3;4 5]', '24'],
  ['{x+y*z}\\[1;2 3;4 5]', '9 24'],
  ['(1 2 0)\\[0]', '0 1 2'],
  ["(-':)3 8 9", '3 5 1'],
  ["1-':3 8 9", '2 5 1'],
  ['1 2+/:\\:10 20', '11 21\n12 22'],
  ["0 1 0'[1 2 3;10 20 30]", '1 20 3'],
  ["{x+y+z}'[1 2;3 4;10]", '14 16'],
  ["1 2+'1 2 3", "'length"],
  ['neg each `a`b!1 2', 'a| -1\nb| -2'],
  ['count each ()', '()'],
  ['(+/)()', '0'],
  ['({x+y}/)()', '()'],
  ["('[neg;+])[1;2]", '-3'],
  ['{x}[1;2]', "'rank"],
  ['(1 2 3)[0;1]', "'rank"],
]

describe('iterators', () => {
  for (const [entry, text] of CASES) it(entry, () => expect(shown(entry)).toBe(text))
})

describe('recursion', () => {
  it('goes deep, and ends in an error that a program can trap', () => {
    expect(shown('f:{$[x;1+f x-1;0]};f 1000')).toBe('1000')
    expect(shown('f:{1+f x};@[f;0;{x}]')).toBe('"stack"')
    expect(shown('f:{sum f each x,x};@[f;1;{x}]')).toBe('"stack"')
    expect(shown('f:{1+value "f[1]"};f 1')).toBe("'stack")
  })
})

describe('memory', () => {
  const limits = { memoryMax: 8 * 2 ** 20 }

  it('counts live memory, so a loop may reuse it', () => {
    const session = createSession({ limits })
    expect(session.evaluate('do[200;x:til 100000];count x').output).toBe('100000\n')
  })

  it('ends in an error when variables or results hold too much', () => {
    const error = (entry: string) => createSession({ limits }).evaluate(entry).error?.name
    expect(error('x:();i:0;while[1b;x,:enlist til 1000+i;i+:1]')).toBe('wsfull')
    expect(error('{til 1000+x}each til 100000')).toBe('wsfull')
  })
})
