// Guards what adapters keep for callers: whose it is, and how much of it there is at most.
import { expect, it } from 'vitest'
import { LOCAL } from '../principal.ts'
import { CallerCache } from './caller-cache.ts'

const keyed = (episode: string, scope: 'play' | 'view') => ({
  kind: 'key' as const,
  key: { episode, scope, day: 1, revokedMs: 0 },
  owner: LOCAL.name,
})

it('belongs to whoever put it there', () => {
  const cache = new CallerCache<number>(10)
  const callers = [LOCAL, keyed('ep_1', 'play'), keyed('ep_1', 'view'), keyed('ep_2', 'play')]
  for (const [index, caller] of callers.entries()) cache.put(caller, 'name', index)
  expect(callers.map((caller) => cache.find(caller, 'name'))).toEqual([0, 1, 2, 3])
  cache.drop(keyed('ep_1', 'play'), 'name')
  expect(callers.map((caller) => cache.find(caller, 'name'))).toEqual([0, undefined, 2, 3])
})

it('bounds all keys of a principal together, and apart from what is its own', () => {
  const cache = new CallerCache<number>(3)
  cache.put(LOCAL, 'name', 7)
  const keys = Array.from({ length: 10 }, (_, index) => keyed(`ep_${index}`, 'play'))
  for (const key of keys) cache.put(key, 'name', 1)
  expect(keys.filter((key) => cache.find(key, 'name') !== undefined)).toHaveLength(3)
  expect(cache.find(LOCAL, 'name')).toBe(7)
})
