import fc from 'fast-check'
import type { Feedback } from '../../src/env/group.ts'
import type { GroupRules } from '../../src/env/group-state.ts'

export const TIMES = { leaseMs: 100, silenceMs: 300, graceMs: 20, arrivalMs: 50, critiqueMs: 30 }
export const SIZE = 6
/** Calls for one rollout that a group takes at once. */
export const CALLS_MAX = 8

/** A group of any schedule. */
export interface GivenGroup {
  readonly rules: GroupRules
  readonly attemptsMax: number
}

export const groups: fc.Arbitrary<GivenGroup> = fc
  .record({
    waves: fc.constantFrom<number[][]>([1], [2, 2], [1, 2, 3]),
    clean_share: fc.constantFrom(0, 0.5),
    when: fc.constantFrom('always' as const, 'always' as const, 'all_failed' as const),
    show: fc.constantFrom('all' as const, 'all' as const, 'last' as const),
    critique: fc.constantFrom('rule' as const, 'model' as const, 'posted' as const),
    attemptsMax: fc.constantFrom(0, 1, 10),
  })
  .map(({ attemptsMax, ...given }) => {
    const feedback: Feedback = { start_at: 1, cap_chars: 10_000, ...given }
    const what = { env: 'e', revision: 1, task: 't' }
    return { rules: { ...what, size: SIZE, mode: 'feedback', feedback }, attemptsMax }
  })

/** What may happen to a group in any order; a model of it says what it means. */
export interface Move {
  readonly kind: (typeof KINDS)[number]
  readonly index: number
  readonly ms: number
  /** A second way in which the move may go. */
  readonly isOther: boolean
}

const KINDS = [
  ...(['ask', 'ask', 'ask', 'ask', 'ask_at_once', 'ask_at_once', 'ask_differently'] as const),
  ...(['store', 'store', 'store', 'store', 'hurry', 'leave', 'beat', 'drop'] as const),
  ...(['win', 'fail', 'fail', 'fail', 'fault', 'pass', 'post', 'renew'] as const),
  ...(['critique', 'critique', 'critique'] as const),
  ...(['other_opens', 'other_fails', 'other_asks', 'other_begins', 'late_news'] as const),
  ...(['other_plays', 'read_lease', 'read_lease'] as const),
] as const

/** Moves with which leases run out, and are renewed here and on other servers. */
const LEASE_KINDS = [
  ...(['ask', 'ask', 'store', 'store', 'store', 'beat', 'drop', 'drop', 'hurry'] as const),
  ...(['pass', 'pass', 'other_opens', 'other_plays', 'other_plays'] as const),
  ...(['read_lease', 'read_lease', 'read_lease', 'read_lease', 'fail'] as const),
] as const

const movesOf = (kinds: readonly Move['kind'][], ms: readonly number[]): fc.Arbitrary<Move[]> =>
  fc.array(
    fc.record({
      kind: fc.constantFrom(...kinds),
      index: fc.integer({ min: 0, max: SIZE - 1 }),
      ms: fc.constantFrom(...ms),
      isOther: fc.constantFrom(false, false, true),
    }),
    { minLength: 20, maxLength: 80 },
  )

export const histories: fc.Arbitrary<Move[]> = fc.oneof(
  movesOf(KINDS, [0, 0, 0, 0, 0, 5, 25, 60, 110]),
  movesOf(LEASE_KINDS, [0, 0, 5, 25, 110]),
)
