import type { ParamsAt, ResultAt } from '../../client/resources.ts'
import { type BoundedEstimate, differenceInterval, type SuccessCount } from './interval.ts'

type Route = 'GET /v1/runs/{run}/critiques'
type Page = ResultAt<Route>
export type CritiquesQuery = Omit<ParamsAt<Route>, 'after'>

/** Lessons with fewer attempts are marked. */
const ATTEMPTS_MIN = 10
const EXAMPLES_MAX = 3

/** A lesson of critiques: success with it in the prompt, and clean success in the same groups. */
export interface LessonEffect {
  readonly text: string
  readonly guided: SuccessCount
  readonly clean: SuccessCount
  /** Guided success minus clean success; undefined without clean attempts. */
  readonly change: BoundedEstimate | undefined
  readonly hasFewAttempts: boolean
  readonly won: readonly string[]
  readonly failed: readonly string[]
}

export interface LessonEffects {
  readonly groups: number
  /** Finished guided attempts, with or without a lesson in the prompt. */
  readonly counted: number
  readonly guided: SuccessCount
  readonly clean: SuccessCount
  readonly change: BoundedEstimate | undefined
  /** Sorted by the lower end of the interval, the highest first. */
  readonly most: readonly LessonEffect[]
  /** Sorted by the upper end of the interval, the lowest first. */
  readonly least: readonly LessonEffect[]
}

const NO_ATTEMPTS: SuccessCount = { attempts: 0, successes: 0 }
const addCounts = (one: SuccessCount, other: SuccessCount): SuccessCount => ({
  attempts: one.attempts + other.attempts,
  successes: one.successes + other.successes,
})

/** Merges pages and ranks lessons. Interval ends rank lessons with few attempts lower. */
export function mergeLessonEffects(pages: readonly Page[]): LessonEffects {
  const lessons = new Map<string, Omit<LessonEffect, 'change' | 'hasFewAttempts'>>()
  for (const lesson of pages.flatMap((page) => page.lessons)) {
    const { text, guided, clean, won_episode_ids: won, failed_episode_ids: failed } = lesson
    const known = lessons.get(text) ?? {
      text,
      guided: NO_ATTEMPTS,
      clean: NO_ATTEMPTS,
      won: [],
      failed: [],
    }
    lessons.set(text, {
      ...{ text, guided: addCounts(known.guided, guided), clean: addCounts(known.clean, clean) },
      won: [...known.won, ...won].slice(0, EXAMPLES_MAX),
      failed: [...known.failed, ...failed].slice(0, EXAMPLES_MAX),
    })
  }
  const all = [...lessons.values()].map(
    (lesson): LessonEffect => ({
      ...lesson,
      change: differenceInterval(lesson.guided, lesson.clean),
      hasFewAttempts: Math.min(lesson.guided.attempts, lesson.clean.attempts) < ATTEMPTS_MIN,
    }),
  )
  const known = all.filter(({ change }) => change !== undefined)
  const bound = (one: LessonEffect, side: 'low' | 'high'): number => one.change?.[side] ?? 0
  const total = (of: 'guided' | 'clean') =>
    pages.map((page) => page[of]).reduce(addCounts, NO_ATTEMPTS)
  const [guided, clean] = [total('guided'), total('clean')]
  return {
    groups: pages.reduce((count, page) => count + page.groups, 0),
    counted: pages.reduce((count, page) => count + page.looked, 0),
    ...{ guided, clean },
    change: differenceInterval(guided, clean),
    most: known.toSorted((one, other) => bound(other, 'low') - bound(one, 'low')),
    least: known.toSorted((one, other) => bound(one, 'high') - bound(other, 'high')),
  }
}
