// Guards the intervals and ranks of what attempts achieved after each lesson of a critique.
import { expect, it } from 'vitest'
import { differenceInterval } from './interval.ts'
import { mergeLessonEffects } from './lesson-effects.ts'

const tries = (successes: number, attempts: number) => ({ successes, attempts })
const lesson = (
  text: string,
  guided: readonly [number, number],
  clean: readonly [number, number],
) => ({
  ...{ text, guided: tries(...guided), clean: tries(...clean) },
  ...{ won_episode_ids: [`${text} won`], failed_episode_ids: [] },
})
const page = (...lessons: ReturnType<typeof lesson>[]) => ({
  ...{
    run: 'r',
    groups: 1,
    looked: 3,
    guided: tries(1, 2),
    clean: tries(0, 2),
    lessons,
    next: null,
  },
})

it("matches Newcombe's interval of a difference", () => {
  // Newcombe 1998, table II, case (a): 56/70 and 48/80.
  const { mean, low, high } = differenceInterval(tries(56, 70), tries(48, 80)) ?? {}
  expect([mean, low, high].map((value) => value?.toFixed(4))).toEqual([
    '0.2000',
    '0.0524',
    '0.3339',
  ])
  expect(differenceInterval(tries(1, 1), tries(0, 0))).toBeUndefined()
})

it('merges pages, ranks by interval ends, and marks lessons with few attempts', () => {
  const pages = [
    page(lesson('lucky', [1, 1], [0, 1]), lesson('good', [9, 10], [1, 10])),
    page(lesson('good', [9, 10], [1, 10]), lesson('bad', [0, 20], [10, 20])),
  ]
  const { groups, counted, guided, change, most, least } = mergeLessonEffects(pages)
  expect(counted).toBe(3 * pages.length)
  expect([groups, guided]).toEqual([2, tries(2, 4)])
  expect(change?.mean).toBe(0.5)
  expect(most.map(({ text }) => text)).toEqual(['good', 'lucky', 'bad'])
  expect(least[0]?.text).toBe('bad')
  expect(most.map(({ hasFewAttempts }) => hasFewAttempts)).toEqual([false, true, false])
  expect(most[0]).toMatchObject({ guided: tries(18, 20), won: ['good won', 'good won'] })
})
