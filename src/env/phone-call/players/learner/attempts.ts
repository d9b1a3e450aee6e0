import { memoize } from '../../../../sim/memo.ts'
import { FIELD_PHRASES, FIELDS } from '../../../../sim/phone/tables/fields.ts'

/** What texts can say about a field, one bit each; several can hold. */
export const CUES = {
  /** In the customer's message. */
  told: 1,
  lackedByCustomer: 2,
  /** In `<previous_attempts>`. */
  wanted: 4,
  asked: 8,
  accepted: 16,
  lacked: 32,
  alternative: 64,
  wrong: 128,
  named: 256,
} as const

/** Cues that the prompt can contain without `<previous_attempts>`. */
export const CLEAN_CUES = CUES.told | CUES.lackedByCustomer
export const CUE_COMBINATIONS = 512

/** A line of `<previous_attempts>` that may speak of departments. */
interface AttemptLine {
  readonly text: string
  readonly cue: string
}

/** The lessons of earlier attempts, as far as the parser recognizes them. */
export interface Attempts {
  /** `CUES` by field, in the order of `FIELDS`. */
  readonly cues: Int32Array
  readonly lines: readonly AttemptLine[]
  /** The size of the shortest form that a customer abandoned, in fields; 0 if none. */
  readonly formLimit: number
}

/** The cue of a line: the first pattern that matches. */
const LINE_CUES: readonly (readonly [RegExp, keyof typeof CUES])[] = [
  [/^what it did/, 'asked'],
  [/wrong|made[- ]up|mismatch|not match/, 'wrong'],
  [/does not have|lacks?\b|unavailable|cannot give/, 'lacked'],
  [/did its part|accepted|was content/, 'accepted'],
  [/want|missing|need|requir/, 'wanted'],
  [/form|asked? for/, 'asked'],
]

/** The role of the departments that a line names. */
const DEPARTMENT_CUES: readonly (readonly [RegExp, string])[] = [
  [/only acts after|must come first|comes? after/, 'order'],
  [/nothing to do|leave it out/, 'nothing'],
  [/did its part/, 'did'],
  [/sent the request/, 'sent'],
  [/want/, 'wanted'],
  [/call/, 'called'],
]

const PHRASES: readonly (readonly [string, number])[] = FIELDS.flatMap((field, index) =>
  [field, ...FIELD_PHRASES[field]].map((phrase) => [phrase.toLowerCase(), index] as const),
)

/** Fields that a text names, by their names or in natural words, as numbers in `FIELDS`. */
export function fieldsNamedIn(text: string): number[] {
  const lower = text.toLowerCase()
  const found = new Set<number>()
  for (const [phrase, index] of PHRASES) if (lower.includes(phrase)) found.add(index)
  return [...found]
}

/** Parses the inside of a `<previous_attempts>` block; lines in other words are ignored. */
export function readAttempts(block: string): Attempts {
  const cues = new Int32Array(FIELDS.length)
  const lines: AttemptLine[] = []
  let formLimit = 0
  for (const text of block.split('\n')) {
    const read = readLine(text)
    if (read === undefined) continue
    read.cues.forEach((bits, field) => {
      cues[field] = (cues[field] as number) | bits
    })
    const { count } = read
    if (count !== undefined) formLimit = formLimit === 0 ? count : Math.min(formLimit, count)
    lines.push(read.line)
  }
  return { cues, lines, formLimit }
}

/** The lesson of one line. */
interface ReadLine {
  readonly line: AttemptLine
  readonly cues: Int32Array
  /** The size of the form that the customer abandoned, if the line mentions one. */
  readonly count: number | undefined
}

const MEMO_MAX = 20_000

/** Parses a line; undefined if it is empty. */
const readLine = memoize(MEMO_MAX, (text): ReadLine | undefined => {
  const lower = text.toLowerCase()
  if (lower.trim() === '') return undefined
  const cues = new Int32Array(FIELDS.length)
  readFieldCues(lower, cues)
  const [, count] = /gave up on a form of (\d+)/.exec(lower) ?? []
  const line = { text, cue: cueOf(DEPARTMENT_CUES, lower) ?? 'other' }
  return { line, cues, count: count === undefined ? undefined : Number(count) }
})

function readFieldCues(line: string, cues: Int32Array): void {
  const instead = line.match(/\(or [^)]* instead\)/g) ?? []
  for (const text of instead) mark(text, CUES.alternative, cues)
  const plain = line.replace(/\(or [^)]* instead\)/g, '')
  mark(plain, CUES[cueOf(LINE_CUES, plain) ?? 'named'], cues)
}

function mark(text: string, cue: number, cues: Int32Array): void {
  for (const field of fieldsNamedIn(text)) cues[field] = (cues[field] as number) | cue
}

const cueOf = <Cue>(table: readonly (readonly [RegExp, Cue])[], text: string): Cue | undefined =>
  table.find(([pattern]) => pattern.test(text))?.[1]
