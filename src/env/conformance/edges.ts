import type { Json } from '../../sim/json.ts'
import { itemChoices, type ParameterSchema, parameterKind } from './arguments.ts'

/** The number of guesses in one argument, more than any task has answers. */
const GUESSES = 400
const LONG_TEXT = 1_500

const numbers = (count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => index)

/** Texts that careless comparisons mistake, such as wildcards, empty texts and special names. */
export const EDGE_TEXTS: readonly string[] = [
  ...['', ' ', '*', '.*', '%', '?', 'null', 'undefined', 'NaN', '__proto__', 'constructor'],
  ...['-1', '1e999', '[object Object]', '{}', '[]', '\u0000', '.', ',', '!'],
  numbers(GUESSES).join(' '),
  numbers(GUESSES).join(', '),
  'abcdefghijklmnopqrstuvwxyz',
  'x'.repeat(LONG_TEXT),
]

const NUMBERS: readonly number[] = [
  ...[0, 1, -1, 2, 10, 0.5, -0.5, 1e-9, 1e9, -1e9, 1e15, 1e100, -1e100, 1e308, -1e308],
  ...[2 ** 31 - 1, 2 ** 31, -(2 ** 31), 2 ** 32, 2 ** 53 - 1, -(2 ** 53) + 1, -0],
]

/**
 * Edge values of a parameter: every choice, the ends of its range, unusual numbers and texts, and
 * long lists of guesses.
 *
 * @param constants texts in schemas, descriptions, tasks or the source
 */
export function edgeValues(schema: ParameterSchema, constants: readonly string[]): readonly Json[] {
  const choices = schema.enum ?? []
  switch (parameterKind(schema)) {
    case 'text':
      return choices.length > 0 ? choices : [...EDGE_TEXTS, ...constants]
    case 'number':
      return [...choices, ...rangeEdges(schema), ...NUMBERS, ...constants.flatMap(numberIn)]
    case 'flag':
      return [true, false]
    case 'list':
      return edgeLists(schema, constants)
    case 'object':
      return [{}]
  }
}

/** The ends of a range, their neighbours, and its middle. */
function rangeEdges({ minimum, maximum }: ParameterSchema): readonly number[] {
  const ends = [minimum, maximum].filter((end) => end !== undefined)
  const middle = ends.length === 2 ? [Math.floor(((minimum ?? 0) + (maximum ?? 0)) / 2)] : []
  return [...ends.flatMap((end) => [end, end - 1, end + 1]), ...middle]
}

/** The number in a constant; none for other texts, such as the version `4.2.7`. */
function numberIn(text: string): readonly number[] {
  const number = Number(text)
  return /\d/.test(text) && Number.isFinite(number) ? [number] : []
}

function edgeLists(schema: ParameterSchema, constants: readonly string[]): readonly Json[] {
  const choices = itemChoices(schema)
  if (choices.length > 0) {
    const twice = [...choices, ...choices]
    return [[], choices, twice, ...choices.map((choice) => [choice])]
  }
  const items = schema.items ?? {}
  const sampleItems = edgeValues(items, constants).slice(0, LIST_ITEMS)
  const guesses =
    parameterKind(items) === 'number' ? numbers(GUESSES) : numbers(GUESSES).map(String)
  const manyItems = parameterKind(items) === 'number' ? numbers(MANY_GUESSES) : constants
  return [[], guesses, manyItems, sampleItems, ...sampleItems.map((item) => [item])]
}

const LIST_ITEMS = 60
const MANY_GUESSES = 2_000

/** A different guess for each of several calls. */
export const guessesFor = (schema: ParameterSchema, calls: number): readonly Json[] => {
  const { minimum = 1, enum: choices } = schema
  if (choices !== undefined) return choices.slice(0, calls)
  const guesses = numbers(calls).map((guess) => guess + minimum)
  return parameterKind(schema) === 'number' ? guesses : guesses.map(String)
}
