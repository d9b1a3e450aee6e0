// Guards that lists are written as JSON.stringify does, and that their long texts are found.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { shareJson } from '../sim/shared-json.ts'
import { listText } from './list-text.ts'
import { LONG_TEXT_MIN } from './long-texts.ts'

const LONG = '"\\ é \u{1f388}\n'.repeat(LONG_TEXT_MIN)
const SHARED_TEXT = `shared ${LONG}`
const SHARED = { departments: ['Billing', 'Claims'], more: 2 }
shareJson(SHARED_TEXT)
shareJson(SHARED)

/** What the ranges hold, as values again. */
function longValues(list: readonly object[]): unknown[] {
  const { json, long } = listText('events', list)
  return long.map(({ from, to }) => {
    const part = json.slice(from, to)
    return JSON.parse(part.startsWith('{') ? part : `"${part}"`)
  })
}

it('finds long texts and shared values, in order, and nothing else', () => {
  const list = [
    { kind: 'short', what: 'x'.repeat(LONG_TEXT_MIN - 1), found: { departments: [], more: 0 } },
    { found: SHARED, left: undefined, kind: 'listed', text: SHARED_TEXT },
    { kind: 'said', said: LONG, shown: SHARED },
  ]
  expect(listText('events', list).json).toBe(JSON.stringify(list))
  expect(longValues(list)).toEqual([SHARED, SHARED_TEXT, LONG, SHARED])
})

it('writes what JSON.stringify writes', () => {
  const value = fc.oneof(
    fc.constantFrom<unknown>(undefined, LONG, SHARED_TEXT, SHARED),
    fc.jsonValue(),
  )
  fc.assert(
    fc.property(fc.array(fc.dictionary(fc.string(), value)), (list) => {
      expect(listText('events', list).json).toBe(JSON.stringify(list))
    }),
  )
})

it('refuses what is no list', () => {
  expect(() => listText('events', { kind: 'x' } as never)).toThrow('events are no list')
})
