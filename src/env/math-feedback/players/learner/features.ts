import { type Rational, toPlain } from '../../../../sim/math/rational.ts'
import type { RowBuilder, Rows } from '../../../learner/rows.ts'
import type { Lessons, Seen } from './lessons.ts'
import { applied, OPERATIONS } from './operations.ts'
import type { Question } from './question.ts'

/** What decides whether to answer, to ask, or to stay with what was shown to the tutor. */
export function moveRows(rows: RowBuilder, { turns, earlier, last }: Seen): Rows {
  const said = last?.verdict ?? 'nothing'
  const turn = Math.min(turns, 4)
  rows.add('move')
  rows.add(`said ${said}`)
  rows.add(`turn ${turn}`)
  rows.add(`turn ${turn} said ${said}`)
  rows.endClean()
  if (earlier !== undefined) rows.add('feedback')
  return rows.finish()
}

/** A working under way. */
interface Working {
  readonly question: Question
  /** The place of the number that is next. */
  readonly place: number
  readonly value: Rational | undefined
}

/** What speaks for and against each operation with the next number. */
export function stepRows(rows: RowBuilder, working: Working, seen: Seen): Rows[] {
  return OPERATIONS.map((_, operation) => operationRows(rows, working, seen, operation))
}

function operationRows(
  rows: RowBuilder,
  working: Working,
  { own, earlier }: Seen,
  operation: number,
): Rows {
  const { name } = OPERATIONS[operation] as (typeof OPERATIONS)[number]
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

function addQuestionRows(rows: RowBuilder, { question, place }: Working, name: string): void {
  const given = question.given[place]
  if (given === undefined) return
  rows.add(name)
  rows.add(`${name} at ${place} of ${question.given.length}`)
  if (given.isPercent) rows.add(`${name} percent`)
  for (const word of given.before) rows.add(`${name} before ${word}`)
  for (const word of given.after) rows.add(`${name} after ${word}`)
  for (const word of question.asked) rows.add(`${name} asked ${word}`)
}

/** What comes out if this is the last step; undefined where it is not, or nothing does. */
function resultAtEnd({ question, place, value }: Working, operation: number): string | undefined {
  const given = question.given[place]
  if (given === undefined || place + 1 < question.given.length) return undefined
  const result = applied(operation, value, given.value)
  return result === undefined ? 'none' : toPlain(result)
}

function addLessonRows(
  rows: RowBuilder,
  { wrong, words }: Lessons,
  name: string,
  result: string | undefined,
): void {
  if (result === 'none') rows.add('comes to nothing')
  if (result !== undefined && wrong.has(result)) rows.add('said to be wrong')
  for (const word of words) rows.add(`${name} told ${word}`)
}
