/**
 * How an answer is compared with the key. `expression`: by value, of anything a mathematics text
 * calls a final answer. `choice`: an option letter. `text`: a name or short phrase.
 * `hexadecimal`: digits in base 16, whatever their case and grouping.
 */
export const ANSWER_KINDS = ['expression', 'choice', 'text', 'hexadecimal'] as const
export type AnswerKind = (typeof ANSWER_KINDS)[number]

/**
 * The form of a finished answer. In every form, numbers are calculated. In addition, `expanded` has
 * no brackets left to multiply out, and `factored` is a product. `free` is for a right answer that
 * itself leaves something to calculate, such as `2^{100}`.
 */
export const ANSWER_FORMS = [
  ...([
    'number',
    'fraction',
    'expression',
    'expanded',
    'factored',
    'equation',
    'interval',
  ] as const),
  ...(['list', 'set', 'tuple', 'ratio', 'matrix', 'words', 'option', 'digits', 'free'] as const),
] as const
export type AnswerForm = (typeof ANSWER_FORMS)[number]

/** The right answer to a problem. Hidden from the player. */
export interface AnswerKey {
  readonly kind: AnswerKind
  /** The form of a finished answer; by default it follows from the gold (`requiredForm`). */
  readonly form?: AnswerForm
  /** LaTeX or plain text; the letter of the right option for `choice`. */
  readonly gold: string
  /** The options in the order A, B, C, …; empty unless the kind is `choice`. */
  readonly options: readonly string[]
  /** Further accepted texts; empty unless the kind is `text`. */
  readonly aliases: readonly string[]
}

/** A typical wrong answer and its mistake. Hidden from the player. */
export interface TypicalMistake {
  readonly answer: string
  /** The mistake in a tutor's words: it names the step, never the right value. */
  readonly mistake: string
}

/** A problem, whatever its source. */
export interface MathProblem {
  /** Its data set or generator, such as `gsm8k` or `fractions`, which decides the prompt. */
  readonly dataset: string
  /** The question in plain text or LaTeX, without options and instructions. */
  readonly question: string
  readonly answer: AnswerKey
  /** A worked reference solution, if there is one. Hidden from the player. */
  readonly solution: string | null
  readonly mistakes: readonly TypicalMistake[]
  /** The number of requests for feedback, if it is below the environment's. */
  readonly feedback_turns?: number | undefined
}

/** One task of the mathematics world. */
export interface MathTask extends MathProblem {
  readonly id: string
  readonly split: string
  readonly index: number
  readonly seed: number
  readonly difficulty: number
}
