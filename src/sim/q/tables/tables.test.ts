// Guards tables, keyed tables, enumerations and attributes: what changes them and what they refuse.
import { describe, expect, it } from 'vitest'
import { createSession } from '../session.ts'

function shown(text: string): string {
  const session = createSession()
  let last = ''
  for (const entry of text.split(' ;; ')) {
    const { output, error } = session.evaluate(entry)
    last = error === undefined ? output.trimEnd().replace(/ +$/gm, '') : `'${error.name}`
  }
  return last
}

const BOATS = 'b:([]name:`ark`kon;mast:1 3)'
const KEYED = 'k:([name:`ark`kon]mast:1 3)'

const FLEETS = 'f:([]at:(`x`y!1 2;`x`y!3 4);n:5 6)'

const cases: readonly (readonly [string, string])[] = [
  [`${FLEETS} ;; f`, 'at       n\n----------\n`x`y!1 2 5\n`x`y!3 4 6'],
  [`${FLEETS} ;; f[1;\`at;\`y]`, '4'],
  [`${FLEETS} ;; exec at from f where n=6`, 'x y\n---\n3 4'],
  ['flip`p`q!(([]z:1 2);3)', 'p        q\n----------\n(,`z)!,1 3\n(,`z)!,2 3'],
  ['([]a:([]z:1 2);b:1 2 3)', "'length"],
  [`${BOATS} ;; \`b insert(\`raft;0)`, ',2'],
  [`${BOATS} ;; \`b insert(\`raft\`punt;0 0) ;; count b`, '4'],
  [`${BOATS} ;; \`b insert(\`raft;0f)`, "'type"],
  [`${BOATS} ;; \`b insert enlist \`raft`, "'length"],
  [`${BOATS} ;; b upsert([]name:1#\`raft;sail:0)`, "'mismatch"],
  [`${KEYED} ;; \`k insert(\`ark;9)`, "'insert"],
  [`${KEYED} ;; k upsert(\`ark;9)`, 'name| mast\n----| ----\nark | 9\nkon | 3'],
  [
    `${KEYED} ;; k,([name:\`kon\`tub]mast:8 9)`,
    'name| mast\n----| ----\nark | 1\nkon | 8\ntub | 9',
  ],
  [`${KEYED} ;; k+k`, 'name| mast\n----| ----\nark | 2\nkon | 6'],
  [`${KEYED} ;; keys 0!k`, '`symbol$()'],
  [`${BOATS} ;; \`mast xkey \`b ;; b`, 'mast| name\n----| ----\n1   | ark\n3   | kon'],
  [`${BOATS} ;; cols\`id xcol b`, '`id`mast'],
  [`${BOATS} ;; cols((1#\`mast)!1#\`poles)xcol b`, '`name`poles'],
  [`${BOATS} ;; cols\`mast xcols b`, '`mast`name'],
  [`${BOATS} ;; \`mast xdesc b`, 'name mast\n---------\nkon  3\nark  1'],
  [`${BOATS} ;; meta\`mast xasc b`, 'c   | t f a\n----| -----\nname| s\nmast| j   s'],
  ['`x xgroup([]x:2 1 2;y:"abc")', 'x| y\n-| ----\n2| "ac"\n1| ,"b"'],
  ['ungroup([]x:1 2;y:(3 4;1#5))', 'x y\n---\n1 3\n1 4\n2 5'],
  ['asc([]x:2 1 2;y:"bac")', 'x y\n---\n1 a\n2 b\n2 c'],
  ['asc(2;"a";1b;1)', '1b\n1\n2\n"a"'],
  ['attr asc(2;"a")', '`s'],
  ['`s#2 1', "'s-fail"],
  ['`u#2 2', "'u-fail"],
  ['`p#1 2 1', "'u-fail"],
  ['(`s#0 10 20!`low`mid`top)15', '`mid'],
  ['hue:`red`blue ;; `hue$`blue`red`blue', '`hue$`blue`red`blue'],
  ['hue:`red`blue ;; `hue$`pink', "'cast"],
  ['hue:`red`blue ;; `hue?`pink`red ;; hue', '`red`blue`pink'],
  ['hue:`red`blue ;; value`hue$`blue`red', '`blue`red'],
  [`${KEYED} ;; v:([]boat:\`k$\`kon\`ark) ;; select boat.mast from v`, 'mast\n----\n3\n1'],
  [`${KEYED} ;; v:([]boat:\`k$\`kon\`ark) ;; fkeys v`, 'boat| k'],
  ['save`b', "'b"],
  ['.Q.fu[{neg x};3 3 4]', '-3 -3 -4'],
  ["(`a`b!1 2),'`b`c!3 4", 'a| 1\nb| 2 3\nc|   4'],
  ['-3!([]x:1 2)', '"+(,`x)!,1 2"'],
]

describe('a table', () => {
  it.each(cases)('%s', (text, expected) => {
    expect(shown(text)).toBe(expected)
  })
})
