/** Guards which way a listing goes, and when nothing along it needs to be looked at twice. */
import { describe, expect, it } from 'vitest'
import type { EpisodeConditions } from './episode-log.ts'
import { chooseWalk, INDEXES, isWhole, OPEN_INDEX, OWN_OPEN } from './list-walk.ts'

const GIVEN: Required<Pick<EpisodeConditions, 'difficulty' | 'open' | 'success'>> = {
  difficulty: 3,
  open: true,
  success: false,
}
const conditionsOf = (names: readonly string[]): EpisodeConditions =>
  Object.fromEntries(names.map((name) => [name, GIVEN[name as keyof typeof GIVEN] ?? 'some']))

describe('a way', () => {
  it.each(INDEXES)('by $name is whole for what it answers, and for nothing besides', (index) => {
    const conditions = conditionsOf(index.members)
    expect(chooseWalk(conditions, 'newest').index).toBe(index)
    expect(isWhole(conditions, 'newest')).toBe(true)
    expect(isWhole({ ...conditions, difficulty: 3 }, 'newest')).toBe(false)
    // In these orders it goes by an index of theirs, which answers no condition.
    expect(isWhole(conditions, 'reward')).toBe(false)
    expect(isWhole(conditions, 'updated')).toBe(false)
  })

  it('through what is open is whole for that', () => {
    expect(chooseWalk({ open: true }, 'oldest').index).toBe(OPEN_INDEX)
    expect(isWhole({ open: true }, 'oldest')).toBe(true)
    expect(chooseWalk({ open: true, principal: 'some' }, 'oldest').index).toBe(OWN_OPEN)
    expect(isWhole({ open: true, principal: 'some' }, 'oldest')).toBe(true)
    expect(isWhole({ open: true, run: 'some' }, 'oldest')).toBe(false)
    expect(isWhole({ open: false }, 'oldest')).toBe(false)
  })

  it.each(['oldest', 'newest', 'reward', 'updated'] as const)(
    'through all is whole (%s)',
    (order) => {
      expect(isWhole({}, order)).toBe(true)
    },
  )
})
