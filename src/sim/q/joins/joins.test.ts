// Guards the joins: which rows match, and which table provides a common column.
import { describe, expect, it } from 'vitest'
import { createSession } from '../session.ts'

const SETUP = [
  'o:([]id:1 2 3;item:`cup`jug`pan)',
  'k:([item:`cup`pan]price:5 0N;id:70 80)',
  'trips:([]bus:`x`y`x;at:08:10 08:20 08:30)',
  'stops:([]bus:`x`y`x;at:08:05 08:20 08:25;stop:`north`mill`park;wait:1 2 0N)',
]

function shown(entry: string): string {
  const session = createSession()
  for (const line of SETUP) session.evaluate(line)
  const { output, error } = session.evaluate(entry)
  return error === undefined ? output.trimEnd().replace(/ +$/gm, '') : `'${error.name}`
}

const cases: readonly (readonly [string, string])[] = [
  ['o lj k', 'id item price\n-------------\n70 cup  5\n2  jug\n80 pan'],
  ['o ij k', 'id item price\n-------------\n70 cup  5\n80 pan'],
  [
    '(select item,price:1 from o)ljf k',
    'item price id\n-------------\ncup  5     70\njug  1\npan  1     80',
  ],
  ['o pj k', 'id item price\n-------------\n71 cup  5\n2  jug  0\n83 pan  0'],
  ['(1#o)uj([]item:1#`lid;size:2)', 'id item size\n------------\n1  cup\n   lid  2'],
  ['(1!o)uj([id:3 4]item:`wok`can)', 'id| item\n--| ----\n1 | cup\n2 | jug\n3 | wok\n4 | can'],
  ['ej[`bus;trips;([]bus:`y`y;n:1 2)]', 'bus at    n\n-----------\ny   08:20 1\ny   08:20 2'],
  ['exec stop from aj[`bus`at;trips;stops]', '`north`mill`park'],
  ['exec v from aj[`t;([]t:2 3i);([]t:1 3;v:5 6)]', '5 6'],
  ['exec stop from aj[`bus`at;update at:`second$at from trips;stops]', "'type"],
  ['exec at from aj0[`bus`at;trips;stops]', '08:05 08:20 08:25'],
  ['exec wait from ajf[`bus`at;update wait:9 from trips;stops]', '1 2 9'],
  ['stops asof `bus`at!(`x;08:24)', 'stop| `north\nwait| 1'],
  ['exec stop from wj[-3 0+\\:trips`at;`bus`at;trips;(stops;(count;`stop))]', '1 1 1'],
  ['exec wait from wj1[-3 0+\\:trips`at;`bus`at;trips;(stops;(count;`wait))]', '0 1 0'],
  ["(2#o),'([]n:8 9)", 'id item n\n---------\n1  cup  8\n2  jug  9'],
  ['o lj 0!k', "'type"],
  ['o lj([item:"cjp"]price:1 2 3)', "'type"],
  ['([]d:2021.03.01 2021.03.02)ij([d:2021.03.01D00 2021.03.02D00]v:1 2)', "'type"],
  ['exec v from([]k:1 2)lj([k:1 2 4611686018427387905]v:5 6 7)', '5 6'],
  ['exec v from([]k:1 4611686018427387905)lj([k:1 2]v:5 6)', '5 0N'],
  ['exec v from([]t:5 10 25 -1)lj`s#([t:0 10 20]v:5 6 7)', '5 6 7 0N'],
  ['exec v from([]t:5 10 25)ij`s#([t:0 10 20]v:5 6 7)', ',6'],
  ['exec v from([]n:`b`b`c`a;t:4 5 9 1)lj`s#([n:`b`b`d;t:1 5 1]v:5 6 7)', '5 6 0N 0N'],
]

describe('a join', () => {
  it.each(cases)('%s', (entry, expected) => {
    expect(shown(entry)).toBe(expected)
  })
})
