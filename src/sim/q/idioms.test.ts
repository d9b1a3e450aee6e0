// Guards terse idioms: trains, parameter brackets, appends, and what is refused.
import { describe, expect, it } from 'vitest'
import { createSession } from './session.ts'

/** The console output of an entry; for an error its name. */
function shown(entry: string): string {
  const { output, error } = createSession().evaluate(entry)
  return error === undefined ? output.trimEnd().replace(/ +$/gm, '') : `'${error.name}`
}

const group = (title: string, cases: readonly (readonly [string, string])[]): void => {
  describe(title, () => {
    it.each(cases)('%s', (entry, expected) => {
      expect(shown(entry)).toBe(expected)
    })
  })
}

group('a train may end in ::', [
  ['last:5', "'assign"],
  ['g:reverse neg::;g 4 5', '-5 -4'],
  ['(max count each::)("pq";"r")', '2'],
  ['(first 2_::)til 5', '2'],
  ['(avg 2#::;last::)@\\:3 5 9', '4f\n9'],
  ['h:7 8 9 ::;h 1', '8'],
  ['k:3;v::k+1;k:10;v', '11'],
  ['{w::x;w}4', '4'],
  ['@[4#0;(::;1);+;5]', '5 10 5 5'],
])

group('behind the brackets of parameters and of keys an expression begins', [
  ['{[n].25*n}8', '2f'],
  ['{[n]-3+n}10', '7'],
  ['{[a;b]-1 2 3 a+b}[0;1]', '2'],
  ['w:4 5;w[1]-1', '4'],
  ['w:4 5;w[1]*.5', '2.5'],
])

group('missing keys of an empty dictionary are keys each', [
  ['d:()!();d[`p`q]+:2;key d', '`p`q'],
  ['d:()!();d[3 4]:`x`y;d', '3| x\n4| y'],
  ['d:(enlist 1 2)!enlist 5;d[1 2]:6;d', '1 2| 6'],
])

group('nulls of numbers and times have no text', [
  ['string(0Ni;0Nt;0n)', '""\n""\n""'],
  ['string 4 0N', ',"4"\n""'],
  ['string 0Wj', '"0W"'],
  ['string(" ";0b)', '," "\n,"0"'],
  ['count each string 0N 0Nd', '0 0'],
])

group('a backslash may stand apart from what it iterates', [
  ['+ \\ [2 3 4]', '2 5 9'],
  ['1 * \\ 2 3', '2 6'],
  ['0 {x-y} \\ 1 1', '-1 -2'],
])

group('what is joined to dictionaries', [
  ['(`u`v!5 6),()', 'u| 5\nv| 6'],
  ['(),`u`v!5 6', 'u| 5\nv| 6'],
  ['"x",`u`v!5 6', "'type"],
  ['(`u`v!5 6),1 2', "'type"],
  ['{x+y*z}/[1;`u`v!2 3;4 5]', '24'],
])

group('appending in place', [
  ['n:4 5;n,:6h', "'type"],
  ['n:4 5;n,:6 7;n', '4 5 6 7'],
  ['n:4 5;n,:();n', '4 5'],
  ['n:"ab";n,:`c', "'type"],
  ['n:(4 5;6 7);n,:8 9;n', '4 5\n6 7\n8 9'],
  ['n:(4 5;6 7);n,:8;n', '4 5\n6 7\n8'],
  ['n:(4;`b);n,:8 9;count n', '4'],
  ['fresh,:6;fresh', ',6'],
  ['{own,:6;own,:7;own}[]', '6 7'],
  ['t:([]p:1 2;q:`a`b);t,:(3 4;`c`d);t`q', '`a`b`c`d'],
  ['t:([]p:1 2;q:`a`b);t,:([]q:`c`d);t`p', '1 2 0N 0N'],
  ['t:([]p:1 2;q:`a`b);t,:([]r:3 4)', "'mismatch"],
  ['t:([]p:1 2;q:`a`b)upsert([]p:5 6);t`q', '`a`b``'],
  ['t:([]p:1 2;q:`a`b);`t insert([]p:5 6)', "'mismatch"],
  ['t:([]p:0#0;q:0#`;r:0#0);`t upsert((1;`a;2);(3;`b;4));t`r', '2 4'],
  ['t:([]p:0#0;q:0#`;r:0#0);`t upsert((1;`a;2);(3;`b;4);(5;`c;6));t`p', '1 3 5'],
  ['t:([]p:0#0;q:0#0);`t upsert(1 2;3 4);t`q', '2 4'],
  ['t:([]p:0#0;q:0#0);t,:(1 2;3 4);t`q', '2 4'],
  ['t:([]p:0#0;q:0#0);`t insert(1 2;3 4);t`q', '3 4'],
  ['n:(4 5f;6 7f);n,:8 9;count n', '3'],
  ['n:enlist(4 5;6 7);n,:enlist 8 9;count n', '2'],
  ['n:(4 5;`b);n,:enlist 8 9;count n', '3'],
  ['t:([p:1 2]q:5 6)upsert((2;7);(3;8);(4;9));exec q from t', '5 7 8 9'],
  ['t:([p:1 2]q:5 6;r:7 8);t,:([p:2 3]r:0 0);exec q from t', '5 6 0N'],
])

group('a text is one key of a table keyed by texts', [
  ['k:([p:(enlist"a";"bc")]q:1 2);k[enlist"a";`q]', '1'],
  ['k:([p:(enlist"a";"bc")]q:1 2);k["zz";`q]', '0N'],
  ['k:([p:(enlist"a";"bc")]q:1 2);k["bc";`q]:7;k["bc";`q]', '7'],
  ['k:([p:(enlist"a";"bc")]q:1 2);exec q from k(enlist"a";"bc")', '1 2'],
  ['k:([p:(enlist"a";"bc")]q:1 2);k["new"]:enlist 7;exec p from k', ',"a"\n"bc"\n"new"'],
  ['k:([p:1 2;r:`x`y]q:5 6);k[(2;`y);`q]', '6'],
])

group('the first item of joins', [
  ['first(,\\)`a`b', ',`a'],
  ['(,\\)(1 2;3)', '1 2\n1 2 3'],
  ["first(,':)5 6 7", '5'],
  ["last(,':)5 6 7", '7 6'],
])

group('a dot right behind a bracket', [
  ['(!).flip(7 8;9 10)', '7| 8\n9| 10'],
  ['{$[2>count x;x;(1_x).z.s/:"p"]}["abc"]', "'rank"],
  ['{[x].z.p-.z.p}1', '0D00:00:00.000000000'],
])

group('a list of functions is iterated as a machine', [
  ['m:({2*x="p"};{1};{2});0 m/"p"', '2'],
  ['m:({2*x="p"};{1};{2-x="q"});0 m\\"opqr"', '0 2 1 1'],
])

group('the type of a foreign key is that of the keys', [
  ['k:([n:4 5]u:6 7);exec t from meta([]r:`k$5 4;s:`p`q)', '"js"'],
])

group('numbers side by side take the suffix of the last one', [
  ['type 0n 4h', '5h'],
  ['0w 3 0n 4i', '0W 3 0N 4i'],
  ['type 0n 4', '9h'],
  ['type 2.5 4i', '9h'],
])

group('infinities of whole numbers are large where numbers are floats', [
  ['sqrt 0Wi', '46340.95'],
  ['0w~sqrt 0w', '1b'],
  ['.j.j(-0w;2.5)', '"[-inf,2.5]"'],
  ['2 sv 2 vs 0W', '0W'],
  ['10 sv 10 vs 9007199254740995', '9007199254740995'],
])

group('rows of one length stand in columns', [
  ['(101b;4 5 6)', '1 0 1\n4 5 6'],
  ['(101b;110b)', '101b\n110b'],
  ['(0x0102;10 20)', '01 02\n10 20'],
  ['("ab";1 2)', 'a b\n1 2'],
  ['("ab";"cd")', '"ab"\n"cd"'],
  ['`p`q!(1 2;"ab")', 'p| 1 2\nq| a b'],
])

group('bytes are cut and joined by bytes', [
  ['0x05 vs 0x0105020503', ',0x01\n,0x02\n,0x03'],
  ['0x0506 vs 0x010506020506', ',0x01\n,0x02\n`byte$()'],
  ['0x07 sv 0x05 vs 0x01050205', '0x01070207'],
  ['"-"vs 0x612d62', ',"a"\n,"b"'],
])

group('what goes before the first item is of its type', [
  ["(&':)5 2 4i", '5 2 2i'],
  ["(|':)101b", '111b'],
  ["(-':)3 4h", '3 1i'],
  ["(*':)2 3e", '2 6e'],
])

group('enumerated symbols', [
  ['d:`p`q;(`d$`p),`p', '`d$`p\n`p'],
  ['d:`p`q;(`d$`p),`p`q', '`p`p`q'],
  ['d:`p`q;enlist`d$`q', '`d$,`q'],
  ['d:`p`q;s:`r`s;s,:`d$`q;s', '`r`s`q'],
])

group('internet addresses are guids', [
  ['"G"$"10.0.0.1"', '00000000-0000-0000-0000-ffff0a000001'],
  ['"G"$"fe80::1:2"', 'fe800000-0000-0000-0000-000000010002'],
  ['"G"$"::ffff:10.0.0.1"', '00000000-0000-0000-0000-ffff0a000001'],
  ['all null"G"$("1:2";"::1::2";"1.2.3";"g::")', '1b'],
])

group('rows and keys of tables', [
  ['k:([s:`p`q]n:1 2);k`p`q', "'length"],
  ['k:([s:`p`q]n:1 2);k enlist`q', 'n| 2'],
  ['t:([]s:`$();m:());`t insert(`p;enlist"ab");first t`m', '"ab"'],
  ['cols([]`long$p:();q:())', '`p`q'],
  ['count where 1000#500', '500000'],
  ["1 0'[`p`q!3 4;`p`q!5 6]", '5 4'],
  ["1 0'[`p`q!3 4;`q`p!5 6]", "'domain"],
  ['d:`p`q!1 2;d,:enlist[`r]!enlist 3f', "'type"],
])

group('what is refused', [
  ['(`p`q`r!1 2 3)_`p`q', "'type"],
  ['`p`q _ `p`q`r!1 2 3', 'r| 3'],
  ['(`p`q!1 2)_`p', 'q| 2'],
  ['`p _ ([]p:1 2;q:3 4)', "'type"],
  ['ssr["b";"b";"c"]', "'type"],
  ['ssr["bab";"b";"c"]', '"cac"'],
  ['("pq";("pr";"ps"))like"p*"', "'type"],
  ['("pq";`pr;"x")like"p*"', '110b'],
  ['@[`:data;0;:;5]', "'data. OS reports: No such file or directory"],
])

group('rows are searched by their last cell among those that are equal in the others', [
  ['t:([]s:`a`a`b`b;n:1 5 2 6);t bin`s`n!(`a;4)', '0'],
  ['t:([]s:`a`a`b`b;n:1 5 2 6);t bin([]s:`b;n:1 2 9)', '0N 2 3'],
  ['t:([]s:`a`a`b`b;n:1 5 2 6);t binr([]s:`a;n:2 9)', '1 0N'],
  ['t:([k:`p`q]n:1 5);(t bin([]n:0 7))`k', '``q'],
])

group('what a keyed table is not given stays', [
  ['t:([k:`a`b]v:1 2;w:3 4);value t upsert([k:`b`c]w:9 8)', 'v w\n---\n1 3\n2 9\n  8'],
  ['t:([k:`a`b]v:1 2;w:3 4);value t upsert`k`w!(`b;7)', 'v w\n---\n1 3\n2 7'],
])

group('numbers in every place', [
  ['10 vs(1995;6 17)', '1 0 0\n9 0 0\n9 0 1\n5 6 7'],
  ['60 60 vs 61 3599', '1 59\n1 59'],
])

group('text is read within a query', [['exec b from flip`a`b!("JJ";",")0:("1,2";"3,4")', '2 4']])

group('rows are found whatever their symbols and numbers are kept in', [
  ['s:`p`q;t:([]k:`s$`q`p;v:7 8);t?`k`v!(`p;8)', '1'],
  ['s:`p`q;t:([]k:`s$`q`p;v:7 8);(`p;7)in t', '0b'],
  ['s:`p`q;t:([k:`s$`q`p;v:7 8]w:1 2);t(`p;8)', 'w| 2'],
  ['([]k:1 2i;v:7 8)?`k`v!2 8', '1'],
])

group('whether a type of enumerations is free', [
  ['-10!20h', '1b'],
  ['e:`a`b;v:`e$`a`a;-10!20h', '0b'],
  ['e:`a`b;v:`e$`a`a;-10!21h', '1b'],
  ['-10!`a', "'type"],
])
