import type { Fields } from '../../rows/fields.ts'
import { expressionKey, type ProblemReader } from '../problem-reader.ts'
import { findGold } from './math.ts'

/** AIME: contest problems whose answers are whole numbers from 0 to 999. */
export const aime: ProblemReader = {
  dataset: 'aime',
  fields: 'Problem, Answer, Solution, or the same in lower case',
  read(fields) {
    const question = fields.text('Problem', 'problem', 'question', 'Question')
    const solution = fields.optionalText('Solution', 'solution')
    const gold = parseDigits(fields, findGold(fields, solution))
    return { question, answer: expressionKey(gold), solution, difficulty: 1 }
  },
}

/** The number without leading zeros and without the degree sign that some files contain. */
function parseDigits(fields: Fields, gold: string): string {
  const digits = /^0*(\d{1,3})(?:\^?\{?\\circ\}?)?$/.exec(gold)?.[1]
  if (digits !== undefined) return digits
  const remedy = 'Answers of this contest are whole numbers from 0 to 999: correct the row.'
  return fields.fail('Answer', `is "${gold.slice(0, 40)}"`, remedy)
}
