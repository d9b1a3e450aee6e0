// Guards that pages of counted failures and critiques add up, are ranked, and compare two runs.
import { expect, it } from 'vitest'
import { compareCritiques, compareFacts, mergeFailures } from './failure-facts.ts'

const fact = (value: string, failed: number, won: number, ...episode_ids: string[]) => ({
  ...{ kind: 'refused', member: 'department', value, failed, won, episode_ids },
})
const page = (looked: number, failed: number, ...facts: ReturnType<typeof fact>[]) => ({
  ...{ run: 'r', looked, failed, facts, next: null, critiqued: 0, critiques: [] },
})
const critiqued = (
  count: number,
  ...lines: readonly (readonly [string, number, ...string[]])[]
) => ({
  ...{ ...page(count, count), critiqued: count },
  critiques: lines.map(([text, failed, ...episode_ids]) => ({ text, failed, episode_ids })),
})

it('merges pages, and ranks refusals first, by failures above the failure rate', () => {
  const hours = { kind: 'listed', member: 'hours', value: 'Mon', failed: 9, won: 1 }
  const pages = [
    page(10, 5, fact('Billing', 4, 4, 'a', 'b'), fact('Claims', 6, 0, 'a'), {
      ...{ ...hours, episode_ids: [] },
    }),
    page(10, 5, fact('Billing', 4, 4, 'c', 'd')),
  ]
  const { attempts, failed, facts } = mergeFailures(pages)
  expect([attempts, failed]).toEqual([20, 10])
  expect(facts.map(({ value, failed: lost, won }) => [value, lost, won])).toEqual([
    ['Claims', 6, 0],
    ['Billing', 8, 8],
    ['Mon', 9, 1],
  ])
  // The lower end of Wilson's interval of 6 of 6 is 61.0 %, and 50 % of all attempts failed.
  expect(facts[0]).toMatchObject({ share: 1, excess: expect.closeTo(6 * (0.6097 - 0.5), 3) })
  expect(facts[1]?.episodes).toEqual(['a', 'b', 'c'])
  expect(mergeFailures([])).toEqual({
    ...{ attempts: 0, failed: 0, facts: [], critiqued: 0, critiques: [] },
  })
})

it('reports which facts of failures changed between two runs', () => {
  const first = mergeFailures([page(10, 4, fact('Billing', 4, 0), fact('Claims', 1, 0))])
  const hours = { ...fact('Mon', 4, 0), kind: 'listed', member: 'hours' }
  const second = mergeFailures([page(20, 4, hours, fact('Claims', 2, 0), fact('Repair', 2, 0))])
  const changes = compareFacts(first, second)
  expect(changes.map(({ fact: { value }, change }) => [value, change])).toEqual([
    ['Billing', -0.4],
    ['Repair', 0.1],
    ['Claims', 0],
    ['Mon', 0.2],
  ])
})

it('counts lines of critiques over pages, and reports their changes', () => {
  const first = mergeFailures([
    critiqued(4, ['No call.', 2, 'a', 'b'], ['No form.', 1, 'c']),
    critiqued(4, ['No form.', 3, 'd', 'e', 'f']),
  ])
  expect(first.critiqued).toBe(8)
  expect(first.critiques).toEqual([
    { text: 'No form.', failed: 4, episodes: ['c', 'd', 'e'] },
    { text: 'No call.', failed: 2, episodes: ['a', 'b'] },
  ])
  const second = mergeFailures([critiqued(2, ['No call.', 2, 'g'])])
  const changes = compareCritiques(first, second)
  expect(changes.map(({ text, change }) => [text, change])).toEqual([
    ['No call.', 0.75],
    ['No form.', -0.5],
  ])
})
