import { foldCharacters } from '../../folding.ts'
import { withoutBorder } from './border.ts'
import { Budget } from './budget.ts'
import {
  areClearlyTimes,
  areWrittenAlike,
  hasPaddedMinutes,
  parseClock,
  sameClock,
} from './clock.ts'
import { withBinomials } from './combinations.ts'
import type { Premise } from './cursor.ts'
import { withoutGroups } from './digit-groups.ts'
import { isOrdinalAgainstNumber, wordsToFormula } from './formula-words.ts'
import { loneLabel, parseLabel, sameOptions, withoutRemark } from './labels.ts'
import { matches } from './match.ts'
import { evaluateMatrices } from './matrix.ts'
import type { Node, NumberNode } from './node.ts'
import { normalizeList, withoutPlusMinus } from './normalize-list.ts'
import { parseDigits } from './number-text.ts'
import { findParameter, hasOtherDomain, type Parameter, renameParameter } from './parameters.ts'
import { parse } from './parse.ts'
import { samePremises } from './premises.ts'
import { angleIn, withFeet } from './primes.ts'
import { isEqual } from './rational.ts'
import type { ComparisonContext } from './same-value.ts'
import { sameWords } from './same-words.ts'
import { withoutCancelled, withoutColour, withoutTransposition } from './set-forms.ts'
import {
  INFINITE,
  NO_SOLUTION,
  NUMBER_SETS,
  NUMBERS_OF,
  REALS,
  REALS_OF,
  UNDEFINED,
} from './tables/words.ts'
import { comparableText, unwrapText } from './text.ts'
import { type TrailingUnit, trailingUnit } from './trailing-unit.ts'
import { collectSymbols, contains } from './tree.ts'
import { withoutTypesetting } from './typesetting.ts'

/** A parsed short answer. */
export interface Answer {
  /** The text without its border: dollar signs, stars, a full stop. */
  readonly source: string
  /** `null` if the text is not a formula. */
  readonly node: Node | null
  /** The answer with `1,234` parsed as two items; `null` if it has no such comma. */
  readonly parts: Node | null
  /** A letter declared as an arbitrary number of some kind, as in `2k, k \in \mathbb{Z}`. */
  readonly parameter: Parameter | null
  /** What precedes arrows: the steps of an argument, or the left side of a map. */
  readonly premises?: readonly Premise[]
}

/** The work limit of one comparison. */
const WORK_UNITS = 60_000

const PLAIN_NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,12})?$/

const plainNumber = (text: string): Node | null =>
  text.startsWith('-') ? negative(parseDigits(text.slice(1))) : parseDigits(text)

const negative = (operand: Node | null): Node | null =>
  operand === null ? null : { kind: 'negative', operand }

/** Parses a short answer. Never throws. */
export function readAnswer(text: string): Answer {
  // Most answers are plain numbers, which need no parser.
  if (PLAIN_NUMBER.test(text)) {
    return { source: text, node: plainNumber(text), parts: null, parameter: null }
  }
  const source = normalizedSource(text)
  const specialNode = namedAnswer(source) ?? digitsInBase(source) ?? angleIn(source)
  if (specialNode !== null) return { source, node: specialNode, parts: null, parameter: null }
  const formula = withBinomials(
    wordsToFormula(withoutGroups(withoutSmallDigits(withoutRemark(withFeet(source))))),
  )
  const parsed = parse(formula)
  if (parsed === null || source.includes('\\mathrm')) {
    // Upright letters after a value are a unit, not a product.
    const valueAndUnit = trailingUnit(source)
    const node = valueAndUnit?.isSeparate === true ? toQuantity(valueAndUnit) : null
    if (parsed === null || node !== null) return { source, node, parts: null, parameter: null }
  }
  // An item of a list does not begin with a zero.
  const ungrouped = parsed.hasGroups && !/,0\d/.test(formula) ? parse(formula, false) : null
  return {
    source,
    node: normalizeNode(parsed.node),
    parts: ungrouped === null ? null : normalizeNode(ungrouped.node),
    parameter: findParameter(parsed.node),
    premises: parsed.premises,
  }
}

/** A short answer without its border and its typesetting commands. */
export const normalizedSource = (text: string): string =>
  withoutTransposition(
    withoutCancelled(withoutTypesetting(withoutBorder(withoutColour(foldCharacters(text))))),
  )

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹'
const LOWERED = '₀₁₂₃₄₅₆₇₈₉'

/** Turns a fraction in small digits, `⁷⁄₁₂`, into plain digits. */
function withoutSmallDigits(source: string): string {
  if (!source.includes('⁄')) return source
  return source.replace(/([⁰¹²³⁴-⁹]+)⁄([₀-₉]+)/g, (_, numerator: string, denominator: string) => {
    const digits = (text: string, alphabet: string): string =>
      [...text].map((digit) => alphabet.indexOf(digit)).join('')
    // Braces after a number mark the fraction of a mixed number.
    return `{${digits(numerator, RAISED)}/${digits(denominator, LOWERED)}}`
  })
}

const BASED = /^([0-9a-z]{1,40})_\{?(\d\d)\}?$/i

const withoutText = (source: string): string => unwrapText(source).replace(/[\s()]/g, '')

/** Digits in a base above ten, some of them letters: `2A_{16}`. */
function digitsInBase(source: string): Node | null {
  if (!source.includes('_')) return null
  const [, digits = '', base] = BASED.exec(withoutText(source)) ?? []
  // A single letter, or several in lower case, have an index.
  const isBased =
    Number(base) <= 36 && (/^[A-Z]{2,}$/.test(digits) || /[a-z].*\d|\d.*[a-z]/i.test(digits))
  return isBased ? { kind: 'based', digits: digits.toUpperCase(), base: Number(base) } : null
}

/** Whether an answer has the digits of a gold in a base above ten, but names no base. */
function hasDigits({ node }: Answer, { source }: Answer): boolean {
  if (node?.kind !== 'based' || !/[A-Z]/.test(node.digits)) return false
  return withoutText(source).replace(/^0x/i, '').toUpperCase() === node.digits
}

/** Whether words name a set or a value: "no solution", "all real numbers". */
export const isNamedValue = (text: string): boolean => namedAnswer(withoutBorder(text)) !== null

const HAS = /^(?:(?:the|this) (?:equation|system|inequality|problem) has|there (?:is|are)) /

/** The value that words name: nothing, undefined, all numbers of a kind. */
function namedAnswer(source: string): Node | null {
  if (!/^[a-zA-Z\s'{}\\.-]{3,60}$/.test(source)) return null
  const words = comparableText(source).replace(/[{}]/g, '').replace(HAS, '')
  if (NO_SOLUTION.has(words)) return { kind: 'constant', name: 'empty' }
  if (UNDEFINED.has(words)) return { kind: 'text', text: 'undefined' }
  if (INFINITE.has(words)) return { kind: 'constant', name: 'infinity' }
  const [, kind = ''] = NUMBER_SETS.exec(words) ?? []
  if (kind !== '') return parse(`\\mathbb{${NUMBERS_OF[kind]}}`)?.node ?? null
  const [, sign] = REALS.exec(words) ?? []
  return sign === undefined ? null : (parse(REALS_OF[sign] ?? '\\mathbb{R}')?.node ?? null)
}

const normalizeNode = (node: Node): Node => normalizeList(withoutPlusMinus(node))

/** Whether a short answer equals the gold. Never throws. */
export function sameAnswer(gold: Answer, answer: Answer, precision: number): boolean {
  if (gold.source === '' || answer.source === '') return false
  if (withoutSpaces(gold.source) === withoutSpaces(answer.source)) return true
  return sameContent(gold, answer, precision) || sameOption(gold, answer, precision)
}

/** Whether two answers are equal with either of them as the gold. */
export function sameEitherWay(first: Answer, second: Answer, precision: number): boolean {
  if (sameAnswer(first, second, precision)) return true
  const areIntegers = first.node !== null && isInteger(first.node) && second.node !== null
  // For two whole numbers, both directions agree.
  if (areIntegers && isInteger(second.node)) return false
  return sameAnswer(second, first, precision)
}

const isInteger = (node: Node): node is NumberNode =>
  node.kind === 'number' && node.decimals === null && node.value.denominator === 1n

/** Whether two answers are equal after the letter of an option, as in "(B) 5", is removed. */
function sameOption(gold: Answer, answer: Answer, precision: number): boolean {
  const [goldOption, answerOption] = [parseLabel(gold.source), parseLabel(answer.source)]
  if (goldOption === null && answerOption === null) return sameOptions(gold.source, answer.source)
  if (goldOption !== null && loneLabel(answer.source) === goldOption.letter) return true
  if (answerOption !== null && loneLabel(gold.source) === answerOption.letter) return true
  if (goldOption !== null && answerOption !== null && goldOption.letter !== answerOption.letter)
    return false
  return sameContent(
    goldOption === null ? gold : readAnswer(goldOption.text),
    answerOption === null ? answer : readAnswer(answerOption.text),
    precision,
  )
}

function sameContent(gold: Answer, answer: Answer, precision: number): boolean {
  const [goldTime, answerTime] = [parseClock(gold.source), parseClock(answer.source)]
  if (goldTime !== null && answerTime !== null) {
    if (areWrittenAlike(goldTime, answerTime)) return true
    if (areClearlyTimes(goldTime, answerTime)) return sameClock(goldTime, answerTime)
  }
  // 2:05 is a time, and 2:5 is not.
  if ([goldTime, answerTime].some((time) => time !== null && hasPaddedMinutes(time))) {
    return sameWords(gold.source, answer.source)
  }
  // A time with a.m. or p.m. is not a ratio.
  if (goldTime !== null && answerTime === null && goldTime.meridiem !== '') {
    return sameWords(gold.source, answer.source)
  }
  const isFormula = gold.node !== null && gold.node.kind !== 'text'
  if (!isFormula && sameWords(gold.source, answer.source)) return true
  if (gold.node === null || answer.node === null) return false
  if (isOrdinalAgainstNumber(gold.source, answer.source)) return false
  if (isInteger(gold.node) && isInteger(answer.node) && !answer.premises?.length) {
    return isEqual(gold.node.value, answer.node.value)
  }
  if (hasDigits(gold, answer)) return true
  const goldForm = { node: gold.node, parameter: gold.parameter }
  const answerForm = { node: answer.node, parameter: answer.parameter }
  if (hasOtherDomain(goldForm, answerForm)) return false
  const context = { precision, work: new Budget(WORK_UNITS) }
  if (!samePremises(gold, answer, context)) return false
  if (matches(gold.node, answer.node, context)) return true
  const number = asOneNumber(answer.source, gold.node) ?? asMixed(answer.source, gold.node)
  if (number !== null) return matches(gold.node, number, context)
  if (isTable(gold.source) && isTable(answer.source)) {
    const goldResult = evaluateMatrices(gold.node, context.work)
    const answerResult = evaluateMatrices(answer.node, context.work)
    if (goldResult === gold.node && answerResult === answer.node) return false
    return matches(goldResult, answerResult, context)
  }
  if (sameQuantity(gold, answer, context)) return true
  if (answer.parts !== null && isSeveral(gold.node)) {
    return matches(gold.node, answer.parts, context)
  }
  if (gold.parts !== null && isSeveral(answer.node)) {
    return matches(gold.parts, answer.node, context)
  }
  const renamedAnswer = renameParameter(goldForm, answerForm)
  if (renamedAnswer !== null && matches(gold.node, renamedAnswer, context)) return true
  const naturalLogarithms = withNaturalLogarithms(gold.node, answer.source)
  return naturalLogarithms !== null && matches(gold.node, naturalLogarithms, context)
}

const PLAIN_LOGARITHM = /\\?\blog(?![a-z]|\s*_)/g

/** Reads `\log` without a base as the natural logarithm if the gold has one; otherwise `null`. */
function withNaturalLogarithms(gold: Node, source: string): Node | null {
  if (!source.includes('log') || source.includes('ln')) return null
  if (!contains(gold, (part) => part.kind === 'call' && part.name === 'ln')) return null
  return readAnswer(source.replace(PLAIN_LOGARITHM, '\\ln')).node
}

const DECIMAL_COMMA = new RegExp(
  String.raw`(?<![\d.,])(?:\d{1,3},(?:\d{1,2}|\d{4,12})|` +
    String.raw`(?:\d{4,15}|0|\d{1,3}(?:\.\d{3})+),\d{1,12})(?![\d.,])`,
)
const LAKHS = /(?<![\d.,])\d{1,2}(?:,\d\d)+,\d{3}(?![\d.,])/
/** Spaces and words around a number that is the whole answer: a unit, a name. */
const SPACES_OR_WORDS = /\\[,;:! ]|\\(?:text|mathrm)\s?\{[^{}\d]*\}/g
const NO_OTHERS = /^[^\d()[\]{},;]*$/

/**
 * The reading in which commas do not separate items, if the gold is one number; otherwise `null`.
 */
function asOneNumber(text: string, gold: Node): Node | null {
  if (!text.includes(',')) return null
  const source = text.replace(/\{,\}/g, ',')
  const [decimal] = isFractional(gold) ? (DECIMAL_COMMA.exec(source) ?? []) : []
  const [lakhs] = decimal === undefined && isInteger(gold) ? (LAKHS.exec(source) ?? []) : []
  const number = decimal ?? lakhs
  if (number === undefined) return null
  const surroundings = source.replace(number, ' ').replace(SPACES_OR_WORDS, ' ')
  if (!NO_OTHERS.test(surroundings)) return null
  const digits =
    decimal === undefined
      ? number.replaceAll(',', '')
      : number.replaceAll('.', '').replace(',', '.')
  return readAnswer(source.replace(number, digits)).node
}

const MIXED =
  /^([-−]?\d+)\s*(?:\\(?:text|mathrm)\s?\{\s*and\s*\}|and)\s*(\d+\s?\/\s?\d+|\\[dt]?frac.*)$/

/** "2 and 1/2" as a mixed number, if the gold is one number; otherwise `null`. */
function asMixed(source: string, gold: Node): Node | null {
  if (!source.includes('and') || !isFractional(gold)) return null
  const [, integer, fraction] = MIXED.exec(source) ?? []
  return fraction === undefined ? null : readAnswer(`${integer}${asFraction(fraction)}`).node
}

const asFraction = (fraction: string): string =>
  fraction.replace(/^(\d+)\s?\/\s?(\d+)$/, '\\frac{$1}{$2}')

/** Whether a gold is one number that is not an integer. */
function isFractional(gold: Node): boolean {
  switch (gold.kind) {
    case 'negative':
    case 'percent':
    case 'quantity':
    case 'degrees':
      return isFractional(gold.operand)
    case 'number':
      return gold.value.denominator !== 1n || gold.decimals !== null
    case 'quotient':
      return gold.numerator.kind === 'number' && gold.denominator.kind === 'number'
    case 'sum':
      return gold.terms.every((term) => term.kind === 'number' || isFractional(term))
    default:
      return false
  }
}

const isTable = (source: string): boolean =>
  source.includes('matrix}') || source.includes('{array}')

const hasUnit = (gold: Node): boolean =>
  gold.kind === 'quantity' || (gold.kind === 'relation' && gold.sides.at(-1)?.kind === 'quantity')

/** Whether two values are equal if the letters after one or both are a unit. */
function sameQuantity(gold: Answer, answer: Answer, context: ComparisonContext): boolean {
  const [goldUnit, answerUnit] = [trailingUnit(gold.source), trailingUnit(answer.source)]
  const goldQuantity = findQuantity(gold, goldUnit, answerUnit?.isSeparate)
  const answerQuantity = findQuantity(answer, answerUnit, goldUnit?.isUnambiguous)
  return (
    goldQuantity !== null &&
    answerQuantity !== null &&
    matches(goldQuantity, answerQuantity, context)
  )
}

function toQuantity({ value, unit }: TrailingUnit): Node | null {
  const operand = readAnswer(value).node
  return operand === null ? null : { kind: 'quantity', operand, unit }
}

/** A value with its unit; `null` if the letters may be factors of a product. */
function findQuantity(
  { node }: Answer,
  trailing: TrailingUnit | null,
  otherHasUnit = false,
): Node | null {
  if (node !== null && hasUnit(node)) return node
  if (trailing !== null) return toQuantity(trailing)
  return node !== null && otherHasUnit && collectSymbols(node).size === 0 ? node : null
}

const isSeveral = ({ kind }: Node): boolean => kind === 'list' || kind === 'set' || kind === 'tuple'

/** The text without spaces. A space between digits stays, because they are not one number. */
const withoutSpaces = (source: string): string =>
  source.replace(/\\left|\\right|\\[,;!]/g, '').replace(/(?<!\d)\s+|\s+(?!\d|\s)/g, '')
