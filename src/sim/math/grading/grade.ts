import type { AnswerForm, AnswerKey, AnswerKind } from '../problem.ts'
import { decideVerdict } from './form/judge.ts'
import { type GradeOptions, gradeAnswer } from './index.ts'

/**
 * The verdict on an answer. `unworked`: it leaves something to calculate. `given`: it repeats a
 * formula of the question that has the right value. `unstated`: the text states no answer in an
 * announced form.
 */
export type GradeVerdict = 'right' | 'wrong' | 'unworked' | 'given' | 'unstated'

/** The answer key and the question; every member is optional. */
export interface GradingOptions extends GradeOptions {
  /** `expression` by default. */
  readonly kind?: AnswerKind
  /** The options A, B, C, … of the kind `choice`. */
  readonly options?: readonly string[]
  /** Further right answers. */
  readonly aliases?: readonly string[]
  /** The form of a finished answer; by default derived from the right answer. */
  readonly form?: AnswerForm
}

export interface GradedAnswer {
  /** Whether the value is right, and no operator or second quantity is left. */
  readonly correct: boolean
  readonly verdict: GradeVerdict
  /** One sentence that gives the reason. */
  readonly reason: string
  /** The final answer as written; `null` if there is none. */
  readonly extracted: string | null
  /** Whether the text stated other answers before the last one. */
  readonly ambiguous: boolean
}

const REASONS: Readonly<Record<GradeVerdict, string>> = {
  right: 'The answer has the value and the form of the right one.',
  wrong: 'The answer is not equal to the right one.',
  unworked: 'The answer leaves something to calculate.',
  given: 'The answer repeats a formula of the question.',
  unstated: 'The text states no answer in an announced form.',
}

/** Grades the final answer of a text. Never throws. */
export function grade(gold: string, answer: string, options: GradingOptions = {}): GradedAnswer {
  const { kind = 'expression', options: choices = [], aliases = [], form } = options
  const key = { kind, gold, options: choices, aliases, ...(form === undefined ? {} : { form }) }
  return gradeBy(key, answer, options)
}

/** The same with an answer key instead of a right answer and its options. */
export function gradeBy(key: AnswerKey, text: string, options: GradeOptions): GradedAnswer {
  const { correct, extracted, ambiguous } = gradeAnswer(key, text, options)
  const { question = '' } = options
  const problem = { dataset: '', question, answer: key, solution: null, mistakes: [] }
  const verdict = extracted === null ? 'unstated' : decideVerdict(problem, extracted, correct)
  return { correct, verdict, reason: REASONS[verdict], extracted, ambiguous }
}
