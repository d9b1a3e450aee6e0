import type { Verdict } from '../../sim/math/grading/form/judge.ts'
import type { MathTask } from '../../sim/math/problem.ts'
import type { MathWorld } from '../../sim/math/world.ts'
import type { Context } from '../environment.ts'
import { rewardTable } from '../reward.ts'
import { firstRight, isRight, type MathState } from './state.ts'
import type { Settings } from './task.ts'

export type MathContext = Context<MathTask, MathWorld, Settings>

/** In thousandths. */
const BASE = 1000
const UNAIDED = 100
const REPEATED = { each: 50, most: 200 } as const

const isOfSeed = ({ settings }: MathContext): boolean => settings.reward_profile === 'seed'

/**
 * Parts that depend on the right answer are paid at the end. The bonus needs a right first message:
 * a bonus for a correction would pay for showing a wrong answer first.
 */
export const MATH_REWARD = rewardTable<
  MathState,
  MathContext,
  'answer' | 'unaided' | 'repeated' | 'seed'
>({
  answer(state, context) {
    if (isOfSeed(context)) return undefined
    if (!context.closed) return 0
    return isRight(state) ? BASE : -BASE
  },
  unaided({ asked }, context, { answer }) {
    if (isOfSeed(context)) return undefined
    const { turns, toolCalls } = context.conduct
    // The turn that asks for the answer costs nothing.
    const isFirst = turns - (asked ? 1 : 0) === 1
    return answer === BASE && isFirst && toolCalls === 0 ? UNAIDED : 0
  },
  repeated({ attempts }, context) {
    if (isOfSeed(context)) return undefined
    const repeats = attempts.filter(({ repeated }) => repeated).length
    return repeats === 0 ? 0 : -Math.min(REPEATED.each * repeats, REPEATED.most)
  },
  seed(state, context) {
    if (!isOfSeed(context)) return undefined
    return context.closed ? seedScore(state) : 0
  },
})

/**
 * The original reward of the recipe behind this environment: it grows with every feedback request,
 * whether the answer is right or wrong. EXPLOITABLE and kept only for comparison: needless requests
 * and deliberate mistakes pay.
 */
function seedScore(state: MathState): number {
  const calls = state.attempts.length
  if (isRight(state)) return BASE + Math.min(100 * calls, 300)
  if (calls === 0) return -BASE
  return Math.min(1500, Math.max(-BASE + 150 * calls, -600))
}

const isOpen = (verdict: Verdict): boolean => verdict === 'unworked' || verdict === 'given'

/** Seven outcomes of an episode. Their means over episodes add up to 1. */
const COURSES = [
  'correct_no_feedback',
  'correct_with_feedback',
  'wrong_corrected',
  'wrong_still_wrong',
  'wrong_no_feedback',
  'correct_then_wrong',
  'no_answer',
] as const
type Course = (typeof COURSES)[number]

function readCourse(state: MathState): Course {
  const { attempts, final } = state
  if (final?.found !== true && !isRight(state)) return 'no_answer'
  if (attempts.length === 0) return isRight(state) ? 'correct_no_feedback' : 'wrong_no_feedback'
  if (firstRight(state)) return isRight(state) ? 'correct_with_feedback' : 'correct_then_wrong'
  return isRight(state) ? 'wrong_corrected' : 'wrong_still_wrong'
}

export const METRICS = [
  'success',
  'first_try_correct',
  'feedback_used',
  'feedback_calls',
  ...COURSES,
  'wrong_first_with_feedback',
  'unworked',
  'repeated_calls',
  'feedback_masked',
  'feedback_fallbacks',
  'feedback_errors',
] as const

/** The metrics of a closed episode: 0 or 1, or counts of feedback requests. */
export function measureMath(state: MathState): Record<(typeof METRICS)[number], number> {
  const { attempts } = state
  const course = readCourse(state)
  const count = (test: (attempt: MathState['attempts'][number]) => boolean): number =>
    attempts.filter(test).length
  const courses = Object.fromEntries(COURSES.map((name) => [name, name === course ? 1 : 0]))
  return {
    success: isRight(state) ? 1 : 0,
    first_try_correct: firstRight(state) ? 1 : 0,
    feedback_used: attempts.length > 0 ? 1 : 0,
    feedback_calls: attempts.length,
    ...(courses as Record<Course, number>),
    wrong_first_with_feedback: attempts.length > 0 && !firstRight(state) ? 1 : 0,
    unworked: state.final !== null && isOpen(state.final.verdict) ? 1 : 0,
    repeated_calls: count(({ repeated }) => repeated),
    feedback_masked: count(({ leak, repeated }) => leak === 'masked' && !repeated),
    feedback_fallbacks: count(({ leak, repeated }) => leak === 'fallback' && !repeated),
    feedback_errors: count(({ error, repeated }) => error !== null && !repeated),
  }
}
