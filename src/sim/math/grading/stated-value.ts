import { type Answer, isNamedValue, normalizedSource, readAnswer, sameEitherWay } from './answer.ts'
import { withoutBorder } from './border.ts'
import { Budget } from './budget.ts'
import { isFormulaWord, wordsToFormula } from './formula-words.ts'
import { hasProse, isDenial } from './is-prose.ts'
import { parseLabel } from './labels.ts'
import { constantValue, decimalPlacesIn, ROUNDING_MAX } from './same-value.ts'
import { joinSpans, mathSpans, type Span } from './spans.ts'
import type { ParsedValue, ValueReader } from './stated.ts'
import { unwrapText } from './text.ts'
import { splitUnit } from './units.ts'

/** The maximum length of a value in a sentence or on a line, in characters. */
const VALUE_MAX = 400
const WORDS_MAX = 8
/** The maximum number of words of an answer after "the answer is" or a label. */
const ANNOUNCED_WORDS_MAX = 4
const LABELLED_MAX = 80

/** A letter, a digit or a command: punctuation alone is not an answer. */
const HAS_CONTENT = /[\w\\\u00aa-\uffff]/
/** Commands without content: `\text{ }`, `\quad`, `\,`. */
const EMPTY = /\\(?:text|math)[a-z]*\s?\{[\s~]*\}|\\q?quad(?![a-z])|\\[,;:! ]/g

/** Reads values of the kind `expression`: formulas, numbers with a unit, and a few words. */
export const expressionReader: ValueReader = {
  boxed: (content) => (HAS_CONTENT.test(content.replace(EMPTY, '')) ? once(content) : null),
  announced: announcedValue,
  line: lineValue,
  isValue,
  restates,
}

/** Whether two values are one: in other words, in another unit, or rounded. */
function restates(value: string, other: string): boolean {
  const [first, second] = [readAnswer(value), readAnswer(other)]
  return sameEitherWay(first, second, 2) || isRounded(first, second) || isRounded(second, first)
}

/** Whether a number rounds a value to its last digit: 0.67 of 2/3, but not 101 of 100. */
function isRounded({ node }: Answer, { node: exactNode }: Answer): boolean {
  if (node === null || exactNode === null) return false
  const [{ node: number, unit }, { node: exact, unit: exactUnit }] = [
    splitUnit(node),
    splitUnit(exactNode),
  ]
  if (unit !== null && exactUnit !== null && unit !== exactUnit) return false
  const [rounded, value] = [number, exact].map((part) => constantValue(part, new Budget(1_000)))
  if (rounded === null || rounded === undefined || value === null || value === undefined)
    return false
  const places = decimalPlacesIn(number) ?? (Number.isInteger(rounded) ? 0 : null)
  const distance = Math.abs(rounded - value)
  if (places === null || Number.isInteger(value)) return distance === 0
  return distance <= 0.5 * 10 ** -places && distance <= ROUNDING_MAX * Math.abs(value)
}

/** "7 (or 8)", "7/1, i.e. 7" and "7 for n = 2 and 8 for n = 3" contain a second value. */
const HAS_OTHER =
  /\(\s*or\b|\bi\.e\b|\d\W*\b(?:for|when|where|if)\b[^\n]*\b(?:and|or|but)\b[^\n]*\d/i

/** Whether a whole text is a value. */
function isValue(text: string): boolean {
  if (text === '' || text.length > VALUE_MAX || HAS_OTHER.test(text)) return false
  const source = normalizedSource(text)
  if (!HAS_CONTENT.test(source)) return false
  if (isNamedValue(source)) return true
  // Most lines are prose, which needs no parser.
  if (hasProse(source, isFormulaWord) || hasProse(wordsToFormula(source))) return false
  const { node } = readAnswer(text)
  return node !== null && node.kind !== 'text'
}

const NEGATED = /^(?:not|n't|nor|never|other than|different from|anything but|none of)\b/i

function announcedValue(following: string, isLabel: boolean): ParsedValue | null {
  const text = following.trimStart()
  // A box is a form of its own.
  if (text.startsWith('\\boxed')) return null
  const indent = following.length - text.length
  const [list] = (isLabel ? BULLETS.exec(following) : null) ?? []
  if (list !== undefined) return bulletedValues(list)
  if (NEGATED.test(text) && !isNamedValue(firstSentence(text))) return null
  const sentence = firstSentence(text)
  const parsed = formulaAt(text) ?? optionAt(sentence) ?? sentenceValue(sentence, isLabel)
  return parsed === null ? null : { text: parsed.text, end: indent + parsed.end }
}

const BULLETS = /^\n(?:[ \t]*(?:[-*•]|\d\.)[ \t]+[^\n]+(?:\n+|$))+/
const BULLET = /^[ \t]*(?:[-*•]|\d\.)[ \t]+([^\n]+)/gm

/** The values of a list with bullets or numbers below a label; `null` if one is not a value. */
function bulletedValues(list: string): ParsedValue | null {
  const items = [...list.matchAll(BULLET)].map(([, item = '']) => withoutBorder(item.trim()))
  const [only = ''] = items
  // One item may also be a sentence or a name.
  const text = items.length === 1 ? announcedValue(only, true)?.text : items.join(', ')
  const areValues = items.length === 1 || items.every(isValue)
  return text !== undefined && areValues ? { text, end: list.length } : null
}

/** A formula at the start of a text, with those that a comma or "and" joins to it. */
function formulaAt(text: string): ParsedValue | null {
  const [span] = joinSpans(text, mathSpans(text))
  if (span === undefined || !/^[("]?$/.test(text.slice(0, span.start))) return null
  if (isOnSeveralLines(text, span) || /\\f?box/.test(span.content)) return null
  return withUnit(text, span)
}

/** Whether an inline formula spans several lines. */
const isOnSeveralLines = (text: string, { start, content }: Span): boolean =>
  /^(?:\$(?!\$)|\\\()/.test(text.slice(start, start + 2)) && /^[ \t]*\n/.test(content)

/** An option with its letter: "B) 42". */
function optionAt(sentence: string): ParsedValue | null {
  const option = parseLabel(sentence)
  const isOption = option !== null && isValue(option.text)
  return isOption ? { text: sentence, end: sentence.length } : null
}

const UNIT =
  /^\s*(?:\\?%|(?:cm|mm|km|m|kg|g|percent|cents|dollars|hundred|thousand|million|billion)\b)/

/** A formula with a unit outside of it: `$5$ cm`. */
function withUnit(text: string, { end, content }: Span): ParsedValue {
  const [unit] = UNIT.exec(text.slice(end)) ?? []
  if (unit === undefined) return { text: content.trim(), end }
  const unitText = unit.trim()
  const unitSuffix = unitText.endsWith('%') ? '\\%' : ` \\text{ ${unitText}}`
  return { text: content.trim() + unitSuffix, end: end + unit.length }
}

function firstSentence(text: string): string {
  const [sentence = ''] = /^(?:[^.!?\n]|[.!](?=[^\s*])|!(?= *[=+*/^-]))*/.exec(text) ?? []
  return sentence.trimEnd()
}

const BREAKS = /,\s|\s\(|;|:\s|\s[–—-]\s|\b(?:because|since|as|which|where|so|but|for|when)\b/g

/** "5/6 = 0.8333..." is not an equation: the digits go on. */
const CUT_OFF = /= ?(-?\d*\.\d{2,20}) ?(?:\.{2,3}|…)/

/** The value at the start of a sentence: all of it, or the part before a remark. */
function sentenceValue(text: string, isLabel: boolean): ParsedValue | null {
  const sentence = text.replace(CUT_OFF, '≈ $1')
  if (sentence === '' || /\\f?box/.test(sentence)) return null
  const first = withoutRestatement(sentence)
  if (first !== sentence && isValue(withoutBorder(first)))
    return { text: first, end: sentence.length }
  const heads = [
    sentence,
    ...[...sentence.matchAll(BREAKS)].map(({ index }) => sentence.slice(0, index)),
  ]
  for (const head of heads.length > 1
    ? [heads[0] as string, ...heads.slice(1, 4).toReversed()]
    : heads) {
    if (isValue(withoutBorder(head))) {
      return { text: head.trim().replace(/[,;:]$/, ''), end: head.length }
    }
  }
  const beginning = firstWords(heads.at(1) ?? sentence)
  if (beginning !== null) return beginning
  const claimed = isLabel ? claimedValue(sentence) : null
  if (claimed !== null) return claimed
  // "No, it does not converge": the clause is no denial of the verdict.
  const [verdict] = EXPLAINED_VERDICT.exec(sentence) ?? []
  if (verdict !== undefined) return { text: verdict, end: sentence.length }
  const name = sentence.slice(0, REASON.exec(sentence)?.index)
  const words = name.trim().split(/\s+/).length
  const isShort = isLabel ? name.length <= LABELLED_MAX : words <= ANNOUNCED_WORDS_MAX
  return isShort && !/\d/.test(name) ? { text: name, end: name.length } : null
}

const REASON = /(?:,|\s[–—-])?\s+(?:because|since)\s/i
/** "Yes, it converges", but not "Yes, and no". */
const EXPLAINED_VERDICT =
  /^(?:yes|no|true|false)(?=,\s|\s[–—-]\s)(?!.*\b(?:yes|no|true|false)\W*$)/i

const CLAIM = /^([^=:;]*?\s(?:is|are|equals)\s+)(.+)$/i
const UNCLAIMED =
  /\b(?:not?|never|nor|if|unless|whether|or|than|could|might|may|would|wrong|is|are)\b|n't\b/i

/** The value of the only verb of a labelled sentence: "the number of ways is 5". */
function claimedValue(sentence: string): ParsedValue | null {
  const [, subject = '', rest = ''] = CLAIM.exec(sentence) ?? []
  const subjectWords = subject.replace(/\w+\s+$/, '')
  if (rest === '' || UNCLAIMED.test(subjectWords) || / (?:is|are|equals) /i.test(rest)) return null
  const value = sentenceValue(rest, false)
  return value !== null && (/\d/.test(value.text) || isValue(value.text))
    ? { text: value.text, end: subject.length + value.end }
    : null
}

/** A value and another one after it: "1/2 (0.5)", "90 minutes, or 1.5 hours". */
const TWICE = /^(.*\S)(?:\s+\((?:or |i\.e\.,? |[≈~=] ?)?([^()]+)\)|,? or ([^()]+))$/

/** Removes the same value in other words, which is no second value or factor. */
function withoutRestatement(text: string): string {
  const [, value = '', inBrackets, afterOr] = TWICE.exec(text) ?? []
  const other = inBrackets ?? afterOr
  return other !== undefined && isValue(other) && isValue(value) && restates(value, other)
    ? value
    : text
}

/** The content of a box without a repetition after "or". */
function once(content: string): string {
  if (!/\bor\b|i\.e\./.test(content)) return content
  const plain = unwrapText(content)
  const value = withoutRestatement(plain)
  return value === plain ? content : value
}

/** The longest beginning that is a value, such as the speed in "60 feet per second of speed". */
function firstWords(head: string): ParsedValue | null {
  const ends = [...head.matchAll(/\S+/g)].map((word) => word.index + word[0].length)
  for (const end of ends.slice(0, WORDS_MAX).toReversed()) {
    const text = head.slice(0, end)
    if (/[\d\\]/.test(text) && isValue(withoutBorder(text))) return { text, end }
  }
  return null
}

/** A count of things: "18 crates". */
const COUNTED = /^[-−+]?[$€£]?\d(?:[\d.,/]*\d)? ([a-z]{3,20})\.?$/i
const NOT_A_THING = /^(?:minus|plus|less|more|than|are|was|were|nope)$/i

/** Whether a line as a whole is a formula or in a command: `$yes$`, `\text{yes}`. */
const isTypeset = (line: string, text: string): boolean =>
  /^\\(?:text|math)[a-z]*\s?\{[^{}]*\}$/.test(text) ||
  (/^(?:\$|\\\()/.test(line) && /(?:\$|\\\))\.?$/.test(line) && !/[$?]|\\\(/.test(text))

function lineValue(line: string, isWholeText = false): string | null {
  // A label without a value, and "or 8", which is one of two values.
  if (/:[\s*_]*$/.test(line)) return null
  if (/\\f?box|^\s*\(?[a-h]\)\s|^\W*(?:[Oo]r|[Aa]nd)\b/.test(line)) return null
  const text = withoutRestatement(withoutBorder(line.trim()))
  // "QED" is not a product of letters.
  const isOnlyWords = /^[a-z.\s]{2,}$/i.test(text) && text === line.trim()
  if (isWholeText && /^[a-z]+$/i.test(text)) return text
  if (
    isOnlyWords &&
    !isNamedValue(text) &&
    wordsToFormula(text) === text &&
    readAnswer(text).node?.kind !== 'constant'
  )
    return null
  if (isValue(text) || isTypeset(line.trim(), text)) return text
  const [, noun = ''] = COUNTED.exec(text) ?? []
  if (noun !== '' && !isDenial(noun) && !NOT_A_THING.test(noun)) return text
  return optionAt(text)?.text ?? null
}
