import { gradeAnswer } from '../grading/index.ts'
import type { MathProblem } from '../problem.ts'
import { letterSpansIn } from './letters.ts'
import { isCommonplace, maskAnswer } from './mask.ts'

/** A model's feedback after the guard: fit to be given out, or not. */
export type Guarded =
  | { readonly verdict: 'clean' | 'masked'; readonly text: string }
  | { readonly verdict: 'leaks' }

const TEXT_CHARACTERS_MAX = 8_000

/**
 * Makes a model's feedback safe: takes the right answer out, and then looks whether the rest still
 * tells it, to our own grader, by elimination, or by reciting the reference solution.
 */
export function guardFeedback(problem: MathProblem, feedback: string): Guarded {
  const said = feedback.slice(0, TEXT_CHARACTERS_MAX)
  const { text, count } = maskAnswer(problem, said)
  // Recited is what was said: with its end masked, a solution is still the solution.
  if (stillTells(problem, text) || eliminates(problem, text) || recites(problem, said)) {
    return { verdict: 'leaks' }
  }
  return { verdict: count === 0 ? 'clean' : 'masked', text }
}

const ANSWERS = /\\boxed|\banswer\b|####/i

/** Whether our own grader would take the text for a right answer. */
function stillTells(problem: MathProblem, text: string): boolean {
  const { answer: key } = problem
  if (!gradeAnswer(key, text).correct) return false
  // In "look at step 2" the grader finds a 2; that tells nobody that 2 is the answer.
  const isGuarded = key.kind === 'expression' && isCommonplace(problem, key)
  return !isGuarded || ANSWERS.test(text)
}

/** Whether every option but the right one is named. */
function eliminates({ answer: { kind, gold, options } }: MathProblem, text: string): boolean {
  if (kind !== 'choice' || options.length < 3) return false
  const right = gold.trim().toUpperCase()
  const named = new Set(letterSpansIn(text).map(({ content }) => content))
  const others = options
    .map((_, index) => String.fromCharCode(65 + index))
    .filter((letter) => letter !== right)
  return others.every((letter) => named.has(letter))
}

const RECITED_CHARACTERS = 80

/** Whether a long stretch of the reference solution occurs in the text, word for word. */
function recites({ solution, question }: MathProblem, text: string): boolean {
  if (solution === null) return false
  const [said, source, asked] = [text, solution, question].map(squeeze) as [string, string, string]
  if (source.length < RECITED_CHARACTERS) return source.length > 20 && said.includes(source)
  const stretches = new Set<string>()
  for (let start = 0; start + RECITED_CHARACTERS <= source.length; start++) {
    stretches.add(source.slice(start, start + RECITED_CHARACTERS))
  }
  for (let start = 0; start + RECITED_CHARACTERS <= said.length; start++) {
    const stretch = said.slice(start, start + RECITED_CHARACTERS)
    if (stretches.has(stretch) && !asked.includes(stretch)) return true
  }
  return false
}

const squeeze = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ')
