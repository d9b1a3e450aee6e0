// Guards that text with too many values is refused before it is parsed, and no other text is.
import { describe, expect, it } from 'vitest'
import { stream } from '../sim/random.ts'
import { countValues } from './count-values.ts'

const bounds = { callValuesMax: 50, batchValuesMax: 200, batchMax: 20 }
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

function verdict(text: string, given = bounds): string {
  try {
    countValues(bytesOf(text), given)
    return 'fits'
  } catch (error) {
    return (error as { code: string }).code
  }
}

/** Values as the bounds count them: items, members and their names. */
function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const entries = Object.values(value)
  const own = Array.isArray(value) ? 0 : entries.length
  const commas = Math.max(0, entries.length - 1)
  return 1 + own + commas + entries.reduce((sum: number, inner) => sum + valuesIn(inner), 0)
}

describe('the values of a text', () => {
  it.each([
    ['items', `{"a":[${'0,'.repeat(60)}0]}`, 'request/too_large'],
    ['empty lists', `{"a":[${'[],'.repeat(60)}0]}`, 'request/too_large'],
    [
      'members',
      `{${Array.from({ length: 60 }, (_, at) => `"k${at}":1`).join(',')}}`,
      'request/too_large',
    ],
    ['calls', `[${'{},'.repeat(60)}{}]`, 'request/too_large'],
    ['values of a whole batch', `[${`[${'0,'.repeat(40)}0],`.repeat(8)}0]`, 'request/too_large'],
    ['levels', `${'['.repeat(60)}${']'.repeat(60)}`, 'request/too_large'],
    ['no JSON', `[${',:'.repeat(60)}`, 'request/too_large'],
    ['no JSON, of which nothing is parsed', `${',:'.repeat(60)}`, 'request/malformed_json'],
    ['one long text', JSON.stringify('a'.repeat(300)), 'request/malformed_json'],
    ['a text of marks', JSON.stringify({ a: ',:[{'.repeat(60) }), 'fits'],
    ['a text of quotes', JSON.stringify({ a: '"\\,'.repeat(60) }), 'fits'],
    ['a text without an end', `{"a":"${',\\"'.repeat(60)}`, 'fits'],
    ['a full batch', `[${Array.from({ length: 20 }, () => '[0,0,0,0]').join(',')}]`, 'fits'],
    ['a short text', '[0,0,0]', 'fits'],
    ['nothing', '', 'fits'],
    ['white space', ' '.repeat(300), 'request/malformed_json'],
  ])('%s', (_, text, expected) => {
    expect(verdict(text)).toBe(expected)
  })

  it('are counted as the parsed value has them, whatever its texts hold', () => {
    const random = stream(4, 0, 'values')
    const texts = ['', '"', '\\', '\\"', ',', '[', '{', ':', '\u2028', 'é', '\u0000', '\\\\"']
    const make = (levels: number): unknown => {
      const count = random.integer(0, 6)
      const kind = levels === 0 ? 0 : random.integer(0, 2)
      if (kind === 0) return random.pick<unknown>([1, null, true, ...texts])
      if (kind === 1) return Array.from({ length: count }, () => make(levels - 1))
      const names = Array.from({ length: count }, (_, at) => `${random.pick(texts)}${at}`)
      return Object.fromEntries(names.map((name) => [name, make(levels - 1)]))
    }
    for (let round = 0; round < 2_000; round++) {
      const value = { call: make(4), filler: '"\\'.repeat(50) }
      const exact = valuesIn(value)
      const text = JSON.stringify(value, null, random.integer(0, 2))
      const wide = { batchMax: 1_000, batchValuesMax: 100_000 }
      expect(verdict(text, { ...wide, callValuesMax: exact })).toBe('fits')
      expect(verdict(text, { ...wide, callValuesMax: exact - 1 })).toBe('request/too_large')
    }
  })
})

it('ends long strings where the parser does, whatever is escaped in them', () => {
  for (let seed = 0; seed < 3_000; seed++) {
    const random = stream(seed, 0, 'long strings')
    const length = random.integer(0, 200)
    const text = Array.from({ length }, () => random.pick(['a', 'a', '"', '\\', ',', 'é'])).join('')
    const rest = random.integer(0, 100)
    const value = { a: text, b: Array.from({ length: rest }, () => 0) }
    const fits = valuesIn(value) <= bounds.callValuesMax
    expect([seed, verdict(JSON.stringify(value))]).toEqual([
      seed,
      fits ? 'fits' : 'request/too_large',
    ])
  }
})

it('looks at a few bytes of a long string, not at each', () => {
  let looks = 0
  const bytes = bytesOf(`{"a":"${'x'.repeat(1_000_000)}","b":1}`)
  const counted = new Proxy(bytes, {
    get(target, name) {
      if (typeof name === 'string' && /^\d+$/.test(name)) looks += 1
      const member: unknown = Reflect.get(target, name, target)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
  countValues(counted, bounds)
  expect(looks).toBeLessThan(500)
})
