import { foldCharacters } from '../../folding.ts'
import type { ValueReader } from './stated.ts'
import { unwrapText } from './text.ts'

const DIGITS_MAX = 1_000

/** `(base 16)`, `_{base 16}`, `in hexadecimal` after the digits. */
const BASE_IN_WORDS = new RegExp(
  String.raw`[_\s]{0,4}[{(]{0,2}\s{0,4}(?:in\s)?\s{0,4}` +
    String.raw`(?:base\s{0,4}(?:16|sixteen)|hex(?:adecimal)?)\s{0,4}[)}]{0,2}\s*$`,
  'i',
)

/**
 * Hexadecimal digits without case, grouping, prefix and leading zeros; `null` if the text is none.
 */
function hexDigits(text: string): string | null {
  if (text.length > DIGITS_MAX * 2) return null
  const bare = unwrapText(foldCharacters(text))
    .replace(/[_\s]*(?:\{\s*(?:16|hex)\s*\}|\(16\))\s*$|_16$|₁₆$/, '')
    .replace(BASE_IN_WORDS, '')
    .replace(/^\s*\(([^()]*)\)\s*$/, '$1')
    .replace(/\\[,;! ]|[\s,_$*`{}]/g, '')
    .replace(/\.$/, '')
    .replace(/^(-?)(?:0x|#|x)/i, '$1')
    .replace(/(?<=[0-9a-f])h$/i, '')
  if (!/^-?[0-9a-f]+$/i.test(bare)) return null
  const isNegative = /^-/.test(bare)
  const digits = bare.replace(/^-?0*/, '').toUpperCase() || '0'
  return isNegative && digits !== '0' ? `-${digits}` : digits
}

/** Whether two texts are the same hexadecimal number. */
export function sameDigits(first: string, second: string): boolean {
  const digits = hexDigits(first)
  return digits !== null && digits === hexDigits(second)
}

const ANNOUNCED_DIGITS = /^[\s*$`]*(-?\s?(?:0x)?[0-9a-f][0-9a-f_, ]*)/i

/** Reads hexadecimal numbers. */
export const hexadecimalReader: ValueReader = {
  boxed: (content) => (content === '' ? null : content),
  announced(announcement) {
    const [matchedText, digits = ''] = ANNOUNCED_DIGITS.exec(announcement) ?? []
    const text = hexWord(digits)
    if (matchedText === undefined || text === null) return null
    return { text, end: matchedText.length - digits.length + text.length }
  },
  line: (line) => (hexDigits(line) !== null && /\d|^[^a-z]*$/.test(line) ? line.trim() : null),
  // "2A (16)" names the base.
  restates: (value, other) => other === '16' || hexDigits(value) === hexDigits(other),
}

/** The digits before words that consist of the same letters. */
function hexWord(text: string): string | null {
  const words = text.trim().split(/\s+/)
  let digits = words[0] ?? ''
  for (const word of words.slice(1)) {
    if (!/^[0-9A-F]{3,4}$/.test(word)) break
    digits += ` ${word}`
  }
  return /\d|[A-F]{2}|^-?\s?0x/.test(digits) ? digits.replace(/[,_]+$/, '') : null
}
