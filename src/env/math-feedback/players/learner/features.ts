import { type Rational, toPlain } from '../../../../sim/math/rational.ts'
import type { RowBuilder, Rows } from '../../../learner/rows.ts'
import type { Lessons, ProblemView } from './lessons.ts'
import { applied, WORKING_OPERATIONS } from './operations.ts'
import type { Question } from './question.ts'

/** Features for the next move: answer, ask the tutor, or give the answer that was shown last. */
export function moveRows(rows: RowBuilder, { turns, earlier, last }: ProblemView): Rows {
  const verdict = last?.verdict ?? 'nothing'
  const turn = Math.min(turns, 4)
  rows.add('move')
  rows.add(`said ${verdict}`)
  rows.add(`turn ${turn}`)
  rows.add(`turn ${turn} said ${verdict}`)
  rows.endClean()
  if (earlier !== undefined) rows.add('feedback')
  return rows.finish()
}

/** An unfinished working. */
interface Working {
  readonly question: Question
  /** The index of the next number. */
  readonly index: number
  readonly value: Rational | undefined
}

/** Features of each operation on the next number. */
export function workingRows(rows: RowBuilder, working: Working, problem: ProblemView): Rows[] {
  return WORKING_OPERATIONS.map((_, operation) => operationRows(rows, working, problem, operation))
}

function operationRows(
  rows: RowBuilder,
  working: Working,
  { ownLessons: own, earlier }: ProblemView,
  operation: number,
): Rows {
  const { name } = WORKING_OPERATIONS[operation] as (typeof WORKING_OPERATIONS)[number]
  addQuestionRows(rows, working, name)
  const result = resultAtEnd(working, operation)
  addLessonRows(rows, own, name, result)
  rows.endClean()
  if (earlier !== undefined) {
    rows.add(`feedback ${name}`)
    addLessonRows(rows, earlier, name, result)
  }
  return rows.finish()
}

function addQuestionRows(rows: RowBuilder, { question, index }: Working, name: string): void {
  const questionNumber = question.numbers[index]
  if (questionNumber === undefined) return
  rows.add(name)
  rows.add(`${name} at ${index} of ${question.numbers.length}`)
  if (questionNumber.isPercent) rows.add(`${name} percent`)
  for (const word of questionNumber.wordsBefore) rows.add(`${name} before ${word}`)
  for (const word of questionNumber.wordsAfter) rows.add(`${name} after ${word}`)
  for (const word of question.lastSentence) rows.add(`${name} asked ${word}`)
}

/** The result if this is the last step; undefined otherwise, `none` if there is no result. */
function resultAtEnd({ question, index, value }: Working, operation: number): string | undefined {
  const questionNumber = question.numbers[index]
  if (questionNumber === undefined || index + 1 < question.numbers.length) return undefined
  const result = applied(operation, value, questionNumber.value)
  return result === undefined ? 'none' : toPlain(result)
}

function addLessonRows(
  rows: RowBuilder,
  { wrongAnswers: wrong, words }: Lessons,
  name: string,
  result: string | undefined,
): void {
  if (result === 'none') rows.add('comes to nothing')
  if (result !== undefined && wrong.has(result)) rows.add('said to be wrong')
  for (const word of words) rows.add(`${name} told ${word}`)
}
