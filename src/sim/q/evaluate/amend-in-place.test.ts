// Guards that amending in place is invisible through other names and makes no copies.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSession } from '../session.ts'

const run = (...entries: string[]): string => {
  const session = createSession()
  return entries.map((entry) => session.evaluate(entry).output).join('')
}

describe('amending in place', () => {
  it('does not change the values of other variables, lists or callers', () => {
    expect(run('a:1 2 3', 'a[0]:9', 'b:a', 'a[1]:8', 'a,:7', 'b', 'a')).toBe('9 2 3\n9 8 3 7\n')
    expect(run('m:3#enlist 0 0', 'm[0;0]:1', 'r:m 0', 'm[0;1]:7', '(r;m 0;m 1)')).toBe(
      '1 0\n1 7\n0 0\n',
    )
    expect(run('a:1 2', 'a[0]:5', 'f:{x[0]:100;x}', 'f a', 'a')).toBe('100 2\n5 2\n')
    expect(run('d:`a`b!1 2', 'd[`c]:3', 'e:d', 'd[`a]+:5', 'd[`z]:0', 'e')).toBe(
      'a| 1\nb| 2\nc| 3\n',
    )
    expect(run('f:{t:x;t[0]:5;u:t;t[0]:6;(t;u)}', 'f 1 2')).toBe('6 2\n5 2\n')
  })

  it('is found again under its new items and keys', () => {
    expect(run('v:til 20', 'v[3]:3', 'v?5', 'v[5]:50', 'v?50', 'v?5')).toBe('5\n5\n20\n')
    const grown = run('d:(til 20)!til 20', 'i:20', 'while[i<40;d[i]:i;i+:1]', 'd 39', 'count d')
    expect(grown).toBe('39\n40\n')
  })

  it('gives the same result as a copying amend', () => {
    const step = fc.oneof(
      fc.tuple(fc.constantFrom('a', 'b'), fc.nat(2)).map(([name, i]) => `${name}[${i}]:${i}0`),
      fc.tuple(fc.constantFrom('a', 'b'), fc.nat(2)).map(([name, i]) => `${name}[${i}]+:1`),
      fc.constantFrom('a:b', 'b:a', 'a,:4', 'b:b,5', 'c:(a;b)', 'a:c 0', 'c[1;0]:77', 'c[0],:6'),
      fc.constantFrom('b:{x[1]:9;x}a', '{c[0;1]:x}count a', 'a:reverse b', 'c:(c 1;c 0)'),
    )
    const copied = (entry: string): string =>
      entry.replace(/^(\w)\[([^\]]*)\](.?):(.*)$/, (_, name, path, operator, value) => {
        const positions = path.includes(';') ? path : `enlist ${path}`
        return `${name}:.[${name};(${positions});${operator || ':'};${value}]`
      })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        const start = ['a:1 2 3', 'b:4 5 6', 'c:(7 8;9 10)']
        const shown = '(a;b;c)'
        expect(run(...start, ...steps, shown)).toBe(run(...start, ...steps.map(copied), shown))
      }),
      { numRuns: 150 },
    )
  })

  it('costs fuel in proportion to the rounds', () => {
    const fuelOf = (rounds: number): number => {
      const session = createSession({ limits: { fuel: 20 * rounds + 10_000 } })
      const { error } = session.evaluate(
        `r:();s:${rounds}#0;i:0;while[i<${rounds};r,:i;s[i]:i;i+:1]`,
      )
      return error === undefined ? rounds : 0
    }
    expect(fuelOf(20_000)).toBe(20_000)
  })
})
