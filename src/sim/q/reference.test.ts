// Guards details of the kdb+ reference: names without values, attributes, callbacks, empty folds.
import { describe, expect, it } from 'vitest'
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

const CASES: readonly (readonly [readonly string[], string])[] = [
  [['k:4 6', 'l:k', 'asc l', 'k'], '`s#4 6'],
  [['k:6 4', 'asc k', 'k'], '6 4'],
  [['{n:5 7;asc n;n}[]'], '`s#5 7'],
  [['3 0 2#til 9'], "'domain"],
  [['count 3 0#til 9'], '3'],
  [['t:([]u:4 5;w:`p`q)', '.[t;(::;`u);neg]'], 'u  w\n----\n-4 p\n-5 q'],
  [['t:([]u:4 5;w:`p`q)', '.[t;(::;`u);:;8 9]'], 'u w\n---\n8 p\n9 q'],
  [['t:([]u:4 5 6)', 't _ 1'], 'u\n-\n4\n6'],
  [['\\z 1', '"D"$("03/04/2021";"2021.04.03")'], '2021.04.03 2021.04.03'],
  [['"D"$"03/04/2021"'], '2021.03.04'],
  [['dom:`x`y`z', '`int$`dom$`z`x'], '2 0i'],
  [['parse "`w"'], ',`w'],
  [['`made upsert ([]u:4 5)', 'made'], 'u\n-\n4\n5'],
  [['`made insert ([]u:4 5)'], '0 1'],
  [['.[`made;();:;42]', 'made'], '42'],
  [['.[`made;();,;42]', '.[`made;();,;43]', 'made'], '42 43'],
  [['@[`made;1;:;2]'], "'made"],
  [['([]u:2*w;w:w:4 5)'], 'u  w\n----\n8  4\n10 5'],
  [['k:`s#4 6', 'k,:7 9', 'k'], '`s#4 6 7 9'],
  [['k:`s#4 6', 'k,:5', 'k'], '4 6 5'],
  [['k:`u#`p`q', 'k,:`r', 'k'], '`u#`p`q`r'],
  [['k:`g#4 6 4', 'k,:6', 'k'], '`g#4 6 4 6'],
  [['k:`s#4 6', 'k:k,7', 'k'], '4 6 7'],
  [['t:([]u:`s#4 6)', 't,:([]u:7 8)', 'attr t`u'], '`s'],
  [['dom:`x`y`z', 'k:`dom$`z`x', 'k,:`y', 'k'], '`dom$`z`x`y'],
  [['dom:`x`y', 'k:`dom$`y`x', 'k,:`z'], "'cast"],
  [['(`s#([u:10 20]w:3 4))15'], 'w| 3'],
  [['(`s#([u:10 20]w:3 4))([]u:5 25)'], 'w\n-\n \n4'],
  [['reval (*;6;7)'], '42'],
  [['(|/)0#0'], '-0W'],
  [['(&/)0#0n'], '0w'],
  [['(+/)0#0n'], '0f'],
  [['.z.ps:{0N!`got;value x}', '0"6*7"'], '`got\n42'],
  [['0(*;6;7)'], '42'],
  [['.z.pi:{0N!count x;}', 'abc'], '4'],
  [['.z.pi::nothing', '.z::nothing', '2+2'], '4'],
  [['.z.vs:{0N!(x;y)}', 'w:(4 5;6 7)'], '(`w;())'],
  [['w:(4 5;6 7)', '.z.vs:{0N!(x;y)}', 'w[1;0]:9'], '(`w;1 0)'],
  [['4 5 ::'], '4 5'],
  [['w:7 ::', 'w~7'], '1b'],
  [['w:4 5', 'w ::'], '4 5'],
  [['.5 .5\\[10f;1 1f]'], '6 4f'],
  [['.5 .5\\[10f;1 1 1f]'], "'length"],
  [['{w::1;w:2}'], "'w"],
  [['{w:1;w::2;w}[]'], '2'],
  [['{[w]w::2;w:3;w}1'], '3'],
  [['value("-";9;4)'], '5'],
  [['"x"$100 200 300+0Wi'], '0xffffff'],
  [['\\P 18', '1%3'], '0.33333333333333331'],
  [['n:system"S 0N"', 'k:5?100', 'system"S ",string n', 'k~5?100'], '1b'],
  [['\\d .in', 'w::u', '\\b'], '`s#,`w'],
  [['\\d .in', 'w::u', '\\d .', '\\b'], '`symbol$()'],
  [['w::u', '\\B'], ',`w'],
  [['dom:`x`y', '`:col set `p#`dom$`y`y`x', 'attr get`:col'], '`p'],
  [
    ['dom:`x`y', '`:col set `dom$`y`x', '@[`:col;0;:;`dom$`x]'],
    "'type/attr error amending file col",
  ],
  [['`:col set 4 5', '@[`:col;0;:;6]', 'get`:col'], '6 5'],
]

describe('a detail of the kdb+ reference', () => {
  for (const [entries, text] of CASES) {
    it(entries.join(' / '), () => expect(shown(...entries)).toBe(text))
  }
})
