import { numberSentence } from './formula-words.ts'
import { isDenial, isProse } from './is-prose.ts'
import { namesOtherValue } from './other-values.ts'
import { isUnitWord } from './tables/units.ts'

/** An option of a list: its letter and its text. */
interface LabelledOption {
  readonly letter: string
  readonly text: string
}

const LETTER = String.raw`\(([A-J])\)|([A-J])[.):]`
const WRAPPED = String.raw`\\(?:text|textbf|textrm|mathrm|mathbf)\s*\{\s*(?:${LETTER})\s*\}`
const LABEL = new RegExp(
  String.raw`^(?:${WRAPPED}|(?:${LETTER})(?=[\s\\~$]))(?:\s|\\[ ,;:!]|\\q?quad(?![a-z])|~)*`,
)
const LONE = new RegExp(
  String.raw`^(?:\\(?:text|textbf|textrm|mathrm|mathbf)\s*\{)?\s*` +
    String.raw`(?:(?:[Oo]ption|[Cc]hoice)\s+)?\(?([A-J])[).]?\s*\}?$`,
)

/** The option in `\textbf{(C)}\ 14` or `C. 14`; `null` if no letter precedes the text. */
export function parseLabel(source: string): LabelledOption | null {
  const match = LABEL.exec(source)
  if (match === null) return null
  const text = source.slice(match[0].length)
  const letter = match.slice(1).find((group) => group !== undefined)
  // "(A) and (C)" names two options.
  const isLabel = text !== '' && !/^(?:\\[a-z]+|[\s{])*(?:and|or|,|&)(?![a-z])/i.test(text)
  return isLabel && letter !== undefined ? { letter, text } : null
}

/** The option letter if the answer is nothing else, otherwise `null`. */
export const loneLabel = (source: string): string | null => LONE.exec(source)?.[1] ?? null

const COMMANDS_OF_WORDS = /\\(?:text|textbf|textrm|mathrm|mathbf)\b|[\s{}()$]|\\[ ,;]/g
const OPTIONS = /^[A-H](?:,(?:and)?|and|;)?(?:[A-H](?:,(?:and)?|and|;)?)*[A-H]$/
const RUN = /^[A-H]+$/

/**
 * Whether two answers name the same option, or one joins several, `ACD`, and the other lists them.
 */
export function sameOptions(gold: string, answer: string): boolean {
  const letter = loneLabel(gold)
  if (letter !== null) return letter === loneLabel(answer)
  const [goldOptions, answerOptions] = [gold, answer].map((text) =>
    text.replace(COMMANDS_OF_WORDS, ''),
  )
  if (
    goldOptions === undefined ||
    answerOptions === undefined ||
    RUN.test(goldOptions) === RUN.test(answerOptions)
  ) {
    return false
  }
  if (!OPTIONS.test(goldOptions) || !OPTIONS.test(answerOptions)) return false
  const [goldLetters, answerLetters] = [sortLetters(goldOptions), sortLetters(answerOptions)]
  return goldLetters === answerLetters && new Set(goldLetters).size === goldLetters.length
}

const sortLetters = (options: string): string =>
  options
    .replace(/[^A-H]/g, '')
    .split('')
    .sort()
    .join('')

const REMARK = /^(.*\S)\s+\(([a-z][a-z ,'-]{2,60})\)$/i
/** A longer text is not searched for a remark. */
const REMARKED_MAX = 600
const TYPESET_REMARK =
  /^(.*[\d}].*\\(?:text|textrm|mathrm)\s*\{[^{}()]*)\(([a-z\d][a-z\d ,.'-]{2,60})\)\s*\}$/i
const COUNTED = /^(.*\d.*\S)\s+\((\d[a-z\d ,.'-]{2,60})\)$/i
/** A number of packages with their size: "32 bags of 14". */
const PACKED = new RegExp(
  String.raw`^(\d[\d,.]*(?:\s|\\[,; ])*\\(?:text|mathrm)\s?\{\s*)([a-z]{3,20})\s+` +
    String.raw`\(?of\s*(?:\}\s*)?\d+\)?[a-z ]*\}?$`,
  'i',
)
const IN_DIGITS = /^([a-z -]{3,60}?)\s*\(([-−]?\d[\d.,]*)\)$/i

/** Removes a comment on an answer or its repetition: `5 (five)`, `five (5)`. */
export function withoutRemark(source: string): string {
  if (source.length > REMARKED_MAX) return source
  const [, count, noun = ''] = source.includes('of') ? (PACKED.exec(source) ?? []) : []
  if (count !== undefined && isProse(noun)) return `${count}${noun}}`
  const [, typesetValue, inText = ''] = /\)\s*\}$/.test(source)
    ? (TYPESET_REMARK.exec(source) ?? [])
    : []
  if (typesetValue !== undefined && isRemark(inText)) return `${typesetValue}}`
  if (!source.endsWith(')')) return source
  const [, numberInWords = '', digits] = IN_DIGITS.exec(source) ?? []
  if (digits !== undefined && numberSentence(numberInWords) !== null) return digits
  const [, value, remark = ''] = REMARK.exec(source) ?? COUNTED.exec(source) ?? []
  const restates = (other: string): boolean => value?.includes(other) === true
  return value !== undefined && isRemark(remark) && !namesOtherValue(remark, restates)
    ? value
    : source
}

/** Words and numbers of things, without a denial. */
function isRemark(text: string): boolean {
  const words = text.split(/[ ,'-]+/)
  const isPlainWord = (word: string): boolean =>
    isProse(word) || isUnitWord(word.toLowerCase()) || numberSentence(word) !== null
  const isWordOrNumber = (word: string): boolean => isPlainWord(word) || /^\d[\d.]*$/.test(word)
  return (
    words.every((word) => !isDenial(word) && isWordOrNumber(word)) &&
    words.some((word) => word.length > 2 && isPlainWord(word) && !/\d/.test(word)) &&
    !/^(?:mod|base|maybe|perhaps)\b/i.test(text)
  )
}
