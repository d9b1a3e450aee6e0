import type { AnswerKey } from '../../sim/math/problem.ts'
import type { Fields } from '../rows/fields.ts'

/** A problem from a row of a public file. */
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
  /** As `Reader.read`. Such rows are used completely or not at all. */
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
 * The answer key of a question. If the question asks for a percentage, the sign is optional,
 * because many files omit it. Otherwise 28 and 28 % are different answers.
 */
export function answerKey(question: string, gold: string): AnswerKey {
  const key = expressionKey(gold)
  if (!ASKS_PERCENT.test(question)) return key
  const withoutPercent = gold.replace(/\s*\\?%$/, '')
  if (!PLAIN_NUMBER.test(withoutPercent)) return key
  return { ...key, aliases: [withoutPercent === gold ? `${gold}\\%` : withoutPercent] }
}

/** The key of a name or short phrase. The gold answer is not repeated among the others. */
export const textKey = (gold: string, names: readonly string[]): AnswerKey => {
  const aliases = new Set(names)
  aliases.delete(gold)
  aliases.delete('')
  return { kind: 'text', gold, options: [], aliases: [...aliases] }
}
