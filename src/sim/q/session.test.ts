// Guards the output, errors and limits of console entries.
import { describe, expect, it } from 'vitest'
import { fromPlain } from './plain.ts'
import { createSession } from './session.ts'

/** The console output of the last entry. */
function shown(...entries: readonly string[]): string {
  const session = createSession()
  let text = ''
  for (const entry of entries) {
    const { output, error } = session.evaluate(entry)
    text = error === undefined ? output.trimEnd() : `'${error.name}`
  }
  return text
}

const cases: readonly (readonly [string, string])[] = [
  ['7-2*3', '1'],
  ['4 -3', '4 -3'],
  ['n:4;n-3', '1'],
  ['(11;"k";`w)', '11\n"k"\n`w'],
  ['6 7f', '6 7f'],
  ['9%2', '4.5'],
  ['9223372036854775806+1 2', '0W 0N'],
  ['3037000500*3037000500', '-9223372036709301616'],
  ['1011b', '1011b'],
  ['1b+0b', '1i'],
  ['2001.02.03+30', '2001.03.05'],
  ['{[p;q]p-q}[;2] 9', '7'],
  ['{x*y}[3]', '{x*y}[3]'],
  ['(neg sum@) 4 5', '-9'],
  ['+/[100;1 2 3]', '106'],
  ['(*\\)2 3 4', '2 6 24'],
  ['6{x+x}/1', '64'],
  ['1 2,/:8 9', '1 2 8\n1 2 9'],
  ['{$[x>9;`big;x<0;`low;`mid]}each 20 -3 4', '`big`low`mid'],
  ['{if[x>2;:`many];`few}each 1 7', '`few`many'],
  ['m:(1 2;3 4);m[1;0]:60;m', '1  2\n60 4'],
  ['d:`u`v!5 6;d[`w]:7;d', 'u| 5\nv| 6\nw| 7'],
  ['@[0 0 0;0 2 2;+;5]', '5 0 10'],
  ['@[{x+`no};1;{"caught ",x}]', '"caught type"'],
  ['([]k:`p`q;n:3 40)', 'k n \n----\np 3 \nq 40'],
  ['([k:`p`q]n:3 40)`q', 'n| 40'],
  ['"J"$("12";"x";"7")', '12 0N 7'],
  ['`long$2.5 3.4', '3 3'],
  ['string 12 345', '"12"\n"345"'],
  ['.Q.s1 flip`a`b!(1 2;"xy")', '"+`a`b!(1 2;\\"xy\\")"'],
  ['1.5 2 0n 3e', '1.5 2 0n 3e'],
  ['(0N 3;1 2)', '  3\n1 2'],
]

const errors: readonly (readonly [string, string])[] = [
  ['1+`s', 'type'],
  ['1 2+1 2 3', 'length'],
  ['missing_name', 'missing_name'],
  ['{x}[1;2]', 'rank'],
  ["'`mine", 'mine'],
  ['count:3', 'assign'],
  ['ss:1', 'assign'],
  ['{in:1;in}[]', 'assign'],
  ['like+:1', 'assign'],
  ['(1;2', '('],
  ['til -1', 'domain'],
  ['til 1000000000000', 'wsfull'],
  ['{.z.s x+1}0', 'stack'],
  ['constructor', 'constructor'],
  ['__proto__', '_'],
  ['toString', 'toString'],
]

describe('an entry of the console', () => {
  it.each(cases)('%s', (entry, expected) => {
    expect(shown(entry)).toBe(expected)
  })

  it.each(errors)('%s signals', (entry, name) => {
    expect(shown(entry)).toBe(`'${name}`)
  })

  it('shows nothing for an assignment, and the value of a view anew at each use', () => {
    expect(shown('b:2')).toBe('')
    expect(shown('b:2', 'v::b*10', 'b:3', 'v')).toBe('30')
  })

  it('points a caret at an error', () => {
    const { error } = createSession().evaluate('10*2+`s')
    expect(error?.text).toBe("'type\n  [0]  10*2+`s\n           ^\n")
  })

  it('keeps bytes of UTF-8, and prints them as they were', () => {
    expect(shown('count "é"')).toBe('2')
    expect(shown('-1 "né";')).toBe('né')
  })
})

describe('a script', () => {
  it('goes on over indented lines and closing braces, and prints one line for a value', () => {
    const session = createSession()
    const { output } = session.load('/ adds\nf:{\n  x+1\n}\n/\nnot q\n\\\n([]a:1 2)\nf 4\n')
    expect(output).toBe('+(,`a)!,1 2\n5\n')
  })

  it('gives functions that are applied to JSON, and JSON back', () => {
    const session = createSession()
    session.load('f:{`total`names!(sum x;y)}')
    const target = session.read('f')
    if (target === undefined) throw new Error('f is not there')
    const { value } = session.apply(target, [fromPlain([1, 2.5]), fromPlain(['ab', 'c'])])
    expect(value && session.plain(value)).toEqual({ total: 3.5, names: ['ab', 'c'] })
  })
})

describe('limits', () => {
  it('stop a loop without end, which no trap can catch', () => {
    const session = createSession({ limits: { fuel: 10_000 } })
    expect(session.evaluate('@[{while[1b;x]};0;`caught]').error?.name).toBe('stop')
    expect(session.evaluate('1+1').output).toBe('2\n')
  })

  it('stop on request from outside', () => {
    let asked = 0
    const interrupt = (): boolean => ++asked > 3
    const session = createSession({ limits: { interrupt } })
    expect(session.evaluate('while[1b;]').error?.name).toBe('stop')
  })

  it('stop output without end', () => {
    const session = createSession({ limits: { outputMax: 100 } })
    expect(session.evaluate('do[100;show til 9]').error?.name).toBe('limit')
  })

  it("count nested items of a scan's steps, but not shared ones", () => {
    const session = createSession({ limits: { memoryMax: 4_000_000 } })
    expect(session.evaluate('(string\\) til 10').error?.name).toBe('wsfull')
    expect(session.evaluate('count {(x;til 1000)}\\[1000;()]').error?.name).toBe('wsfull')
    expect(session.evaluate('1000(([]a:1 2),)\\1 2 3').error?.name).toBe('wsfull')
    expect(session.evaluate('a:til 1000;count {(x;a)}\\[1000;()]').output).toBe('1001\n')
  })

  it('count lists within lists that a verb goes through', () => {
    const session = createSession({ limits: { fuel: 100_000 } })
    for (const verb of ['abs', 'string', 'distinct', 'trim']) {
      expect(session.evaluate(`${verb} {(x;x)}/[40;1 2]`).error?.name).toBe('stop')
    }
  })
})
