/** Guards that a bounded cache drops its oldest entries and counts sizes that change. */
import { expect, it } from 'vitest'
import { BoundedCache } from './bounded-cache.ts'

it('drops the oldest entries when the sizes add up to more than the maximum', () => {
  const cache = new BoundedCache<string>(10)
  cache.set('one', 'a', 5)
  cache.set('two', 'b', 5)
  expect(cache.get('one')).toBe('a')
  cache.grow('two', 1)
  expect(cache.get('one')).toBeUndefined()
  expect(cache.get('two')).toBe('b')
})

it('counts an entry that is replaced once, as the newest', () => {
  const cache = new BoundedCache<string>(10)
  cache.set('one', 'a', 6)
  cache.set('two', 'b', 2)
  cache.set('one', 'c', 6)
  cache.set('three', 'd', 3)
  expect(['one', 'two', 'three'].map((key) => cache.get(key))).toEqual(['c', undefined, 'd'])
})

it('keeps no entry that is larger than the maximum', () => {
  const cache = new BoundedCache<string>(10)
  cache.set('one', 'a', 11)
  expect(cache.get('one')).toBeUndefined()
  cache.set('two', 'b', 10)
  expect(cache.get('two')).toBe('b')
})
