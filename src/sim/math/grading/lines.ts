import { ANSWER_KINDS, type AnswerKey, type AnswerKind } from '../problem.ts'
import { gradeBy } from './grade.ts'
import { extractAnswer, type ReadProse } from './index.ts'

/** A longer line is refused; answers are read from the end of a text. */
const LINE_CHARACTERS_MAX = 4_000_000
const ITEMS_MAX = 10_000
const PRECISION_MAX = 15

/** The reason why a line of the protocol cannot be graded. */
class LineError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/**
 * Answers one line of the protocol with JSON. Never throws.
 *
 * @param number the line's number, for its error
 * @param readProse reads texts that state no answer in an announced form
 */
export function gradeLine(line: string, number: number, readProse?: ReadProse): string {
  try {
    return JSON.stringify(gradeFields(line, readProse))
  } catch (error) {
    if (!(error instanceof LineError)) throw error
    const { code, message } = error
    const fault = { code, message, line: number }
    return JSON.stringify({ correct: false, extracted: null, ambiguous: false, error: fault })
  }
}

function gradeFields(line: string, readProse: ReadProse | undefined): object {
  if (line.length > LINE_CHARACTERS_MAX) {
    throw new LineError('grade/too_long', `a line has at most ${LINE_CHARACTERS_MAX} characters`)
  }
  const fields = parseFields(line)
  const text = readString(fields, 'pred')
  const options = readStrings(fields, fields.options === undefined ? 'choices' : 'options')
  const aliases = readStrings(fields, 'aliases')
  if (fields.kind === 'extract') {
    const key: AnswerKey = { kind: 'choice', gold: '', options, aliases }
    const { text: extracted, isAmbiguous } = extractAnswer(key, text)
    const correct = fields.expected !== undefined && extracted === fields.expected
    return { correct, extracted, ambiguous: isAmbiguous }
  }
  const key: AnswerKey = {
    kind: readKind(fields),
    gold: readString(fields, 'gold'),
    options,
    aliases,
  }
  const precision = readPrecision(fields)
  const question = fields.question === undefined ? '' : readString(fields, 'question')
  return gradeBy(key, text, {
    question,
    ...(precision === undefined ? {} : { precision }),
    ...(readProse === undefined ? {} : { readProse }),
  })
}

type Fields = Readonly<Record<string, unknown>>

function parseFields(line: string): Fields {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch (error) {
    throw new LineError('grade/not_json', (error as Error).message.slice(0, 200))
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new LineError('grade/not_an_object', 'a line is an object with "gold" and "pred"')
  }
  return value as Fields
}

const preview = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 60)

function readString(fields: Fields, name: string): string {
  const value = fields[name]
  if (typeof value === 'string') return value
  throw new LineError('grade/bad_field', `"${name}" must be a string, and is ${preview(value)}`)
}

function readStrings(fields: Fields, name: string): readonly string[] {
  const value = fields[name] ?? []
  const isList =
    Array.isArray(value) &&
    value.length <= ITEMS_MAX &&
    value.every((item) => typeof item === 'string')
  if (isList) return value as string[]
  throw new LineError('grade/bad_field', `"${name}" must be a list of strings`)
}

function readKind({ kind }: Fields): AnswerKind {
  // Reference cases call the usual kind "grade".
  if (kind === undefined || kind === 'grade') return 'expression'
  const knownKind = ANSWER_KINDS.find((name) => name === kind)
  if (knownKind !== undefined) return knownKind
  const kinds = [...ANSWER_KINDS, 'extract'].join(', ')
  throw new LineError('grade/bad_kind', `"kind" must be one of ${kinds}, and is ${preview(kind)}`)
}

function readPrecision({ precision }: Fields): number | undefined {
  if (precision === undefined || precision === null) return undefined
  const isAllowed =
    Number.isInteger(precision) &&
    (precision as number) >= 0 &&
    (precision as number) <= PRECISION_MAX
  if (isAllowed) return precision as number
  const bounds = `a whole number from 0 to ${PRECISION_MAX}`
  throw new LineError(
    'grade/bad_field',
    `"precision" must be ${bounds}, and is ${preview(precision)}`,
  )
}

/**
 * Grades lines of JSON, `{"gold", "pred"}` with optional `kind`, `options`, `aliases`, `question`
 * and `precision`. Yields one line for each that is not empty. A line that cannot be graded gets an
 * `error`.
 */
export function* gradeLines(lines: Iterable<string>, readProse?: ReadProse): Generator<string> {
  let number = 0
  for (const line of lines) {
    number++
    if (line.trim() !== '') yield gradeLine(line, number, readProse)
  }
}
