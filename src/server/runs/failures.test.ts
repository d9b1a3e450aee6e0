// Guards that a page of facts keeps frequent ones of successes, so that pages add up.
import { expect, it } from 'vitest'
import { listedFacts } from './failures.ts'

it('leaves out rare facts first, and puts the most failures first', () => {
  const single = (index: number) => [`reference ${index}`, { failed: 1, won: 0 }] as const
  const facts = new Map<string, { failed: number; won: number }>([
    ...Array.from({ length: 2_000 }, (_, index) => single(index)),
    ['pin', { failed: 0, won: 9 }],
    ['email', { failed: 3, won: 1 }],
  ])
  const listed = listedFacts(facts)
  expect(listed).toHaveLength(1_500)
  expect(listed[0]).toEqual(['email', { failed: 3, won: 1 }])
  expect(listed.at(-1)).toEqual(['pin', { failed: 0, won: 9 }])
})
