import { foldCharacters } from '../../folding.ts'
import { isGold } from '../grading/index.ts'
import type { AnswerKey, MathProblem } from '../problem.ts'
import { derivedValueSpans } from './derived-values.ts'
import { letterSpansIn } from './letters.ts'
import { phrasesIn } from './phrases.ts'
import { type AnswerSpan, mathSpansIn } from './spans.ts'

/** The replacement of a masked part. */
export const MASK = '[masked]'

interface Masked {
  readonly text: string
  /** The number of masked parts. */
  readonly count: number
}

/** HTML entities of characters. */
const ENTITY = /&#(x[0-9a-f]{1,5}|\d{1,6});|&frasl;/gi

function character(written: string, number: string | undefined): string {
  const code = number === undefined ? 47 : Number(number.replace(/^x/i, '0x'))
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : written
}

const OVERDRAWN = /[\u0300-\u036f\u20d0-\u20ff]/g

/**
 * Masks the right answer in a text in every form with an equal value: a number, a formula, words,
 * an option's letter or text, an alias.
 */
export function maskAnswer(problem: MathProblem, feedback: string): Masked {
  // Normalizes digits of any shape, and removes characters drawn over them.
  const text = foldCharacters(feedback.replace(ENTITY, character)).replace(OVERDRAWN, '')
  const spans = answerSpans(problem, text).sort((one, two) => one.start - two.start)
  if (spans.length === 0) return { text: feedback, count: 0 }
  let masked = ''
  let position = 0
  let count = 0
  for (let index = 0; index < spans.length; ) {
    const { start } = spans[index] as AnswerSpan
    let end = start
    // Overlapping spans become one mask.
    for (; index < spans.length && (spans[index] as AnswerSpan).start <= end; index++) {
      end = Math.max(end, (spans[index] as AnswerSpan).end)
    }
    masked += text.slice(position, start) + MASK
    position = end
    count += 1
  }
  return { text: masked + text.slice(position), count }
}

function answerSpans(problem: MathProblem, text: string): AnswerSpan[] {
  const { answer: key } = problem
  switch (key.kind) {
    case 'expression':
      return [
        ...mathAnswerSpans(problem, key, text),
        ...nameSpans(key, text),
        ...intermediateResultSpans(problem, text),
      ]
    case 'hexadecimal':
      return [
        ...mathAnswerSpans(problem, key, text),
        ...hexadecimalSpans(problem, key, text),
        ...intermediateResultSpans(problem, text),
      ]
    case 'text':
      return phraseSpans([key.gold, ...key.aliases], text)
    case 'choice':
      return choiceSpans(problem, key, text)
  }
}

function mathAnswerSpans(problem: MathProblem, key: AnswerKey, text: string): AnswerSpan[] {
  const isCommon = isCommonplace(problem, key)
  // Texts repeat the same spans, and comparing costs more than caching.
  const cache = new Map<string, boolean>()
  const isRight = (content: string): boolean => {
    const right = cache.get(content) ?? (isGold(key, content.trim()) || isRounded(key, content))
    cache.set(content, right)
    return right
  }
  const rightSpans = mathSpansIn(text).filter(
    ({ content, isAnswer }) =>
      (isAnswer || !(isCommon || isQuoted(problem, content))) && isRight(content),
  )
  return isCommon ? rightSpans : [...rightSpans, ...derivedValueSpans(problem, key, text)]
}

const ROUNDED = /^-?(\d*)\.(\d{1,5})(%?)$/

/** Whether a decimal of three or more digits is a rounding of the right answer. */
function isRounded(key: AnswerKey, content: string): boolean {
  const [plain, whole = '', decimals = '', percent = ''] =
    ROUNDED.exec(content.trim().replace('\\%', '%')) ?? []
  if (plain === undefined || `${whole}${decimals}`.replace(/^0+/, '').length < 3) return false
  const precision = decimals.length + 2 * percent.length
  return isGold(key, plain, { precision })
}

/** Whether a span quotes a calculation of the question: "19 × 23" is what is asked. */
const isQuoted = ({ question }: MathProblem, content: string): boolean =>
  /[+*×·^]|\\cdot|\\times/.test(content) && question.includes(content.trim())

/**
 * Whether the right value occurs in ordinary sentences: a single digit ("step 2"), or a number of
 * the question. It is masked only where answers occur; elsewhere a mask would reveal more.
 */
export function isCommonplace(problem: MathProblem, key: AnswerKey): boolean {
  if (/^\d$/.test(key.gold.trim())) return true
  return mathSpansIn(problem.question).some(
    ({ content }) => !isCalculation(key, content) && isGold(key, content.trim()),
  )
}

/** Whether a span has to be calculated: "84/7" equals 12 but does not state it. */
const isCalculation = ({ gold }: AnswerKey, content: string): boolean =>
  /[+*×·÷^=]|\\(cdot|times|div|left)|\S\s*-\s*\S/.test(content) ||
  (/^-?\d+$/.test(gold.trim()) && /\/|frac/.test(content))

function hexadecimalSpans(problem: MathProblem, key: AnswerKey, text: string): AnswerSpan[] {
  const digits = key.gold.replace(/^0x|[\s,_]/gi, '')
  const words = [...text.matchAll(/\b[0-9a-f][0-9a-f_, ]*[0-9a-f]\b/gi)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    content: match[0],
    isAnswer: true,
  }))
  const written = words.filter(({ content }) => isGold(key, content))
  if (!/^[0-9a-f]{1,256}$/i.test(digits)) return written
  const decimal: AnswerKey = { ...key, kind: 'expression', gold: String(BigInt(`0x${digits}`)) }
  return [...written, ...mathAnswerSpans(problem, decimal, text)]
}

/** Answers of this many digits are results of a long calculation. */
const LONG_DIGITS_MIN = 6
const PARTIAL = /\b(?:0x)?[0-9A-F](?:[0-9A-F]|[, ](?=[0-9A-F]{3}\b))+\b/gi

/**
 * The intermediate results of a long calculation. With the partial products of two long numbers,
 * only an addition is left.
 */
function intermediateResultSpans(
  { answer, question, solution }: MathProblem,
  text: string,
): AnswerSpan[] {
  const isLong = new RegExp(`^[0-9A-F]{${LONG_DIGITS_MIN},}$`, 'i').test(answer.gold.trim())
  if (!isLong || solution === null) return []
  const digits = (number: string): string => number.replace(/^0x|[, ]/gi, '').toUpperCase()
  // "Add" and "faced" are words, although their letters are hexadecimal digits.
  const numbersOf = (source: string): Set<string> =>
    new Set(
      source
        .match(PARTIAL)
        ?.map(digits)
        .filter((number) => /\d/.test(number)),
    )
  const [asked, worked] = [numbersOf(question), numbersOf(solution)]
  return [...text.matchAll(PARTIAL)].flatMap((match) => {
    const number = digits(match[0])
    if (number.length < 3 || asked.has(number) || !worked.has(number)) return []
    const end = match.index + match[0].length
    return [{ start: match.index, end, content: match[0], isAnswer: false }]
  })
}

const NAME = /^\\text\s?\{([A-Z][a-z]+(?: [A-Z][a-z]+){0,4})\}$/

/** A name that answers a problem with numbers: `\\text{Alice}`. */
function nameSpans({ gold }: AnswerKey, text: string): AnswerSpan[] {
  const [, name] = NAME.exec(gold.trim()) ?? []
  return name === undefined ? [] : phraseSpans([name], text)
}

/** Phrases of one letter are masked only where answers occur. */
const phraseSpans = (phrases: readonly string[], text: string): AnswerSpan[] =>
  phrasesIn(text, phrases).filter(({ content, isAnswer }) => isAnswer || content.length > 1)

/** Whether an option is words, and not a formula. */
export const isPhrase = (option: string): boolean =>
  /[a-z]{2}/i.test(option.replace(/\\[a-z]+/gi, ''))

function choiceSpans(problem: MathProblem, key: AnswerKey, text: string): AnswerSpan[] {
  const index = key.gold.trim().toUpperCase().charCodeAt(0) - 65
  const option = (key.options[index] ?? '').trim()
  const letters = letterSpansIn(text).filter(({ content }) => isGold(key, content))
  if (option === '') return letters
  const value: AnswerKey = { kind: 'expression', gold: option, options: [], aliases: [] }
  return [
    ...letters,
    ...(isPhrase(option) ? phraseSpans([option], text) : mathAnswerSpans(problem, value, text)),
  ]
}
