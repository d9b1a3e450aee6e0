import { applyRewritings, type Rewriting } from './rewriting.ts'
import { SCALE_WORDS } from './tables/number-words.ts'

const IN_WORDS = '(?:hundred|thousand|million|billion|trillion)'
const SCALED =
  String.raw`\d{1,3}(?:\s|\\[,; ]|~|-)*(?:\\(?:text|mathrm)\s?\{\s*)?${IN_WORDS}\b` +
  String.raw`(?:[,\s]*\})?`
const JOINT = String.raw`(?:,|\\[,; ]|\s|and\b|\\text\{\s*and\s*\})*`

/** Unambiguous numbers with grouped digits. */
export const GROUPED: readonly Rewriting[] = [
  {
    pattern: /(?<![\w'.,])\d{1,3}(?:'\d{3})+(?![\d'])/g,
    rewrite: (found) => found.replaceAll("'", ''),
    example: ["48'442'784 of them", '48442784 of them'],
  },
  {
    pattern: /(?<![\w.,])\d{1,3}(?:\\?_\d{3})+(?!\w)/g,
    rewrite: (found) => found.replace(/\\?_/g, ''),
    example: ['48_442_784', '48442784'],
  },
  {
    pattern: /(?<![\w.,])\d{1,3}(?:\.\d{3}){2,}(?![\w.]*\d)/g,
    rewrite: (found) => found.replaceAll('.', ''),
    example: ['48.442.784', '48442784'],
  },
  {
    pattern: new RegExp(
      String.raw`(?<![\w.,])${SCALED}(?:${JOINT}${SCALED})*(?:${JOINT}\d{1,3}(?![\w.,]*\d))?`,
      'gi',
    ),
    rewrite: (found) => toDigits(found),
    example: ['48 million, 442 thousand and 784 ways', '48442784 ways'],
  },
]

/** A faster check: most texts contain nothing of this kind. */
const HINT = /\d(?:['_]|\\_)\d|\.\d{3}\.\d|hundr|thousa|illion/i

/** Joins the digits of grouped numbers, and of parts such as "48 million". */
export const withoutGroups = (text: string): string =>
  HINT.test(text) ? applyRewritings(text, GROUPED) : text

/** The value of an amount whose parts get smaller; unchanged if they do not. */
function toDigits(amount: string): string {
  let [total, upperBound] = [0, Number.POSITIVE_INFINITY]
  const text = amount.replace(/\\(?:text|mathrm)|\band\b/g, ' ')
  const parts = [...text.matchAll(/(\d+)[^\da-z]*([a-z]*)/gi)]
  for (const [, digits = '', word = ''] of parts) {
    const scale = SCALE_WORDS.get(word.toLowerCase()) ?? 1
    const value = Number(digits) * scale
    if (value >= upperBound) return amount
    total += value
    upperBound = scale
  }
  return parts.length > 1 && Number.isSafeInteger(total) ? `${total}` : amount
}
