// Guards the schedule of groups: who is clean, who waits for whom, and that nobody waits in vain.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  attemptsToShow,
  buildSchedule,
  type Feedback,
  type GroupMode,
  type GroupName,
  groupSeed,
  isFeedbackShown,
  memberSeeds,
  trainingStep,
  usualWaves,
  waveStart,
} from './group.ts'
import { restoredLease } from './group-lease.ts'
import { seedAt } from './seeds.ts'

const name = fc.record({ run: fc.string({ maxLength: 5 }), id: fc.string({ maxLength: 5 }) })
const feedback: fc.Arbitrary<Feedback> = fc.record({
  start_at: fc.integer({ min: 0, max: 6 }),
  waves: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 4 }),
  clean_share: fc.double({ min: 0, max: 1, noNaN: true }),
  show: fc.constantFrom('all', 'last', 'summary'),
  cap_chars: fc.constant(2_000),
  critique: fc.constantFrom('rule', 'model', 'posted'),
})
const size = fc.integer({ min: 1, max: 12 })

/** The places of all rollouts of a group, by number. */
function placesOf(group: GroupName & { size: number; mode: GroupMode }, schedule: Feedback) {
  const { forMember } = buildSchedule(group, schedule)
  return Array.from({ length: group.size }, (_, index) => forMember(index))
}

const cleanIndices = (group: GroupName, most: number, schedule: Feedback): number[] =>
  placesOf({ ...group, size: most, mode: 'feedback' }, schedule).flatMap(({ condition }, index) =>
    condition === 'clean' ? [index] : [],
  )

/** What may happen to a group, in any order. */
type Move = { readonly kind: 'ask' | 'end' | 'miss'; readonly index: number }
const moves: fc.Arbitrary<Move[]> = fc.array(
  fc.record({
    kind: fc.constantFrom('ask', 'ask', 'end', 'miss'),
    index: fc.integer({ min: 0, max: 11 }),
  }),
  { maxLength: 60 },
)

describe('the schedule', () => {
  it('has number 0 and the share clean, the same ones every time', () => {
    fc.assert(
      fc.property(name, size, feedback, (group, most, schedule) => {
        const clean = cleanIndices(group, most, schedule)
        expect(clean).toEqual(cleanIndices({ ...group }, most, { ...schedule }))
        expect(clean[0]).toBe(0)
        expect(new Set(clean).size).toBe(clean.length)
        expect(clean.every((index) => index >= 0 && index < most)).toBe(true)
        expect(clean.length).toBeGreaterThanOrEqual(Math.round(schedule.clean_share * most))
        for (let index = 0; index < Math.min(most, schedule.start_at); index++) {
          expect(clean).toContain(index)
        }
      }),
    )
  })

  it('is a matter of the group’s name, and gives its rollouts one seed', () => {
    const all: Feedback = {
      ...{ start_at: 1, waves: [1], clean_share: 0.5 },
      ...{ show: 'all', cap_chars: 2_000, critique: 'rule' },
    }
    const chosen = Array.from({ length: 20 }, (_, at) =>
      cleanIndices({ run: 'r', id: `${at}` }, 8, all).join(),
    )
    expect(new Set(chosen).size).toBeGreaterThan(5)
    const seed = groupSeed('train-000001', { run: 'r', id: 'a' })
    expect(groupSeed('train-000001', { run: 'r', id: 'a' })).toBe(seed)
    expect(groupSeed('train-000002', { run: 'r', id: 'a' })).not.toBe(seed)
    expect(groupSeed('train-000001', { run: 'r', id: 'b' })).not.toBe(seed)
    expect(Number.isSafeInteger(seed) && seed >= 0).toBe(true)
  })

  it('open with one and the same seed, and go on with one for each rollout', () => {
    const seeds = [0, 1, 2].map((index) =>
      memberSeeds('train-000001', { run: 'r', id: 'a' }, index),
    )
    expect(new Set(seeds.map((spans) => seedAt(spans, 0))).size).toBe(1)
    expect(new Set(seeds.map((spans) => seedAt(spans, 1))).size).toBe(3)
  })

  it('puts waves one after the other, the last size going on', () => {
    const starts = (waves: number[]) =>
      Array.from({ length: 8 }, (_, index) => waveStart(waves, index))
    expect(starts([1])).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    expect(starts([2, 3, 3])).toEqual([0, 0, 2, 2, 2, 5, 5, 5])
    expect(starts([3, 1])).toEqual([0, 0, 0, 3, 4, 5, 6, 7])
    expect(starts([8])).toEqual(Array(8).fill(0))
  })

  it('by default begins with a quarter of the rollouts, and goes on in two equal waves', () => {
    expect([1, 2, 3, 4, 8, 12, 16].map(usualWaves)).toEqual([
      ...[[1], [1, 1], [1, 1, 1], [1, 2, 1]],
      ...[
        [2, 3, 3],
        [3, 5, 4],
        [4, 6, 6],
      ],
    ])
    for (let size = 1; size <= 100; size++) {
      const waves = usualWaves(size)
      expect(waves.reduce((sum, count) => sum + count, 0)).toBe(size)
      expect(Math.abs((waves[1] ?? 0) - (waves[2] ?? 0))).toBeLessThanOrEqual(1)
    }
  })

  it('with all_failed shows attempts only if every rollout of the first wave failed', () => {
    const shows = (when: 'always' | 'all_failed', ...failed: number[]) =>
      isFeedbackShown({ when, waves: [2, 3] }, 5, (index) => failed.includes(index))
    expect(shows('all_failed', 0, 1)).toBe(true)
    for (const failed of [[], [0], [1], [1, 2, 3]]) {
      expect(shows('all_failed', ...failed)).toBe(false)
      expect(shows('always', ...failed)).toBe(true)
    }
    const isShown = isFeedbackShown({ when: 'all_failed', waves: [8] }, 2, (index) => index < 2)
    expect(isShown, 'a first wave that is larger than the group').toBe(true)
  })

  it('reads the training step from a label, and takes anything else for the beginning', () => {
    const steps = ['12', '0', '-1', '1.5', 'x', ''].map((step) => trainingStep({ step }))
    expect(steps).toEqual([12, 0, 0, 0, 0, 0])
    expect([trainingStep({}), trainingStep(undefined)]).toEqual([0, 0])
  })

  it('has everybody after whole waves only, and the clean ones after nobody', () => {
    fc.assert(
      fc.property(name, size, feedback, (group, most, schedule) => {
        for (let index = 0; index < most; index++) {
          const place = placesOf({ ...group, size: most, mode: 'feedback' }, schedule)[index]
          const alone = placesOf({ ...group, size: most, mode: 'independent' }, schedule)
          expect(alone[index]).toEqual({ condition: 'clean', after: 0 })
          const { condition, after = -1 } = place ?? {}
          expect(after).toBe(condition === 'clean' ? 0 : waveStart(schedule.waves, index))
          expect(after <= index).toBe(true)
          expect(condition === 'clean').toBe(after === 0)
        }
      }),
    )
  })

  it('lets everybody open in the end, whoever is missed, and shows only what came before', () => {
    fc.assert(
      fc.property(name, size, feedback, moves, (group, most, schedule, given) => {
        const settled = new Set<number>()
        const opened = new Map<number, readonly number[]>()
        const asked = new Set<number>()
        const places = placesOf({ ...group, size: most, mode: 'feedback' }, schedule)
        const before = (index: number): number[] =>
          Array.from({ length: places[index]?.after ?? 0 }, (_, earlier) => earlier)
        const openWhoMay = (): void => {
          for (const index of asked) {
            const after = before(index)
            if (opened.has(index) || after.some((earlier) => !settled.has(earlier))) continue
            opened.set(
              index,
              after.filter((earlier) => opened.has(earlier)),
            )
          }
        }
        const move = ({ kind, index }: Move): void => {
          if (index >= most) return
          if (kind === 'ask') asked.add(index)
          else if (kind === 'miss' || opened.has(index)) settled.add(index)
          openWhoMay()
        }
        for (const one of given) move(one)
        for (let index = 0; index < most; index++) {
          move({ kind: 'ask', index })
          move({ kind: 'end', index })
        }
        expect([...opened.keys()].sort((a, b) => a - b)).toEqual(
          Array.from({ length: most }, (_, index) => index),
        )
        for (const [index, shown] of opened) {
          expect(shown.every((earlier) => earlier < index)).toBe(true)
        }
      }),
    )
  })
})

describe('the bound on attempts shown', () => {
  it('is kept over all openings of a group, whatever was shown before', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uniqueArray(fc.integer({ min: 0, max: 9 }))),
        fc.integer({ min: 0, max: 5 }),
        (openings, most) => {
          const shown = new Set<number>()
          for (const indices of openings) {
            const chosen = attemptsToShow(
              indices.map((index) => ({ index })),
              shown,
              most,
            ).map(({ index }) => index)
            expect(chosen).toEqual([...chosen].sort((a, b) => a - b))
            for (const index of chosen) shown.add(index)
            expect(shown.size).toBeLessThanOrEqual(most)
            expect(indices.filter((index) => shown.has(index)).sort()).toEqual(chosen.sort())
          }
        },
      ),
    )
  })
})

describe('a lease that was stored', () => {
  const times = { leaseMs: 60_000, silenceMs: 0, graceMs: 5_000, arrivalMs: 0, critiqueMs: 0 }
  it.each([
    ['the rest of it', 90_000, 90_000],
    ['at least the grace to connect again', 10_000, 45_000],
    ['no more than a whole lease, where the clock was set back', 900_000, 100_000],
    ['a whole lease, where nothing is known', undefined, 100_000],
  ])('has %s', (_, storedMs, heartbeatMs) => {
    expect(restoredLease(storedMs, times, 100_000)).toEqual({ heartbeatMs, link: 'elsewhere' })
  })
})
