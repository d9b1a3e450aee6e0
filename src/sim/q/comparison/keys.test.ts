// Guards that keys are equal exactly if values match, whatever their texts.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSession } from '../index.ts'
import {
  atom,
  chars,
  collapse,
  dictionary,
  list,
  long,
  symbol,
  symbols,
  table,
} from '../values/build.ts'
import { ENUM, INT } from '../values/types.ts'
import type { Value } from '../values/value.ts'
import { hashKey, matches } from './match.ts'

/** Texts made of the characters that keys use. */
const text = fc.stringMatching(/^[;:"(){}[\]!,+a1 ]{0,6}$/)
const enumerated = fc.tuple(fc.constantFrom('d', 'd1', ''), text).map<Value>(([domain, value]) => ({
  kind: 'atom',
  type: ENUM,
  value,
  domain,
}))

const leaves: fc.Arbitrary<Value>[] = [
  text.map(symbol),
  text.map(chars),
  fc.array(text, { maxLength: 3 }).map(symbols),
  enumerated,
  fc.integer({ min: 0, max: 12 }).map(long),
  fc.integer({ min: 0, max: 12 }).map((value) => atom(INT, value)),
  fc.constantFrom<Value>({ kind: 'iterator', iterator: '/' }, { kind: 'iterator', iterator: "'" }),
]

const { value: values } = fc.letrec<{ value: Value; items: Value[] }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    ...leaves,
    tie('items').map(list),
    tie('items').map(collapse),
    tie('items').map((items) => dictionary(collapse(items), collapse([...items].reverse()))),
    fc.tuple(text, text, tie('value')).map(([x, y, value]) => {
      return table([x, y], [list([value]), list([value])])
    }),
    fc.tuple(tie('value'), tie('value')).map(([outer, inner]) => {
      return { kind: 'composition', outer, inner } as const
    }),
  ),
  items: fc.array(tie('value'), { maxLength: 3 }),
}))

describe('keys', () => {
  it('are the same for the same values, and for no others', () => {
    fc.assert(
      fc.property(values, values, (x, y) => {
        expect(hashKey(x) === hashKey(y)).toBe(matches(x, y))
        expect(hashKey(list([x, y])) === hashKey(list([y, x]))).toBe(matches(x, y))
      }),
      { numRuns: 3_000 },
    )
  })

  it.each([
    ['count distinct ((`$"k;7";2);(`k;7;2))', '2\n'],
    ['count distinct ((`$"p;11:q";1);(`p;`q;1))', '2\n'],
    ['count group ((`$"x)";1);(`x;1))', '2\n'],
    ['((`m;`n;3);(`$"m;n";3))?enlist(`$"m;n";3)', ',1\n'],
    ['count distinct ({x;y};{x; y};{x;y})', '2\n'],
    ['a:`u`v;b:`v`u;count distinct (`a$`u;`b$`u;`a$`u)', '2\n'],
    ['a:`u`v;b:`v`u;(`a$`u`v)?`b$`v', '1\n'],
    ['d:`u`v`w`x`y`z`p`q`r;(`d$d)?`z`v', '5 1\n'],
    ['d:`u`v`w`x`y`z`p`q`r;d?`d$`z`v', '5 1\n'],
  ])('%s', (entry, output) => {
    const { output: printed, error } = createSession().evaluate(entry)
    expect(`${printed}${error?.name ?? ''}`).toBe(output)
  })
})
