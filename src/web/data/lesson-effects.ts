import type { ParamsAt, ResultAt } from '../../client/resources.ts'
import { differenceOf, type Interval, type Tries } from './interval.ts'

type Route = 'GET /v1/runs/{run}/critiques'
type Page = ResultAt<Route>
export type LessonsAsked = Omit<ParamsAt<Route>, 'after'>

/** Fewer attempts say little, whatever the interval. */
const FEW_ATTEMPTS = 10
const EXAMPLES_MAX = 3

/** A lesson of critiques, and success after it beside clean attempts of the same groups. */
export interface LessonEffect {
  readonly text: string
  readonly guided: Tries
  readonly clean: Tries
  /** Guided success less clean success; undefined without clean attempts. */
  readonly change: Interval | undefined
  readonly isFew: boolean
  readonly won: readonly string[]
  readonly failed: readonly string[]
}

export interface LessonEffects {
  readonly groups: number
  readonly guided: Tries
  readonly clean: Tries
  readonly change: Interval | undefined
  /** The lessons after which attempts did best: by the lower end of the interval. */
  readonly most: readonly LessonEffect[]
  /** Those after which they did worst, by the upper end. */
  readonly least: readonly LessonEffect[]
}

const NONE: Tries = { attempts: 0, successes: 0 }
const sum = (one: Tries, other: Tries): Tries => ({
  attempts: one.attempts + other.attempts,
  successes: one.successes + other.successes,
})

/** Pages added up, and lessons ranked; the ends of intervals keep few attempts from leading. */
export function lessonEffects(pages: readonly Page[]): LessonEffects {
  const lessons = new Map<string, Omit<LessonEffect, 'change' | 'isFew'>>()
  for (const lesson of pages.flatMap((page) => page.lessons)) {
    const { text, guided, clean, won_episode_ids: won, failed_episode_ids: failed } = lesson
    const known = lessons.get(text) ?? { text, guided: NONE, clean: NONE, won: [], failed: [] }
    lessons.set(text, {
      ...{ text, guided: sum(known.guided, guided), clean: sum(known.clean, clean) },
      won: [...known.won, ...won].slice(0, EXAMPLES_MAX),
      failed: [...known.failed, ...failed].slice(0, EXAMPLES_MAX),
    })
  }
  const all = [...lessons.values()].map(
    (lesson): LessonEffect => ({
      ...lesson,
      change: differenceOf(lesson.guided, lesson.clean),
      isFew: Math.min(lesson.guided.attempts, lesson.clean.attempts) < FEW_ATTEMPTS,
    }),
  )
  const known = all.filter(({ change }) => change !== undefined)
  const end = (one: LessonEffect, side: 'low' | 'high'): number => one.change?.[side] ?? 0
  const total = (of: 'guided' | 'clean') => pages.map((page) => page[of]).reduce(sum, NONE)
  const [guided, clean] = [total('guided'), total('clean')]
  return {
    ...{ groups: pages.reduce((count, page) => count + page.groups, 0), guided, clean },
    change: differenceOf(guided, clean),
    most: known.toSorted((one, other) => end(other, 'low') - end(one, 'low')),
    least: known.toSorted((one, other) => end(one, 'high') - end(other, 'high')),
  }
}
