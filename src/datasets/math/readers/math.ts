import type { Fields } from '../../rows/fields.ts'
import { lastBoxed } from '../boxed.ts'
import { cleanGold } from '../clean-gold.ts'
import { answerKey, type ProblemReader } from '../problem-reader.ts'

/** MATH and MATH-500: competition problems with worked solutions and levels from 1 to 5. */
export const math: ProblemReader = {
  dataset: 'math',
  fields: 'problem, answer or the last box of solution, level',
  read(fields) {
    const question = fields.text('problem', 'Problem', 'question')
    const solution = fields.optionalText('solution', 'Solution')
    const gold = findGold(fields, solution)
    return { question, answer: answerKey(question, gold), solution, difficulty: parseLevel(fields) }
  },
}

/**
 * The answer of a row, or the last box of its solution.
 *
 * @throws RowError if there is neither
 */
export function findGold(fields: Fields, solution: string | null): string {
  const answer = fields.optionalText('answer', 'Answer') ?? lastBoxed(solution ?? '')
  const gold = cleanGold(answer ?? '')
  if (gold !== '') return gold
  return fields.fail(
    'answer',
    'is missing, and the solution has no closed \\boxed{…}',
    'Add the answer, or leave the row out.',
  )
}

/** A level from 1 to 5, from `Level 3` or 3; 1 if it is unknown. */
function parseLevel(fields: Fields): number {
  const level = fields.optionalText('level', 'Level')
  const number = Number(/^(?:level\s*)?([1-5])$/i.exec(level ?? '')?.[1] ?? 1)
  return number
}
