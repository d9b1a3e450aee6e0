import type { AnswerKey } from '../../sim/math/problem.ts'
import type { Fields } from '../rows/fields.ts'

/** Options are named by letters, from A. */
const OPTIONS_MAX = 26
const REMEDY = 'Correct the row, or leave it out.'

/** `A` for 0, `B` for 1, … */
export const toLetter = (index: number): string => String.fromCharCode(65 + index)

/**
 * The answer key of a multiple-choice question.
 *
 * @param rightIndex index of the right option
 * @throws RowError if there are fewer than two options, two are equal, or none is right
 */
export function choiceKey(
  fields: Fields,
  name: string,
  options: readonly string[],
  rightIndex: number,
): AnswerKey {
  if (options.length < 2 || options.length > OPTIONS_MAX) {
    fields.fail(name, `has ${options.length} options, not 2 to ${OPTIONS_MAX}`, REMEDY)
  }
  if (options.some((option) => option === '')) fields.fail(name, 'has a blank option', REMEDY)
  const gold = options[rightIndex]
  if (gold === undefined) {
    fields.fail(
      name,
      `has ${options.length} options, and number ${rightIndex + 1} is right`,
      REMEDY,
    )
  }
  // Two equal wrong options do no harm, but the right one must be unique.
  if (options.filter((option) => option === gold).length > 1) {
    fields.fail(name, 'has the right option twice', REMEDY)
  }
  return { kind: 'choice', gold: toLetter(rightIndex), options, aliases: [] }
}

/**
 * The index of an option that a row gives as a number from 0 or as a letter.
 *
 * @throws RowError if it is neither
 */
export function optionNumber(fields: Fields, ...names: readonly string[]): number {
  const text = fields.text(...names)
  if (/^\d{1,2}$/.test(text)) return Number(text)
  const letter = /^\(?([A-Za-z])[).]?$/.exec(text)?.[1]
  if (letter !== undefined) return letter.toUpperCase().charCodeAt(0) - 65
  const remedy = 'Name the right option by its letter, or by its number from 0.'
  return fields.fail(names[0] ?? null, `is "${text.slice(0, 40)}"`, remedy)
}
