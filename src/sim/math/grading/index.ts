import { memoize } from '../../memo.ts'
import type { AnswerKey, AnswerKind } from '../problem.ts'
import { type Answer, readAnswer, sameAnswer, sameEitherWay } from './answer.ts'
import { Budget } from './budget.ts'
import { choiceReader, isRightOption, sameOption } from './choice.ts'
import { exactValueOf } from './exact.ts'
import { finalNode } from './final-node.ts'
import { hexadecimalReader, sameDigits } from './hexadecimal.ts'
import type { Node } from './node.ts'
import { parseDigits } from './number-text.ts'
import type { Rational } from './rational.ts'
import { inRequestedUnit } from './requested-unit.ts'
import { constantValue } from './same-value.ts'
import { boxes, joinSpans, mathSpans } from './spans.ts'
import { type StatedAnswer, statedAnswer, type ValueReader } from './stated.ts'
import { expressionReader } from './stated-value.ts'
import { trailingUnit } from './trailing-unit.ts'
import { replaceNodes } from './tree.ts'
import { isAlias, nameReader, sameName } from './trivia.ts'
import { leavesWork } from './unfinished.ts'
import { isKnownUnit, splitUnit } from './units.ts'
import { TEXT_MAX } from './visible-text.ts'

export type { Bracket, Node } from './node.ts'
export { type Rational, rationalText, toNumber } from './rational.ts'
export { childNodes as childrenOf, collectSymbols as symbolsOf } from './tree.ts'
export { splitUnit as measured, type ValueWithUnit as Measured } from './units.ts'

/** The final answer that a text states. */
interface Extracted {
  /** The answer as written, without surrounding words; `null` if none is stated. */
  readonly text: string | null
  /** Whether other answers were stated before it. */
  readonly isAmbiguous: boolean
  /** What a reader without the key finds. */
  readonly stated: string | null
}

/** The verdict on a text. */
interface Grade {
  readonly correct: boolean
  /** The final answer as written; `null` if none is stated. */
  readonly extracted: string | null
  readonly ambiguous: boolean
  /** What a reader without the key finds; `null` if nothing is stated. */
  readonly stated: string | null
}

/** Finds an answer in free prose, or returns `null`. */
export type ReadProse = (text: string) => string | null

export interface GradeOptions {
  /** The decimal places in which a decimal must agree with an exact value; 6 by default. */
  readonly precision?: number
  /** The question. It decides whether a number may have a percent sign. */
  readonly question?: string
  /**
   * Reads texts that state no answer in an announced form. Without it, such texts have no answer.
   */
  readonly readProse?: ReadProse
}

const PRECISION = 6
const WHOLE = /^(?:-?[1-9]\d{0,200}|0)$/
/** A short answer is not longer than this. */
const ANSWER_MAX = 12_000
const WORK_UNITS = 50_000

/** Compares the final answer of a text with the key. Never throws. */
export function gradeAnswer(key: AnswerKey, text: string, options: GradeOptions = {}): Grade {
  const { text: extracted, isAmbiguous, stated } = extractAnswer(key, text, options)
  if (extracted === null) return { correct: false, extracted, ambiguous: false, stated }
  const isRight = isGold(key, extracted, options) || isInPercent(key, extracted, options)
  const correct = isRight && !isUnfinished(key, extracted)
  return { correct, extracted, ambiguous: isAmbiguous, stated }
}

/** Whether an answer of the right value leaves an operator or a second quantity to work out. */
function isUnfinished(key: AnswerKey, answer: string): boolean {
  if (key.kind !== 'expression' || WHOLE.test(answer) || answer === key.gold) return false
  const golds = [goldAnswer(key).node, ...key.aliases.map((alias) => readAnswer(alias).node)]
  return golds.every((gold) => {
    const node = finalNode(answer, gold, parseExpression)
    return gold !== null && node !== null && leavesWork(gold, node)
  })
}

/**
 * The final answer that a text states. Whether it states one does not depend on the key. If the
 * gold has a percent sign, one after the box belongs to the answer. If the gold has several values,
 * the lines above belong to it. Never throws.
 */
export function extractAnswer(key: AnswerKey, text: string, options: GradeOptions = {}): Extracted {
  const statement = findAnswer(key, text, options)
  if (statement === null) return { text: null, isAmbiguous: false, stated: null }
  const { text: stated, isAmbiguous, isInPercent, namedValues } = statement
  const goldKind = key.kind === 'expression' ? goldAnswer(key).node?.kind : undefined
  const isOnSeveralLines =
    namedValues !== undefined && (goldKind === 'list' || goldKind === 'tuple')
  if (isOnSeveralLines) return { text: namedValues, isAmbiguous, stated }
  const isPercent = isInPercent === true && goldKind === 'percent'
  return { text: isPercent ? `${stated}\\%` : stated, isAmbiguous, stated }
}

function findAnswer(
  key: AnswerKey,
  text: string,
  { readProse }: GradeOptions,
): StatedAnswer | null {
  // Most answers of programs are whole numbers, which need no search.
  if (key.kind === 'expression' && WHOLE.test(text)) return { text, isAmbiguous: false }
  const stated = statedAnswer(text, RULES[key.kind].reader(key))
  if (stated !== null || readProse === undefined || key.kind !== 'expression') return stated
  const proseAnswer = readProse(text)
  return proseAnswer === null ? null : { text: proseAnswer, isAmbiguous: false }
}

/** How answers of one kind are read and compared. */
interface KindRules {
  reader(key: AnswerKey): ValueReader
  isGold(key: AnswerKey, answer: string, options: GradeOptions): boolean
  areEqual(key: AnswerKey, first: string, second: string): boolean
}

const RULES: Readonly<Record<AnswerKind, KindRules>> = {
  expression: {
    reader: () => expressionReader,
    isGold: (key, answer, options) =>
      (answer === key.gold && answer.trim() !== '') ||
      isExpression(key, readCached(answer), options),
    areEqual: (_, first, second) =>
      // Most answers are whole numbers, which need no parsing.
      WHOLE.test(first) && WHOLE.test(second)
        ? first === second
        : sameEitherWay(readAnswer(first), readCached(second), PRECISION),
  },
  choice: { reader: choiceReader, isGold: isRightOption, areEqual: sameOption },
  text: {
    reader: () => nameReader,
    isGold: isAlias,
    areEqual: (key, first, second) =>
      sameName(first, second) || (isAlias(key, first) && isAlias(key, second)),
  },
  hexadecimal: {
    reader: () => hexadecimalReader,
    isGold: ({ gold }, answer) => sameDigits(gold, answer),
    areEqual: (_, first, second) => sameDigits(first, second),
  },
}

/** Whether two short answers to a problem are equal, right or wrong. Never throws. */
export const answersEqual = (key: AnswerKey, first: string, second: string): boolean =>
  first.length <= ANSWER_MAX &&
  second.length <= ANSWER_MAX &&
  RULES[key.kind].areEqual(key, first, second)

/** Whether a short text as a whole is the right answer. Never throws. */
export const isGold = (key: AnswerKey, answer: string, options: GradeOptions = {}): boolean =>
  answer.length <= ANSWER_MAX && RULES[key.kind].isGold(key, answer, options)

const ASKS_PERCENT = /\b(?:what|which|how many|the|by)\s+(?:[a-z]+\s+)?percent(?:age)?\b/i

/** Whether an answer differs by a percent sign only, and the question asks for percent. */
function isInPercent(key: AnswerKey, answer: string, options: GradeOptions): boolean {
  if (key.kind !== 'expression' || PERCENT.test(answer) === PERCENT.test(key.gold)) return false
  if (!ASKS_PERCENT.test(options.question ?? '')) return false
  const [bareGold, bareAnswer] = [withoutSign(goldAnswer(key)), withoutSign(readCached(answer))]
  if (bareGold.node?.kind !== 'number') return false
  return sameAnswer(bareGold, bareAnswer, options.precision ?? PRECISION)
}

const withoutSign = (answer: Answer): Answer =>
  answer.node?.kind === 'percent' ? { ...answer, node: answer.node.operand } : answer

const PERCENT = /%|\bpercent|\bpct\b/i

/**
 * Whether an answer equals the gold or an alias. An alias with a percent sign matches only answers
 * with one.
 */
function isExpression(key: AnswerKey, answer: Answer, options: GradeOptions): boolean {
  const { precision = PRECISION, question = '' } = options
  if (sameAnswer(inUnit(goldAnswer(key), answer, question), answer, precision)) return true
  return key.aliases.some(
    (alias) =>
      (!PERCENT.test(alias) || PERCENT.test(answer.source)) &&
      sameAnswer(inUnit(readAnswer(alias), answer, question), answer, precision),
  )
}

/** The gold in the unit that the question asks for, if the answer has a known unit. */
function inUnit(gold: Answer, answer: Answer, question: string): Answer {
  if (question === '' || gold.node === null || answer.node === null) return gold
  const unit = splitUnit(answer.node).unit ?? trailingUnit(answer.source)?.unit ?? null
  if (unit === null || !isKnownUnit(unit)) return gold
  const node = inRequestedUnit(gold.node, question)
  return node === null ? gold : { ...gold, node }
}

/** The answer that was parsed last. Callers grade, compare and inspect one answer in turn. */
let lastParsed: { readonly text: string; readonly answer: Answer } | null = null

function readCached(text: string): Answer {
  if (lastParsed?.text === text) return lastParsed.answer
  lastParsed = { text, answer: readAnswer(text) }
  return lastParsed.answer
}

const GOLDS_MAX = 500

const goldAnswer = ({ gold }: AnswerKey): Answer => readGold(gold)

/** Parses a gold: a short answer, or a whole solution that ends with one. */
const readGold = memoize(GOLDS_MAX, (text: string): Answer => {
  const gold = text.length > TEXT_MAX ? text.slice(-TEXT_MAX) : text
  if (boxes(gold).length === 0) {
    const answer = readAnswer(gold)
    const isSolution = answer.node === null && (mathSpans(gold).length > 0 || gold.length > 200)
    if (!isSolution) return answer
  }
  const stated = statedAnswer(gold, expressionReader)?.text
  const box = boxes(gold).at(-1)?.content
  const formula = joinSpans(gold, mathSpans(gold)).at(-1)?.content
  return readAnswer(stated ?? box ?? formula ?? gold)
})

/** The tree of a short answer; `null` if it cannot be parsed. Never throws. */
export function parseExpression(text: string): Node | null {
  return text.length > ANSWER_MAX ? null : readCached(text).node
}

/** The tree of a right answer; `null` if it cannot be parsed. Never throws. */
export const parseGold = (key: AnswerKey): Node | null => goldAnswer(key).node

/** The tree with values in place of letters. Letters without a value stay. */
export const withSymbols = (node: Node, values: ReadonlyMap<string, number>): Node =>
  replaceNodes(node, (part) => {
    const value = part.kind === 'symbol' ? values.get(part.name) : undefined
    return value === undefined ? part : (parseDigits(value.toFixed(6)) ?? part)
  })

/** The exact value of a tree without letters and roots; `null` if it has none. */
export function exactValue(node: Node): Rational | null {
  return exactValueOf(splitUnit(node).node, new Budget(WORK_UNITS))
}

/** The value of a tree without letters, as a double; `null` if it is not a real number. */
export function realValue(node: Node): number | null {
  return constantValue(splitUnit(node).node, new Budget(WORK_UNITS))
}
