import { extractAnswer, gradeAnswer } from '../../src/sim/math/grading/index.ts'
import type { AnswerKey } from '../../src/sim/math/problem.ts'

/** The key of a problem with only a right answer. */
export const keyOf = (gold: string, kind: AnswerKey['kind'] = 'expression'): AnswerKey => ({
  kind,
  gold,
  options: [],
  aliases: [],
})

/** Whether a text is graded as right. */
export const isRight = (gold: string, text: string): boolean =>
  gradeAnswer(keyOf(gold), text).correct

/** The answer that a text states, whatever the gold; `null` if it states none. */
export const statedIn = (text: string, kind: AnswerKey['kind'] = 'expression'): string | null =>
  extractAnswer(keyOf('', kind), text).text
