import { PHRASES, withParts, withPhrases } from './number-phrases.ts'
import { namedDenominator, wordNumbersIn } from './number-words.ts'
import { applyRewritings, type Rewriting } from './rewriting.ts'
import {
  FRACTION_WORDS,
  ORDINAL_WORDS,
  SCALE_WORDS,
  SMALL_NUMBER_WORDS,
} from './tables/number-words.ts'
import { isUnitWord } from './tables/units.ts'
import { wordsOf } from './tables/words-of.ts'
import { unwrapText } from './text.ts'

const MATH_WORDS = [
  ...SMALL_NUMBER_WORDS.keys(),
  ...SCALE_WORDS.keys(),
  ...FRACTION_WORDS.keys(),
  ...ORDINAL_WORDS.keys(),
  ...wordsOf(`
    minus negative root base to quarters x in choose factorial squared cubed cent least most than
    th st nd rd between inclusive over above under below twice double triple except excluding chance
  `),
  ...['per cent', 'out of', 'divided by', 'or more', 'or less', 'or greater', 'or fewer', 'up to'],
  ...['square of', 'cube of', 'other than'],
]

/** A faster check: two adjacent letters outside commands, or an `x` for "times". */
const HAS_WORDS = /(?:^|[^\\a-zA-Z])[a-zA-Z]{2}|\d ?x/i

/** Words with a sign or digits of their own; most answers have none. */
const HAS_MATH_WORD = new RegExp(String.raw`(?:\b|\d)(?:${MATH_WORDS.join('|')})s?(?![a-z])`, 'i')

/** Two adjacent amounts may be one: "5 feet 6 inches". */
const UNIT_TEXT = new RegExp(
  String.raw`(?:\\[,; ])*\\(?:text|mathrm|mbox)\s?\{` +
    String.raw`\s*((?:and )?[a-z]{1,12})\.?,?(?:\s+and)?\s*\}(?:\\[,; ])*`,
  'gi',
)
const TWO_AMOUNTS = /\d\s*[a-z]+,?\s+(?:and\s+)?\d+(?:\.\d+)?\s*[a-z]/i

const NUMBER = String.raw`[-−]?\d[\d.,]*`
const BASE = /^(.*[\dA-Fa-f])\s+\(?(?:in )?base[- ](\d{1,2}|[a-z]{3,7})\)?$/i
const TO = String.raw`\s*(?:\\text\s*\{\s*to\s*\}|to)\s*`
const RATIO = new RegExp(`^${NUMBER}(?:${TO}${NUMBER})+$`)
const BEYOND = new RegExp(
  '^all real (?:numbers|values)(?: of)?(?: [a-z])? (greater|larger|more|less|smaller) than' +
    String.raw`( or equal to)? \$?(${NUMBER})\$?$`,
  'i',
)
const ROOT = /\b(?:the )?(square|cube) root of (\d+|[a-z]|pi)(?![\w.])/gi
const SIGN = /\b(?:minus|negative)\s+(?=\d|\\frac|\\sqrt)/gi
const PART =
  /^(minus |negative )?(?:(?:a|an|one)[- ])?(half|third|quarter|fourth|fifth|sixth|eighth|tenth)$/i
/** "A thirty-second" is a fraction; without the article it is an ordinal. */
const ONE_PART = /^(minus |negative )?(?:an?|one)[- ]([a-z]+(?:[- ][a-z]+)?)$/i
const HALF_UNIT = /^(?:a )?half (?:of )?(?:an? )?([a-z]+)$/i
const ONE_WORD = /^(?:the )?([a-z]+)$/i

/** Removes a command such as `\text` around the whole source. */
const withoutOuterText = (source: string): string =>
  source
    .trim()
    .replace(/^\\text\s*\{([^{}]*)\}$/, '$1')
    .trim()

/** All ordinals end like this: first, second, third, fourth. */
const ORDINAL_END = /(?:st|nd|rd|th)\W*$/i
const HAS_ORDINAL = /\d(?:\s|\^|\{|\\[a-z]+)*(?:st|nd|rd|th)\b/i

/** Whether one of two answers is an ordinal and the other a number: "first" is not "one". */
export function isOrdinalAgainstNumber(gold: string, answer: string): boolean {
  if (!ORDINAL_END.test(gold) && !ORDINAL_END.test(answer)) return false
  const [goldRank, answerRank] = [
    ordinalRank(withoutOuterText(gold)),
    ordinalRank(withoutOuterText(answer)),
  ]
  if ((goldRank === null) === (answerRank === null)) return false
  // An ordinal in digits, or digits for an ordinal whose number the question asks for.
  return goldRank === null ? !/\d/.test(gold) : !HAS_ORDINAL.test(answer)
}

/** Rewrites number words, signs and roots as a formula: "minus two" is -2. */
export function wordsToFormula(source: string): string {
  if (!HAS_WORDS.test(source)) return source
  const amount = compoundAmount(source)
  if (amount !== null) return amount
  if (!HAS_MATH_WORD.test(source)) return source
  if (COMPARISON_WORDS.test(source) && source.includes('\\text'))
    return wordsToFormula(withoutText(source))
  return (
    fractionOrOrdinal(withoutOuterText(source)) ??
    withPhrases(wordsToDigits(withParts(applyRewritings(source, SIGN_REWRITINGS))))
  )
}

/** Words between values that make one statement of them. */
const COMPARISON_WORDS = /\b(?:between|inclusive|than|at (?:least|most)|except|excluding|besides)\b/

const withoutText = (source: string): string =>
  unwrapText(source, ' $1 ')
    .replace(/\\text/g, '')
    .replace(/\s+/g, ' ')
    .trim()

/** An amount in two units as one formula, or `null`. */
function compoundAmount(source: string): string | null {
  if (!/\d\D*[a-z]\D*\d/i.test(source)) return null
  const text = source.replace(UNIT_TEXT, ' $1 ').replace(/\s+/g, ' ').trim()
  const formula = TWO_AMOUNTS.test(text) ? withPhrases(text) : text
  return formula.includes('\\cdot') && formula !== text ? formula : null
}

/** The rank that an ordinal names. "A third" is a fraction, "third" alone is an ordinal. */
function ordinalRank(text: string): number | null {
  const [, ordinal = ''] = ONE_WORD.exec(text) ?? []
  return ORDINAL_WORDS.get(ordinal.toLowerCase()) ?? null
}

/** The value of an answer that is only a fraction's name or an ordinal. */
function fractionOrOrdinal(text: string): string | null {
  const rank = ordinalRank(text)
  if (rank !== null) return `${rank}\\text{ th}`
  const [, sign, fractionName = ''] = ONE_PART.exec(text) ?? PART.exec(text) ?? []
  const denominator = fractionName === '' ? undefined : namedDenominator(fractionName)
  if (denominator !== undefined) return `${sign === undefined ? '' : '-'}1/${denominator}`
  const [, unit = ''] = HALF_UNIT.exec(text) ?? []
  return isUnitWord(unit.toLowerCase()) ? `1/2 \\text{ ${unit}}` : null
}

const MIXED = /(\d) and (?:a|one) (half|third|quarter|fourth)\b/gi

const HALF_SCALE = /\bhalf an? (dozen|hundred|thousand|million|billion)\b/gi

/** Signs, roots and similar in words, before number words become digits. */
export const SIGN_REWRITINGS: readonly Rewriting[] = [
  { pattern: SIGN, rewrite: '-', example: ['minus 5', '-5'] },
  { pattern: /\bper cent\b/i, rewrite: 'percent', example: ['5 per cent', '5 percent'] },
  { pattern: /(\d)\s*x\s*(?=10\s*\^)/gi, rewrite: '$1*', example: ['3 x 10^4', '3*10^4'] },
  {
    pattern: ROOT,
    rewrite: (_, kind, radicand) =>
      `\\sqrt${kind?.toLowerCase() === 'cube' ? '[3]' : ''}{${radicand}}`,
    example: ['the cube root of 7', '\\sqrt[3]{7}'],
  },
  {
    pattern: MIXED,
    rewrite: (_, integer, fractionName) =>
      `${integer} 1/${FRACTION_WORDS.get(fractionName?.toLowerCase() ?? '')}`,
    example: ['5 and a half', '5 1/2'],
  },
  {
    pattern: HALF_SCALE,
    rewrite: (_, scale) => `${(SCALE_WORDS.get(scale?.toLowerCase() ?? '') ?? 0) / 2}`,
    example: ['half a dozen', '6'],
  },
  {
    pattern: BEYOND,
    rewrite: (_, side = '', equal, value) => {
      const sign = /^(?:great|larg|more)/i.test(side) ? '>' : '<'
      return `x ${sign}${equal === undefined ? '' : '='} ${value}`
    },
    example: ['all real numbers greater than or equal to 3', 'x >= 3'],
  },
  {
    pattern: RATIO,
    rewrite: (ratio) => ratio.replace(new RegExp(TO, 'g'), ':'),
    example: ['3 to 5 to 7', '3:5:7'],
  },
  { pattern: BASE, rewrite: '$1_{\\text{$2}}', example: ['1011 in base 2', '1011_{\\text{2}}'] },
]

/** All words that these notations use. */
const FORMULA_WORDS: ReadonlySet<string> = new Set([
  ...['point', ...ORDINAL_WORDS.keys()],
  ...[...SIGN_REWRITINGS, ...PHRASES].flatMap(({ pattern }) =>
    [...pattern.source.matchAll(/([a-z]{2,})(\??)/gi)].flatMap(([, word = '', isOptional]) =>
      isOptional === '' ? [word] : [word, word.slice(0, -1)],
    ),
  ),
])

/** Whether a word can have a meaning in a formula in words. */
export const isFormulaWord = (word: string): boolean => FORMULA_WORDS.has(word)

function wordsToDigits(text: string): string {
  let result = ''
  let position = 0
  for (const { start, end, digits } of wordNumbersIn(text)) {
    // "One of them" is not a number.
    if (digits === '1' && /^ (?:of|that|who|which)\b/.test(text.slice(end, end + 7))) continue
    result += text.slice(position, start) + digits
    position = end
  }
  return result + text.slice(position)
}

const LEAD = /^(?:(?:about|approximately|exactly|only|just|simply|the|a|an)\s+)*/i
/** After a number, such words make it the subject of another statement. */
const SUBJECT = /\b(?:of|that|which|who|more|less|thing|way|other|such)\b/i

/** A sentence that begins with a number in words and has nothing else; otherwise `null`. */
export function numberSentence(sentence: string): string | null {
  const [lead = ''] = LEAD.exec(sentence) ?? []
  const remainder = sentence.slice(lead.length)
  if (fractionOrOrdinal(remainder) !== null || fractionOrOrdinal(sentence) !== null) return sentence
  const text = /\ban? $/i.test(lead) ? `a ${remainder}` : remainder
  const [number] = wordNumbersIn(text.slice(0, SENTENCE_MAX))
  if (number?.start !== 0) return null
  const remark = text.slice(number.end).trim()
  return remark.split(/\s+/).length > AFTER_MAX || SUBJECT.test(remark) ? null : text
}

const SENTENCE_MAX = 200
const AFTER_MAX = 3
