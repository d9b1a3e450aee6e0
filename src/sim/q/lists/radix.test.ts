// Guards sorting of many items: the order of all key types, nulls first, stable in both directions.
import { describe, expect, it } from 'vitest'
import { stream } from '../../random.ts'
import { DEFAULT_LIMITS, startMeter } from '../values/meter.ts'
import type { Data } from '../values/value.ts'
import { sortOrder } from './order.ts'
import { RADIX_MIN } from './radix.ts'

const COUNT = 2 * RADIX_MIN
const random = stream(7, 0, 'order')
const many = <Item>(make: () => Item): Item[] => Array.from({ length: COUNT }, make)

const odd = [Number.NaN, 0, -0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
const double = (): number =>
  random.chance(0.3) ? random.pick(odd) : (random.next() - 0.5) * 10 ** random.integer(-12, 12)
const wide = (): bigint => BigInt(random.integer(-1e15, 1e15)) << BigInt(random.integer(0, 12))
const letter = (): string => random.pick(['a', 'b', '\xff'])
const word = (): string => Array.from({ length: random.integer(0, 20) }, letter).join('')

const CASES: readonly (readonly [string, Data])[] = [
  ['doubles', Float64Array.from(many(double))],
  ['64-bit numbers', BigInt64Array.from(many(wide))],
  ['names', many(word)],
  ['names with a long beginning', many(() => `beginning-${random.integer(0, 99_999)}`)],
  ['names that end in zeros', many(() => random.pick(['eightlet', 'eightlet\0', 'eightlet\0\0']))],
  ['one name', many(() => 'one')],
]

const rank = (item: number | bigint | string): number => (Number.isNaN(item) ? 0 : 1)

describe('the order of many', () => {
  it.each(CASES)('%s', (_, data) => {
    startMeter({ ...DEFAULT_LIMITS, fuel: Number.MAX_SAFE_INTEGER })
    const items = Array.from<number | bigint | string>(data as ArrayLike<number>)
    for (const direction of [1, -1]) {
      const before = (a: number, b: number): number => {
        const [x, y] = [items[a] ?? 0, items[b] ?? 0]
        const nulls = rank(x) - rank(y)
        return direction * (nulls || (x < y ? -1 : x > y ? 1 : 0)) || a - b
      }
      const expected = items.map((_item, i) => i).sort(before)
      expect([...sortOrder(data, direction < 0)]).toEqual(expected)
    }
  })
})
