// Guards the results of queries, as text and in functional form.
import { describe, expect, it } from 'vitest'
import { createSession } from '../session.ts'

const STOCK = 't:([]kind:`tea`oil`tea`salt`oil;n:4 9 2 7 1;cost:1.5 2 2.5 3 3.5)'

/** The console output of the last entry, without spaces at line ends. */
function shown(...entries: readonly string[]): string {
  const session = createSession()
  session.evaluate(STOCK)
  let text = ''
  for (const entry of entries) {
    const { output, error } = session.evaluate(entry)
    text = error === undefined ? output.trimEnd().replace(/ +$/gm, '') : `'${error.name}`
  }
  return text
}

const cases: readonly (readonly [string, string])[] = [
  ['select n from t where kind=`oil,n>1', 'n\n-\n9'],
  ['select sum n by kind from t', 'kind| n\n----| --\noil | 10\nsalt| 7\ntea | 6'],
  ['select by kind from t', 'kind| n cost\n----| ------\noil | 1 3.5\nsalt| 7 3\ntea | 2 2.5'],
  ['select count i,most:max n from t', 'x most\n------\n5 9'],
  ['select distinct kind from t', 'kind\n----\ntea\noil\nsalt'],
  ['cols select n*cost,2*n,neg cost,3 xbar n from t', '`n`x`cost`n1'],
  ['cols ([]2*til 3;a:1)', '`x`a'],
  ['select n by n from t', "'dup names for cols/groups n"],
  ['cols select n by kind,kind from t', '`kind`kind1`n'],
  ['select $[1b;n;cost] from t', "'rank"],
  ['{exec n from t where kind=x,n>y}[`oil;2]', "'rank"],
  ['{[x;y]exec n from t where kind=x,n>y}[`oil;2]', ',9'],
  ['{if[x;t:([]n:7 8)];exec n from t}0b', "'type"],
  ['{if[x;t:([]n:7 8)];exec n from t}1b', '7 8'],
  ['select[2;>n]n from t', 'n\n-\n9\n7'],
  ['select n from t where i=last i', 'n\n-\n1'],
  ['select n from t where n=(max;n)fby kind', 'n\n-\n4\n9\n7'],
  ['exec n by kind from t', 'oil | 9 1\nsalt| ,7\ntea | 4 2'],
  ['exec n,cost from 2#t', 'n   | 4   9\ncost| 1.5 2'],
  ['exec sum n by k:kind from t', 'k   |\n----| --\noil | 10\nsalt| 7\ntea | 6'],
  ['exec sum n from t', '23'],
  ['exec n*2 from t where cost<2', ',8'],
  ['update n:0 from(2#t)where kind=`tea', 'kind n cost\n-----------\ntea  0 1.5\noil  9 2'],
  ['exec s from update s:sum n by kind from t', '6 10 6 7 10'],
  ['exec w from update w:n from t where n>5', '0N 9 0N 7 0N'],
  ['cols delete n from t', '`kind`cost'],
  ['count delete from t where n<5', '2'],
  ['{[least]exec n from t where n>least}[4]', '9 7'],
  ['f:{[k]exec kind from t where kind=k};f`tea', '`tea`tea'],
  ['?[t;enlist(>;`n;4);0b;(enlist`m)!enlist`n]', 'm\n-\n9\n7'],
  ['?[t;();`kind;(sum;`n)]', 'oil | 10\nsalt| 7\ntea | 6'],
  ['?[t;();();(max;`cost)]', '3.5'],
  ['?[t;0 2;(sum;`n)]', '6'],
  ['cols![t;();0b;`n`cost]', ',`kind'],
  ['count![t;enlist(=;`kind;enlist`tea);0b;0#`]', '3'],
  ['(eval parse"select sum n by kind from t")~select sum n by kind from t', '1b'],
  [
    'parse"select sum n by kind from t where n>1"',
    '?\n`t\n,,(>;`n;1)\n(,`kind)!,`kind\n(,`n)!,(sum;`n)',
  ],
  ['?[1010b;`y;`n]', '`y`n`y`n'],
  ['?[0#0b;0#0;0#0]', '`long$()'],
  ['?[0#0b;`y;`n]', '`symbol$()'],
  ['?[0#0b;0#0;`n]', '()'],
  ['exec n from update n:max n by kind from 0#t', '`long$()'],
  ['exec n from update n:max n by kind from t where n>99', '4 9 2 7 1'],
  ['delete t from `.;t', "'t"],
  ['exec a from`a`b!(1 2;3)', '1 2'],
]

const errors: readonly (readonly [string, string])[] = [
  ['select nothing from t', 'nothing'],
  ['select n from nowhere', 'nowhere'],
  ['update n:1.5 from t where n>3', 'type'],
  ['update z:1 2 from t', 'length'],
  ['select a:1 2,b:1 2 3 from t', 'length'],
  ['delete nothing from t', 'nothing'],
]

describe('a query', () => {
  it.each(cases)('%s', (entry, expected) => {
    expect(shown(...entry.split(/;(?=[^()[\]{}"]*$)/))).toBe(expected)
  })

  it.each(errors)('%s signals', (entry, name) => {
    expect(shown(entry)).toBe(`'${name}`)
  })

  it('by name changes the variable, and gives its name', () => {
    expect(shown('update n:2*n from `t where kind=`oil')).toBe('`t')
    expect(shown('update n:2*n from `t where kind=`oil', 'exec n from t')).toBe('4 18 2 7 2')
    expect(shown('delete cost from `t', 'cols t')).toBe('`kind`n')
  })

  it('sorts the keys of groups and marks them', () => {
    expect(shown('attr exec kind from 0!select by kind from t')).toBe('`s')
  })
})
