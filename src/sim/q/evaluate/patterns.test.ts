// Guards pattern matching: in assignments, in parameters, and in the conditional `:[…]`.
import { describe, expect, it } from 'vitest'
import { createSession } from '../session.ts'

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

const CASES: readonly (readonly [readonly string[], string])[] = [
  [['(u;w):7 8', 'w,u'], '8 7'],
  [['(u;;w):7 8 9', 'u,w'], '7 9'],
  [['(u;(w;v)):(`p;5 6)', 'w-v'], '-1'],
  [['(u;w):7 8 9'], "'length"],
  [['(u;w):5'], "'type"],
  [['u:1;(u;2):7 3'], "'match"],
  [['u:1', '(u;2):7 3', 'u'], '1'],
  [['(7 8):7 8'], ''],
  [['(`p):`q'], "'match"],
  [['u:4 5 6', '(u[0 2]):1 2', 'u'], '1 5 2'],
  [['(first;w):7 8'], "'assign"],
  [['(u;w):([]n:7 8)', 'w'], 'n| 8'],
  [['([v;w]):`u`v`w!7 8 9', 'v,w'], '8 9'],
  [['([v:p;w:(q1;r)]):`v`w!(7;8 9)', 'p,q1,r'], '7 8 9'],
  [['([v:;n]):`u`v!7 8'], "'match"],
  [['(5 6!(u;w)):4 5 6!`a`b`c', 'u,w'], '`b`c'],
  [['(u!w):5 6!`a`b', 'u'], '5 6'],
  [['(u!):5 6!`a`b', 'u'], '5 6'],
  [['([]n):([]m:7 8;n:5 6)', 'n'], '5 6'],
  [['([m]n:p):([m:7 8]n:5 6)', 'm,p'], '7 8 5 6'],
  [['(flip([m;n])):([]m:7 8;n:5 6)', 'n'], '5 6'],
  [['(u:`j):7', 'u'], '7'],
  [['(u:`j):7h'], "'type"],
  [['((u;w):`J):7 8', 'w'], '8'],
  [['(:`S):`p`q'], ''],
  [['(u:2*):7', 'u'], '14'],
  [['r:(u;:neg):7 8', 'r'], '7 -8'],
  [['u:5', '(u;w:`s):7 8', 'u'], '5'],
  [['{[(u;w);n]n*u+w}[7 8;10]'], '150'],
  [['{[n:`j]n}`a'], "'type"],
  [['{[n:abs]n+1}[-5]'], '6'],
  [['{[n;]n}[7;8]'], '7'],
  [['{[;n]n}[7]8'], '8'],
  [['{[([u;w])]u-w}`w`u!7 8'], '1'],
  [['{[(u;w)]:w;u}7 8'], '8'],
  [['{[(u;w)]{x+y}[u]w}7 8'], '15'],
  [['f:{[(u;w)]u};f 7 8', 'u'], "'u"],
  [[':[7;8;`eight;7;`seven;`none]'], '`seven'],
  [[':[(7;8);(n:`j;m:`j);n+m;0]'], '15'],
  [[':[7;n:`f;n;`other]'], '`other'],
  [[':[7;8;`eight]'], ''],
  [['{:[x;(u;w);u;([n]);n;`no]}each(7 8;`n`m!5 6;4)'], '7\n5\n`no'],
  [[':[7;8]'], '8'],
]

describe('patterns', () => {
  for (const [entries, text] of CASES) {
    it(entries.join(' / '), () => expect(shown(...entries)).toBe(text))
  }
})
