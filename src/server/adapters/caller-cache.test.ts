// Guards the cache of adapters: who may read a value, and how many values there may be.
import { expect, it } from 'vitest'
import { LOCAL } from '../principal.ts'
import { CallerCache } from './caller-cache.ts'

const keyed = (episode: string, scope: 'play' | 'view') => ({
  kind: 'key' as const,
  key: { episode, scope, day: 1, revokedMs: 0 },
  owner: LOCAL.name,
})

it('gives a value only to the caller that stored it', () => {
  const cache = new CallerCache<number>(10)
  const callers = [LOCAL, keyed('ep_1', 'play'), keyed('ep_1', 'view'), keyed('ep_2', 'play')]
  for (const [index, caller] of callers.entries()) cache.put(caller, 'name', index)
  expect(callers.map((caller) => cache.find(caller, 'name'))).toEqual([0, 1, 2, 3])
  cache.drop(keyed('ep_1', 'play'), 'name')
  expect(callers.map((caller) => cache.find(caller, 'name'))).toEqual([0, undefined, 2, 3])
})

it('limits all keys of a principal together, separately from its own values', () => {
  const cache = new CallerCache<number>(3)
  cache.put(LOCAL, 'name', 7)
  const keys = Array.from({ length: 10 }, (_, index) => keyed(`ep_${index}`, 'play'))
  for (const key of keys) cache.put(key, 'name', 1)
  expect(keys.filter((key) => cache.find(key, 'name') !== undefined)).toHaveLength(3)
  expect(cache.find(LOCAL, 'name')).toBe(7)
})
