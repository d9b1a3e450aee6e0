import type { AnswerKey } from '../../sim/math/problem.ts'
import type { Fields } from '../rows/fields.ts'

/** A problem as a row of a public file tells it. */
export interface ReadProblem {
  readonly question: string
  readonly answer: AnswerKey
  readonly solution: string | null
  /** From 1 to 5; 1 where the data set has no levels. */
  readonly difficulty: number
}

/** Reads the rows of one public data set of mathematics or knowledge. */
export interface ProblemReader {
  readonly dataset: string
  readonly fields: string
  /** As `Reader.read`; such rows are taken as a whole or not at all. */
  read(fields: Fields, seed: number): ReadProblem
}

/** The key of an answer that is compared by value. */
export const expressionKey = (gold: string): AnswerKey => ({
  kind: 'expression',
  gold,
  options: [],
  aliases: [],
})

const ASKS_PERCENT =
  /\b(?:what|which|how many|find|express|determine|calculate)\b[^.?!]*\bpercent(?:age)?\b/i
const PLAIN_NUMBER = /^-?\d[\d.,]*$/

/**
 * The key of the answer to a question. Where a percentage is asked for, files leave out the sign as
 * often as not, and so may an answer; anywhere else 28 and 28 % are two answers.
 */
export function answerKey(question: string, gold: string): AnswerKey {
  const key = expressionKey(gold)
  if (!ASKS_PERCENT.test(question)) return key
  const bare = gold.replace(/\s*\\?%$/, '')
  if (!PLAIN_NUMBER.test(bare)) return key
  return { ...key, aliases: [bare === gold ? `${gold}\\%` : bare] }
}

/** The key of a name or a short phrase; the gold is not repeated among the others. */
export const textKey = (gold: string, others: readonly string[]): AnswerKey => {
  const aliases = new Set(others)
  aliases.delete(gold)
  aliases.delete('')
  return { kind: 'text', gold, options: [], aliases: [...aliases] }
}
