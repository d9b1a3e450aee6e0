// Guards fixed bugs: what is parsed, shown and refused as q does it.
import { describe, expect, it } from 'vitest'
import { consoleResult } from '../../../test/support/q-shown.ts'

describe('a list of symbols as a key', () => {
  it.each([
    ['(`a`b;`c`d)!1 2', 'a b| 1\nc d| 2'],
    [
      '(`Arthur`Dent;`Zaphod`Beeblebrox;`Ford`Prefect)!100 42 150',
      'Arthur Dent      | 100\nZaphod Beeblebrox| 42\nFord   Prefect   | 150',
    ],
    ['(`a`b;`c`d`e)!1 2', '`a`b  | 1\n`c`d`e| 2'],
    ['("ab";"cd")!1 2', '"ab"| 1\n"cd"| 2'],
  ])('shows %s in columns where all are of one length', (entry, expected) => {
    expect(consoleResult(entry)).toBe(expected)
  })
})

describe('a keyword as a parameter', () => {
  it.each(['{[count]1}', '{[x;by]x}', '{[select]1}', '{[x;til]x}'])('is refused: %s', (entry) => {
    expect(consoleResult(entry)).toMatch(/^'/)
  })
})

describe('a blank before a quote', () => {
  it.each([
    ["1 2 + ' 3 4", '4 6'],
    ["{x+y} ' [1 2;3 4]", '4 6'],
    ["count ' (1 2;3 4 5)", '2 3'],
    ["- ': [1 3 6]", '1 2 3'],
    ["@[{neg 'oops};1;{x}]", '"oops"'],
  ])('leaves it an iterator where it does not touch what is behind: %s', (entry, expected) => {
    expect(consoleResult(entry)).toBe(expected)
  })
})

describe('a value of the wrong kind', () => {
  it.each([
    ['"a" "b"', "'type"],
    ['"a" 1', "'type"],
    ['([k:`a`b]v:1 2),([]k:1 2;v:3 4)', "'type"],
    ['([]k:1 2;v:3 4),([k:`a`b]v:1 2)', "'type"],
    ['","0:((1;2.5);3 4)', "'type"],
    ['value lower', "'nyi"],
  ])('is an error: %s', (entry, expected) => {
    expect(consoleResult(entry)).toBe(expected)
  })
})

describe('null values', () => {
  it.each([
    ['`a`b!()', 'a| \nb|'],
    ['cols flip`a`b!()', '`a`b'],
    ['d:`a`b!1 2;delete from `d;count d', '0'],
    ['key delete from `a`b!1 2', '`symbol$()'],
    ['prds 0#0', '`long$()'],
    ['","0:(1 2;3 4)', '"1,3"\n"2,4"'],
  ])('is empty: %s', (entry, expected) => {
    expect(consoleResult(entry)).toBe(expected)
  })
})

describe('the parts of a keyword', () => {
  it.each([
    ['value sums', '+'],
    ['value differ', '$["b"]\n~~\':'],
    ['(last value differ)1 1 2', '101b'],
    ['value deltas', '-'],
    ['value(&)', '5'],
    ['value(or)', '6'],
    ['first value differ', '$["b"]'],
  ])('are those of its definition: %s', (entry, expected) => {
    expect(consoleResult(entry)).toBe(expected)
  })
})

describe('a number as the left side of !', () => {
  it.each([
    ['v:1 2;@[0!;`v;0N];v', '1 2'],
    ['f:{x};@[0!;`f;0N];f', '{x}'],
    ['0!`a`b!1 2', "'type"],
    ['1.5!([]a:1 2;b:3 4)', "'type"],
    ['1b!([]a:1 2;b:3 4)', "'type"],
    ['2000.01.02!([]a:1 2;b:3 4)', "'type"],
    ['0n!([]a:1 2;b:3 4)', "'type"],
    ['2!([]a:1 2;b:3 4)', "'length"],
    ['t:([]a:1 2;b:3 4);1!`t;keys t', ',`a'],
  ])('keys tables and refuses everything else: %s', (entry, expected) => {
    expect(consoleResult(entry)).toBe(expected)
  })
})

describe('extending an enumeration', () => {
  it.each([
    ['v:1 2;@[`v?;`a;0N];v', '1 2'],
    ['k:([k:`p`q]n:1 2);@[`k?;`r;0N];k', 'k| n\n-| -\np| 1\nq| 2'],
    ['`v?3 4', "'type"],
    ['v:`p`q;`v?`r`p;v', '`p`q`r'],
  ])('changes a list of symbols and nothing else: %s', (entry, expected) => {
    expect(consoleResult(entry)).toBe(expected)
  })
})

describe('an amend of all items', () => {
  it.each([
    ['v:4 5 6;v[]:0;v', '0 0 0'],
    ['d:`p`q!4 5;d[]:0;d', 'p| 0\nq| 0'],
    ['v:4 5;v[]+:1;v', '5 6'],
    ['t:([]a:4 5);t[]+:1;t', 'a\n-\n5\n6'],
    ['t:([]a:4 5);t[]:0', "'type"],
    ['v:4;v[]:0', "'type"],
    ['parse"v[]:0"', ':\n(`v;::)\n0'],
  ])('keeps their number: %s', (entry, expected) => {
    expect(consoleResult(entry)).toBe(expected)
  })
})

describe('a table on the right of an amend', () => {
  it.each([
    ['t:([]a:4 5 6);t[0 2]:([]a:7 8);t', 'a\n-\n7\n5\n8'],
    ['v:(4;`p;6);v[0 1]:([]a:7 8);v', '(,`a)!,7\n(,`a)!,8\n6'],
    ['@[([]a:4 5 6);0 1;:;([]a:7 8 9)]', "'length"],
  ])('gives each item a row: %s', (entry, expected) => {
    expect(consoleResult(entry)).toBe(expected)
  })
})

describe('attributes', () => {
  it.each([
    ['v:`g#4 5 4;v[1]:6;v', '`g#4 6 4'],
    ['v:`g#4 5 4;v[0 1]:6;v', '`g#6 6 4'],
    ['@[`g#`p`q;1;:;`r]', '`g#`p`r'],
    ['v:`s#4 5 6;v[1]:9;v', '4 9 6'],
    ['`g#("ab";"cd")', "'type"],
    ['`p#(4;`a)', "'type"],
  ])('last as long as they must hold: %s', (entry, expected) => {
    expect(consoleResult(entry)).toBe(expected)
  })
})

describe('sorting atoms among lists', () => {
  it.each([
    ['asc("dd";"c";"cd")', '"c"\n"cd"\n"dd"'],
    ['desc(4 5;4;4 5 6)', '4 5 6\n4 5\n4'],
    ['iasc(4 5;();4;3 9)', '1 3 2 0'],
  ])('puts an atom where its one-item list would be: %s', (entry, expected) => {
    expect(consoleResult(entry)).toBe(expected)
  })
})

describe('columns that do not exist', () => {
  it.each([
    ['`b`a#([]a:4 5)', "'b"],
    ['`b`n#([k:`p`q]n:4 5)', "'b"],
    ['-3!delete a from([]a:4 5)', '"+(`symbol$())!()"'],
  ])('are errors, and none at all is shown: %s', (entry, expected) => {
    expect(consoleResult(entry)).toBe(expected)
  })
})

describe('values that a verb cannot combine', () => {
  it.each([
    ['([k:1 2;j:`p`q]v:1 2)+([k:`p`q]v:1 2)', "'type"],
    ['([k:`p`q]v:1 2)+`p`q!1 2', "'type"],
    ['([]a:1 2)bin 1 2!3 4', "'type"],
    ['`a xkey([]a:1 2)', "'length"],
    ['`a xgroup([]a:1 2)', "'length"],
    ['()$([k:`p`q]v:1 2)', "'length"],
    ['(+/). ()', "'rank"],
    ['trim([]a:1 2;b:0n 1)', "'length"],
    ['wj[(5 6;7);`t;([]t:5 6);(([]t:5 6);(max;`t))]', "'length"],
    ['?[([]a:4 5);`p`q;`a]', "'type"],
    ['upper`gone!0 1', "'type"],
    ['(`gone!0)?4', "'type"],
  ])('are an error: %s', (entry, expected) => {
    expect(consoleResult(entry)).toBe(expected)
  })
})

describe('results of several types', () => {
  it.each([
    ['2.5&12:30', '00:02'],
    ['"p"&-2', '"\\376"'],
    ['"pq"&9007199254740993 -2', '"p\\376"'],
    ['12:30-9007199254740993 1', '12:29 12:29'],
    ['"d"$1.5e', '2000.01.03'],
    ['3 vs 2000.01.01T12', ',0.5'],
    ['(0#0)vs 5', '`long$()'],
    ['deltas[2000.01.01T12;1 2]', '2000.01.01T12:00:00.000\n1'],
    ['?[([]a:4 5);9007199254740993 1;`a]', '0N 5'],
    ['(`p`q!4 5)in(();1)', 'p| 0\nq| 0'],
    ['(`p`q!4 5)?`x`y!5 4', 'x| q\ny| p'],
    ['([]a:4 5),""', 'a\n-\n4\n5'],
    ['v:0#0;v,:([]a:4 5);v', 'a\n-\n4\n5'],
    ['()#([k:`p`q]v:4 5)', 'k| v\n-| -'],
    ['(eval parse "?[([]a:4 5);;0b;()]")()', 'a\n-\n4\n5'],
  ])('are whole values: %s', (entry, expected) => {
    expect(consoleResult(entry)).toBe(expected)
  })
})

it('marks the keys of a sorted keyed table as the reference serializes them', () => {
  const bytes =
    '0x010000003f0000007f6201630b00010000006100000001000000060001000000020000006200630b000100' +
    '0000620000000100000006000100000003000000'
  expect(consoleResult('-1 .Q.s1 -8!`s#([a:enlist 2i]b:enlist 3i);')).toBe(bytes)
})
