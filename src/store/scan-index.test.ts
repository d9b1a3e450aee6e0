/** Guards which index a list reads along, and when all episodes on it match. */
import { describe, expect, it } from 'vitest'
import type { EpisodeConditions } from './episode-log.ts'
import { chooseIndex, coversAll, OPEN_INDEX, OWN_OPEN_INDEX, SCAN_INDEXES } from './scan-index.ts'

const GIVEN: Required<Pick<EpisodeConditions, 'difficulty' | 'open' | 'success'>> = {
  difficulty: 3,
  open: true,
  success: false,
}
const conditionsOf = (names: readonly string[]): EpisodeConditions =>
  Object.fromEntries(names.map((name) => [name, GIVEN[name as keyof typeof GIVEN] ?? 'some']))

describe('an index', () => {
  it.each(SCAN_INDEXES)('$name covers its own conditions, and no others', (index) => {
    const conditions = conditionsOf(index.members)
    expect(chooseIndex(conditions, 'newest')).toBe(index)
    expect(coversAll(conditions, 'newest')).toBe(true)
    expect(coversAll({ ...conditions, difficulty: 3 }, 'newest')).toBe(false)
    // These orders have an index of their own, which covers no condition.
    expect(coversAll(conditions, 'reward')).toBe(false)
    expect(coversAll(conditions, 'updated')).toBe(false)
  })

  it('of open episodes covers that they are open', () => {
    expect(chooseIndex({ open: true }, 'oldest')).toBe(OPEN_INDEX)
    expect(coversAll({ open: true }, 'oldest')).toBe(true)
    expect(chooseIndex({ open: true, principal: 'some' }, 'oldest')).toBe(OWN_OPEN_INDEX)
    expect(coversAll({ open: true, principal: 'some' }, 'oldest')).toBe(true)
    expect(coversAll({ open: true, run: 'some' }, 'oldest')).toBe(false)
    expect(coversAll({ open: false }, 'oldest')).toBe(false)
  })

  it.each(['oldest', 'newest', 'reward', 'updated'] as const)(
    'is not needed without conditions (%s)',
    (order) => {
      expect(coversAll({}, order)).toBe(true)
    },
  )
})
