import { sameItems } from './collection.ts'
import { modulusMatches, sameMeasure } from './measure.ts'
import { splitChains } from './named-values.ts'
import type { ConstantName, Node } from './node.ts'
import { samePieces } from './piecewise.ts'
import { sameSet, toRealSet } from './real-set.ts'
import {
  assignedValue,
  finalSide,
  isEquation,
  isMemberName,
  isName,
  isSolvedRelation,
  type Relation,
  renameArguments,
  sameRelation,
  solvedFor,
  withoutMiddle,
} from './relation.ts'
import { type ComparisonContext, constantValue, decimalPlacesIn, sameValue } from './same-value.ts'
import { comparableText, withKindsOfNumbers } from './text.ts'
import { collectSymbols, contains, formText } from './tree.ts'
import { hasUnknown } from './unfinished.ts'
import { mayBeVector, vectorCoordinates } from './vector.ts'

/** Whether an answer equals the gold. It is not symmetric: the gold decides the form. */
export function matches(gold: Node, answer: Node, context: ComparisonContext): boolean {
  if (!context.work.spend(20)) return false
  const chain = gold.kind === 'list' ? splitChain(answer) : null
  if (chain !== null) return matches(gold, chain, context)
  const exact = answer.kind === 'relation' ? exactStatement(answer, context) : null
  if (exact !== null && matches(gold, exact, context)) return true
  if (gold.kind === 'relation' && answer.kind === 'relation') {
    return relationMatches(gold, answer, context)
  }
  if (answer.kind === 'relation' && isEquation(answer)) {
    if (isFalse(answer, context)) return false
    return matches(gold, finalSide(answer), context)
  }
  if (gold.kind === 'relation' && isEquation(gold)) {
    const value = assignedValue(gold)
    if (value === null) return false
    return isRoundedTo(gold, value, answer, context) || matches(value, answer, context)
  }
  // x^2 ∈ [1, 4] is a statement about x; it is not the same as [1, 4].
  if (
    answer.kind === 'member' &&
    !isMemberName(answer.element) &&
    formText(gold) !== formText(answer)
  ) {
    return gold.kind === 'member' && formText(gold.element) === formText(answer.element)
      ? matches(gold.set, answer.set, context)
      : false
  }
  if (gold.kind === 'member' && answer.kind !== 'relation') {
    return matches(gold.set, answer.kind === 'member' ? answer.set : answer, context)
  }
  if (answer.kind === 'member' && gold.kind !== 'relation') {
    return matches(gold, answer.set, context)
  }
  if (gold.kind === 'constant' && answer.kind === 'symbol')
    return BLACKBOARD[gold.name] === answer.name
  const same = (one: Node, other: Node): boolean => matches(one, other, context)
  if (gold.kind === 'piecewise' || answer.kind === 'piecewise') {
    return samePieces(gold, answer, context, same)
  }
  const vector = vectorMatches(gold, answer, context)
  if (vector !== null) return vector
  const [goldValue, answerValue] = [unwrapPair(gold), unwrapPair(answer)]
  if (goldValue !== gold || answerValue !== answer) return matches(goldValue, answerValue, context)
  const items = sameItems(gold, answer, same)
  if (items !== null) return items || realSetsMatch(gold, answer, context)
  if (isRealSet(gold) || isRealSet(answer)) return realSetsMatch(gold, answer, context)
  return singleMatches(gold, answer, context)
}

/** `x = y = 2` as a list of two equations; `null` if it does not have that form. */
function splitChain(answer: Node): Node | null {
  const items = splitChains([answer])
  return items.length > 1 ? { kind: 'list', items, joint: 'comma' } : null
}

/**
 * Compares coordinates with a sum of multiples of i, j and k. Returns `null` for other pairs of
 * nodes.
 */
function vectorMatches(gold: Node, answer: Node, context: ComparisonContext): boolean | null {
  const [goldCoordinates, answerCoordinates] = [toCoordinates(gold), toCoordinates(answer)]
  if ((goldCoordinates === null) === (answerCoordinates === null)) return null
  const [coordinateList, sum] =
    goldCoordinates === null ? [answerCoordinates, gold] : [goldCoordinates, answer]
  if (coordinateList === null || !mayBeVector(sum)) return null
  const parts = vectorCoordinates(sum, coordinateList.length)
  if (parts === null) return null
  return coordinateList.every((item, axis) => {
    const part = parts[axis]
    return part !== undefined && matches(item, part, context)
  })
}

/** The pair in a set of one pair, which cannot be an interval. Returns other nodes unchanged. */
function unwrapPair(node: Node): Node {
  const [onlyItem, ...otherItems] = node.kind === 'set' ? node.items : []
  const isPair =
    onlyItem?.kind === 'tuple' && onlyItem.open === 'round' && onlyItem.close === 'round'
  return isPair && otherItems.length === 0 ? onlyItem : node
}

/** The entries of a column, a row or round brackets; otherwise `null`. */
function toCoordinates(node: Node): readonly Node[] | null {
  if (node.kind === 'tuple') {
    return node.open === 'round' && node.close === 'round' ? node.items : null
  }
  if (node.kind !== 'matrix') return null
  return node.rows.length === 1 || node.rows[0]?.length === 1 ? node.rows.flat() : null
}

/** Number sets whose letters are often written plainly. */
const BLACKBOARD: Readonly<Partial<Record<ConstantName, string>>> = {
  reals: 'R',
  integers: 'Z',
  naturals: 'N',
  rationals: 'Q',
  complexes: 'C',
}

/** Notations that can only mean a set of real numbers. */
const isRealSet = (node: Node): boolean =>
  node.kind === 'combined' ||
  node.kind === 'relation' ||
  (node.kind === 'list' && node.items.some(({ kind }) => kind === 'relation')) ||
  (node.kind === 'constant' && (node.name === 'reals' || node.name === 'empty'))

function realSetsMatch(gold: Node, answer: Node, context: ComparisonContext): boolean {
  if (!isRealSet(gold) && !isRealSet(answer)) return false
  const [goldMembership, answerMembership] = [asMembership(gold), asMembership(answer)]
  if (!sharesLetters(goldMembership, answerMembership)) return partsMatch(gold, answer, context)
  const goldSet = toRealSet(goldMembership, context.work)
  const answerSet = goldSet === null ? null : toRealSet(answerMembership, context.work)
  if (goldSet !== null && answerSet !== null) return sameSet(goldSet, answerSet, context)
  return formText(gold) === formText(answer) || partsMatch(gold, answer, context)
}

/** 0 < f(x) < 1 describes the values of f. */
const asMembership = (node: Node): Node =>
  node.kind !== 'relation'
    ? node
    : {
        ...node,
        sides: node.sides.map((side) =>
          side.kind === 'applied' ? { kind: 'symbol', name: side.name } : side,
        ),
      }

/** Compares unions of sets with letters part by part. */
function partsMatch(gold: Node, answer: Node, context: ComparisonContext): boolean {
  if (gold.kind !== 'combined' || answer.kind !== 'combined' || gold.operation !== answer.operation)
    return false
  const pairs = gold.parts.map((part, index) => [part, answer.parts[index]] as const)
  const inOrder = pairs.every(
    ([goldPart, answerPart]) => answerPart !== undefined && matches(goldPart, answerPart, context),
  )
  if (inOrder || gold.operation === 'difference') return inOrder
  const [answerFirst, answerSecond] = answer.parts as [Node, Node]
  const [goldFirst, goldSecond] = gold.parts as [Node, Node]
  return matches(goldFirst, answerSecond, context) && matches(goldSecond, answerFirst, context)
}

function relationMatches(gold: Relation, answer: Relation, context: ComparisonContext): boolean {
  const [goldRelation, answerRelation] = [
    withoutMiddle(gold),
    renameArguments(withoutMiddle(gold), withoutMiddle(answer)),
  ]
  const { work } = context
  if (isEquation(goldRelation) && isEquation(answerRelation)) {
    if (haveSameName(goldRelation, answerRelation)) {
      const [goldValue, answerValue] = [goldRelation.sides[1], answerRelation.sides[1]] as [
        Node,
        Node,
      ]
      if (isRoundedTo(goldRelation, goldValue, answerValue, context)) return true
      if (matches(goldValue, answerValue, context)) return true
      // Only their values distinguish two values of one letter.
      if (solvedFor(goldRelation) !== null && solvedFor(answerRelation) !== null) return false
    }
    if (goldRelation.comparisons[0] === '≡')
      return (
        answerRelation.comparisons[0] === '≡' && congruent(goldRelation, answerRelation, context)
      )
    return (
      isAsSolved(goldRelation, answerRelation) &&
      sameRelation(goldRelation, answerRelation, context)
    )
  }
  if (!isAsSolved(goldRelation, answerRelation)) return false
  const [goldSet, answerSet] = [toRealSet(gold, work), toRealSet(answer, work)]
  if (goldSet !== null && answerSet !== null && sharesLetters(gold, answer)) {
    return sameSet(goldSet, answerSet, context)
  }
  return sameRelation(goldRelation, answerRelation, context)
}

/** Whether the answer is solved for a letter if the gold is. */
const isAsSolved = (gold: Relation, answer: Relation): boolean =>
  solvedFor(gold) === null || isSolvedRelation(answer)

/** Whether two equations are about the same name; y may stand for f(x). */
function haveSameName(gold: Relation, answer: Relation): boolean {
  const [goldName, answerName] = [gold.sides[0], answer.sides[0]]
  if (goldName === undefined || answerName === undefined) return false
  if (gold.sides.length !== 2 || answer.sides.length !== 2 || !isName(goldName)) return false
  const isGraph = (call: Node, letter: Node): boolean =>
    call.kind === 'applied' &&
    call.operands.length === 1 &&
    letter.kind === 'symbol' &&
    letter.name === 'y'
  // x_1 and x_2 are two values of x.
  if (goldName.kind === 'symbol' && answerName.kind === 'symbol') {
    return (
      goldName.name === answerName.name || goldName.name === answerName.name.replace(/_\d$/, '')
    )
  }
  return (
    isGraph(goldName, answerName) ||
    isGraph(answerName, goldName) ||
    formText(goldName) === formText(answerName)
  )
}

/** Statements about different letters, or about several, are not a set of values. */
function sharesLetters(gold: Node, answer: Node): boolean {
  const [goldLetters, answerLetters] = [collectSymbols(gold), collectSymbols(answer)]
  if (goldLetters.size > 1 || answerLetters.size > 1) return false
  return (
    goldLetters.size !== answerLetters.size ||
    [...goldLetters].every((name) => answerLetters.has(name))
  )
}

function congruent(gold: Relation, answer: Relation, context: ComparisonContext): boolean {
  const [goldLeft, goldRight] = gold.sides as [Node, Node]
  const [answerLeft, answerRight] = answer.sides as [Node, Node]
  return (
    matches(goldLeft, answerLeft, context) &&
    modulusMatches(goldRight, answerRight, context) === true
  )
}

/** A gold such as "about 0.33" accepts anything that rounds to it. */
function isRoundedTo(
  gold: Relation,
  value: Node,
  answer: Node,
  context: ComparisonContext,
): boolean {
  return gold.comparisons.at(-1) === '~' && isRounding(value, answer, context)
}

/** Whether a decimal is a value to as many places as it has. */
function isRounding(rounded: Node, value: Node, { precision, work }: ComparisonContext): boolean {
  const decimals = decimalPlacesIn(rounded)
  const places = { precision: Math.min(precision, decimals ?? 0), work }
  return decimals !== null && sameValue(rounded, value, places)
}

/** Whether an equation of two numbers is false: 3 = 2 does not state 2. */
function isFalse({ sides, comparisons }: Relation, context: ComparisonContext): boolean {
  const values = sides.map((side) =>
    contains(side, isNamedOrMeasured) ? null : constantValue(side, context.work),
  )
  return sides.some((side, index) => {
    const next = sides[index + 1]
    const [value, nextValue] = [values[index] ?? null, values[index + 1] ?? null]
    if (next === undefined || value === null || nextValue === null) return false
    const isRounded = comparisons[index] === '~' || hasDecimal(side) || hasDecimal(next)
    if (!isRounded) return !sameValue(side, next, context)
    const places = Math.min(...[side, next].map((node) => decimalPlacesIn(node) ?? 1))
    const distance = Math.abs(value - nextValue)
    return distance > 0.05 * Math.abs(value) || distance > 0.5 * 10 ** -Math.max(0, places - 1)
  })
}

/** Whether a part has a value of its own, f(2), or a unit that another side may convert. */
const isNamedOrMeasured = ({ kind }: Node): boolean =>
  /^(?:applied|symbol|quantity|degrees|based|modulo)$/.test(kind)

const hasDecimal = (node: Node): boolean =>
  contains(node, (part) => part.kind === 'number' && part.decimals !== null)

/** The statement before a rounding in `x = 1/3 ≈ 0.333`; `null` if it does not end in one. */
function exactStatement(answer: Relation, context: ComparisonContext): Node | null {
  const { sides, comparisons } = answer
  const [exact, rounded] = [sides.at(-2), sides.at(-1)]
  if (exact === undefined || rounded === undefined || isName(exact)) return null
  const isApproximate = comparisons.at(-1) === '~' || (hasDecimal(rounded) && !hasDecimal(exact))
  if (!isApproximate || !isRounding(rounded, exact, context)) return null
  if (sides.length === 2) return exact
  return { kind: 'relation', sides: sides.slice(0, -1), comparisons: comparisons.slice(0, -1) }
}

function singleMatches(gold: Node, answer: Node, context: ComparisonContext): boolean {
  if (gold.kind === 'text' || answer.kind === 'text') {
    if (gold.kind !== 'text' || answer.kind !== 'text') return false
    const [goldWords, answerWords] = [comparableText(gold.text), comparableText(answer.text)]
    return withKindsOfNumbers(goldWords) === withKindsOfNumbers(answerWords)
  }
  // f(x) and f(y) name the same function.
  if (gold.kind === 'applied' && answer.kind === 'applied' && gold.name === answer.name) {
    const isNaming = [...gold.operands, ...answer.operands].every(({ kind }) => kind === 'symbol')
    if (isNaming && /^[fgh]/i.test(gold.name))
      return gold.operands.length === answer.operands.length
  }
  // Unknown notation is compared as written, in its order.
  if (hasUnknown(gold) || hasUnknown(answer)) return formText(gold) === formText(answer)
  return sameMeasure(gold, answer, context)
}
