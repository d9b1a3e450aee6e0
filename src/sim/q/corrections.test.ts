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
    ['value deltas', '-'],
    ['value(&)', '5'],
    ['value(or)', '6'],
    ['first value differ', '$["b"]'],
  ])('are those of its definition: %s', (entry, expected) => {
    expect(consoleResult(entry)).toBe(expected)
  })
})

it('marks the keys of a sorted keyed table as the reference serializes them', () => {
  const bytes =
    '0x010000003f0000007f6201630b00010000006100000001000000060001000000020000006200630b000100' +
    '0000620000000100000006000100000003000000'
  expect(consoleResult('-1 .Q.s1 -8!`s#([a:enlist 2i]b:enlist 3i);')).toBe(bytes)
})
