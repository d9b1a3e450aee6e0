import { folded } from '../../folding.ts'
import { isDenied } from './denial.ts'
import type { Found } from './extract-expression.ts'
import { withoutReferences } from './references.ts'
import { boxes } from './spans.ts'
import { visibleText } from './visible-text.ts'

const DIGITS_MAX = 1_000

/** `(base 16)`, `_{base 16}`, `in hexadecimal` after the digits. */
const BASE_IN_WORDS = new RegExp(
  String.raw`[_\s]{0,4}[{(]{0,2}\s{0,4}(?:in\s)?\s{0,4}` +
    String.raw`(?:base\s{0,4}(?:16|sixteen)|hex(?:adecimal)?)\s{0,4}[)}]{0,2}\s*$`,
  'i',
)

/** Digits in base 16 without case, grouping, prefix and leading zeros; `null` if it is none. */
export function hexDigits(text: string): string | null {
  if (text.length > DIGITS_MAX * 2) return null
  const plain = folded(text)
    .replace(/\\(?:text|mathrm|mathtt|texttt|textbf)\s*\{([^{}]*)\}/g, '$1')
    .replace(/[_\s]*(?:\{\s*(?:16|hex)\s*\}|\(16\))\s*$|_16$|₁₆$/, '')
    .replace(BASE_IN_WORDS, '')
    .replace(/^\s*\(([^()]*)\)\s*$/, '$1')
    .replace(/\\[,;! ]|[\s,_$*`{}]/g, '')
    .replace(/\.$/, '')
    .replace(/^(-?)(?:0x|#|x)/i, '$1')
    .replace(/(?<=[0-9a-f])h$/i, '')
  if (!/^-?[0-9a-f]+$/i.test(plain)) return null
  const isNegative = /^-/.test(plain)
  const digits = plain.replace(/^-?0*/, '').toUpperCase() || '0'
  return isNegative && digits !== '0' ? `-${digits}` : digits
}

const SAID = new RegExp(
  String.raw`\b(?:answer|result|product|sum|total|value)s?\b(?:\s+(?:is|equals)\b|\s*[:=])` +
    String.raw`[\s:*$\x60]*(-?\s?(?:0x)?[0-9a-f][0-9a-f_, ]*)`,
  'gi',
)

const WORDS = /(?<![\w-])-?\b(?:0x[0-9a-f]+|(?=[0-9a-f]*\d)[0-9a-f]+)\b/gi

/** The number in base 16 that a text ends on. */
export function extractHex(text: string): Found | null {
  const visible = visibleText(text)
  const box = boxes(visible)
    .filter((span) => hexDigits(span.content) !== null && !isDenied(visible, span))
    .at(-1)
  if (box !== undefined) return { text: box.content.trim(), isAmbiguous: false }
  const said = [...visible.matchAll(SAID)].map(([, digits = '']) => hexWord(digits)).at(-1)
  if (said !== undefined && said !== null) return { text: said, isAmbiguous: false }
  if (hexDigits(visible.trim()) !== null) return { text: visible.trim(), isAmbiguous: false }
  const end = withoutReferences(visible.slice(-4_000), '')
  const last = [...end.matchAll(WORDS)].findLast(
    (match) => !isDenied(end, { start: match.index, end: match.index + match[0].length }),
  )
  return last === undefined ? null : { text: last[0], isAmbiguous: false }
}

/** The digits before words that happen to be made of the same letters. */
function hexWord(text: string): string | null {
  const words = text.trim().split(/\s+/)
  let digits = words[0] ?? ''
  for (const word of words.slice(1)) {
    if (!/^[0-9A-F]{3,4}$/.test(word)) break
    digits += ` ${word}`
  }
  return /\d|[A-F]{2}|^-?\s?0x/.test(digits) ? digits.replace(/[,_]+$/, '') : null
}
