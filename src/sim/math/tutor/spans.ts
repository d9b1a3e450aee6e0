import { combinationSpans } from '../grading/combinations.ts'
import { type WordNumber, wordNumbersIn } from '../grading/number-words.ts'
import { numberPhrasesIn, standalonePhrasesIn } from './find-phrases.ts'
import {
  ANSWER_LEADS,
  FACTORIALS,
  FORMULAS,
  MATRICES,
  SIGNED_NUMBERS,
  VECTORS,
} from './tables/patterns.ts'

/** A range of a text that may state an answer. */
export interface AnswerSpan {
  readonly start: number
  readonly end: number
  /** Its content as a grader reads it. */
  readonly content: string
  /** Whether it is where answers occur: in a box, after "answer is", after "=". */
  readonly isAnswer: boolean
}

const BRACES_MAX = 400

/**
 * Every range of a text that could state a mathematical answer: boxes, formulas, sides of
 * equations, brackets with commas, fractions, numbers, and number words. They may overlap.
 */
export function mathSpansIn(text: string): AnswerSpan[] {
  const plain = text.replaceAll('−', '-')
  return [
    ...boxesIn(plain),
    ...formulasIn(plain),
    ...sidesIn(plain),
    ...commandsIn(plain),
    ...bracketsIn(plain),
    ...numbersIn(plain),
    ...vulgarFractionsIn(plain),
    ...wordNumbersIn(plain).map((number) => wordSpan(plain, number)),
    ...[...numberPhrasesIn(plain), ...standalonePhrasesIn(plain), ...combinationSpans(plain)].map(
      ({ start, end }) => span(plain, start, end, plain.slice(start, end)),
    ),
    ...matchesOf(VECTORS, plain),
    ...matchesOf(FACTORIALS, plain),
    ...matchesOf(MATRICES, plain),
  ]
}

const matchesOf = (pattern: RegExp, text: string): AnswerSpan[] =>
  [...text.matchAll(pattern)].map((match) =>
    span(text, match.index, match.index + match[0].length, match[0]),
  )

const LEAD_CHARACTERS = 60

/** A range, which is where answers occur if words before it announce one. */
export function span(text: string, start: number, end: number, content: string): AnswerSpan {
  const before = text.slice(Math.max(0, start - LEAD_CHARACTERS), start)
  return { start, end, content, isAnswer: ANSWER_LEADS.test(before) }
}

/**
 * "One too many" and "one of them" are not numbers. A single "one" counts only at the end of a
 * clause.
 */
function wordSpan(text: string, { start, end, digits }: WordNumber): AnswerSpan {
  const read = span(text, start, end, digits)
  const isPronoun = digits === '1' && !/^\s*([.,;:!?)]|$)/.test(text.slice(end, end + 3))
  return isPronoun ? { ...read, isAnswer: false } : read
}

/** The index of the closing brace; undefined if there is none nearby. */
function closingBrace(text: string, open: number): number | undefined {
  let depth = 0
  for (let index = open; index < text.length && index - open <= BRACES_MAX; index++) {
    if (text[index] === '{') depth += 1
    else if (text[index] === '}' && --depth === 0) return index
  }
  return undefined
}

function boxesIn(text: string): AnswerSpan[] {
  return [...text.matchAll(/\\(?:boxed|fbox)\s*\{/g)].flatMap((match) => {
    const open = match.index + match[0].length - 1
    const close = closingBrace(text, open)
    if (close === undefined) return []
    const content = text.slice(open + 1, close)
    return [{ start: match.index, end: close + 1, content, isAnswer: true }]
  })
}

function formulasIn(text: string): AnswerSpan[] {
  return [...text.matchAll(FORMULAS)].flatMap((match) => {
    const content = match.slice(1).find((group) => group !== undefined)
    if (content === undefined) return []
    const start = match.index + match[0].indexOf(content)
    return [span(text, start, start + content.length, content)]
  })
}

/** The text after an equals sign, up to the next one, or to the end of the formula or sentence. */
function sidesIn(text: string): AnswerSpan[] {
  return [
    ...text.matchAll(/=\s*([^=$\n;]{1,120}?)(?=\s*(?:=|\$|\\\)|\\\]|;|\n|[.,](?:\s|$)|$))/g),
  ].map((match) => {
    const content = match[1] as string
    const start = match.index + match[0].indexOf(content, 1)
    return { start, end: start + content.length, content, isAnswer: true }
  })
}

/** Fractions, roots and powers in LaTeX, with a sign and an integer before them. */
function commandsIn(text: string): AnswerSpan[] {
  const pattern = /(-\s?)?((?<!\d)\d{1,12}\s{0,3})?\\(?:[dt]?frac|[dt]?binom|sqrt)\b/g
  return [...text.matchAll(pattern)].flatMap((match) => {
    let end: number | undefined = match.index + match[0].length
    const bracket = /^\[[^\]]{1,9}\]/.exec(text.slice(end))
    if (bracket !== null) end += bracket[0].length
    const count = /frac|binom/.test(match[0]) ? 2 : 1
    for (let read = 0; read < count && end !== undefined; read++) end = argumentEnd(text, end)
    if (end === undefined) return []
    return signedAndPlain(text, match.index, end)
  })
}

function argumentEnd(text: string, from: number): number | undefined {
  const gap = /^\s*/.exec(text.slice(from, from + 5))?.[0].length ?? 0
  const start = from + gap
  if (text[start] !== '{') return /[0-9a-z]/i.test(text[start] ?? '') ? start + 1 : undefined
  const close = closingBrace(text, start)
  return close === undefined ? undefined : close + 1
}

/** A pair, an interval, a set or a longer tuple. */
function bracketsIn(text: string): AnswerSpan[] {
  const pattern =
    /(?:\\left\s*)?(?:[([]|\\\{)[^()[\]\n]{1,120}?,[^()[\]\n]{1,120}?(?:\\right\s*)?(?:[)\]]|\\\})/g
  return [...text.matchAll(pattern)].map((match) =>
    span(text, match.index, match.index + match[0].length, match[0]),
  )
}

function numbersIn(text: string): AnswerSpan[] {
  return [...text.matchAll(SIGNED_NUMBERS)].flatMap((match) => {
    const end = match.index + match[0].length
    // "1/2" also contains 1 and 2, "72%" contains 72, and "-5" contains 5: any may be the answer.
    const parts = [...match[0].matchAll(/\d+(?:\.\d+)?/g)].map((part) => {
      const start = match.index + part.index
      return span(text, start, start + part[0].length, part[0])
    })
    return [...signedAndPlain(text, match.index, end), ...parts]
  })
}

function signedAndPlain(text: string, start: number, end: number): AnswerSpan[] {
  const content = text.slice(start, end).replace(/\s?percent$/i, '%')
  const bare = /^-\s?/.exec(content)?.[0].length ?? 0
  const whole = span(text, start, end, content)
  return bare === 0 ? [whole] : [whole, span(text, start + bare, end, content.slice(bare))]
}

const VULGAR: ReadonlyMap<string, string> = new Map(
  [
    ...(['½ 1/2', '⅓ 1/3', '⅔ 2/3', '¼ 1/4', '¾ 3/4', '⅕ 1/5', '⅖ 2/5', '⅗ 3/5', '⅘ 4/5'] as const),
    ...(['⅙ 1/6', '⅚ 5/6', '⅛ 1/8', '⅜ 3/8', '⅝ 5/8', '⅞ 7/8'] as const),
  ].map((entry) => entry.split(' ') as [string, string]),
)

function vulgarFractionsIn(text: string): AnswerSpan[] {
  const small = [...text.matchAll(/(-\s?)?[⁰¹²³⁴-⁹]+[⁄/][₀-₉]+/g)].flatMap((match) =>
    signedAndPlain(text, match.index, match.index + match[0].length),
  )
  const single = [...text.matchAll(/(-\s?)?((?<!\d)\d{1,12}\s?)?([½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞])/g)].map(
    (match) => {
      const [all, sign = '', whole = '', fraction = ''] = match
      const value = `${sign}${whole === '' ? '' : `${whole.trim()} `}${VULGAR.get(fraction)}`
      return span(text, match.index, match.index + all.length, value)
    },
  )
  return [...small, ...single]
}
