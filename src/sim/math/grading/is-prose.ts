import { isNumberWord } from './number-words.ts'
import { isUnitWord } from './tables/units.ts'
import { wordSet } from './tables/words-of.ts'
import { wordTokens } from './word-token.ts'

const FORMULA_WORDS =
  /^(?:and|or|percent|pct|degrees?|mod|[a-z]?pi|infinity|union|inf|per|squared?|cubic|cubed)$/i

/** Whether a run of letters is a word of a sentence rather than part of a formula. */
export function isProse(word: string): boolean {
  const lower = word.toLowerCase()
  if (FORMULA_WORDS.test(word) || isUnitWord(lower) || isNumberWord(lower)) return false
  const pieces = wordTokens(word, {
    isProse: false,
    isAfterNumber: false,
    isGlued: true,
    isBeforeBracket: false,
  })
  return pieces.some(([type]) => type === 'text')
}

/** "don't", which is not a derivative: one letter precedes its prime. */
const CONTRACTION = /[a-z]{2}['’][a-z]/i

/**
 * Whether a text has words outside commands that belong to no formula.
 *
 * @param isRead whether a lower-case word can be read as a sign or a number
 */
export function hasProse(source: string, isRead: (word: string) => boolean = () => false): boolean {
  const [statement = ''] = source.split(/\s(?:for|where|when|if)\s/)
  if (CONTRACTION.test(statement)) return true
  const plain = statement.replace(/\\[a-zA-Z]+(?:\s*\{[^{}]*\})?/g, ' ')
  const words = plain.match(/[a-zA-Z]{3,}|\b(?:is|[Ww]e)\b/g) ?? []
  return words.some((word) => !isRead(word.toLowerCase()) && isProse(word))
}

/** Words that deny what precedes them: "5 is wrong". */
const DENIALS: ReadonlySet<string> = wordSet(`
  not never no nor neither wrong incorrect false impossible rejected excluded invalid isn wasn
  cannot fail fails failed
`)

export const isDenial = (word: string): boolean => DENIALS.has(word.toLowerCase())
