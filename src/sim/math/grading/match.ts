import { sameItems } from './collection.ts'
import { modulusMatches, sameMeasure } from './measure.ts'
import { splitChains } from './named-values.ts'
import type { ConstantName, Node } from './node.ts'
import { samePieces } from './piecewise.ts'
import { realSetOf, sameSet } from './real-set.ts'
import {
  assigned,
  finalSide,
  isEquation,
  isMemberName,
  isName,
  isSolvedRelation,
  type Relation,
  renamed,
  sameRelation,
  solvedFor,
  withoutMiddle,
} from './relation.ts'
import { type ComparisonContext, placesOf, sameValue } from './same-value.ts'
import { textKey, withKindsOfNumbers } from './text.ts'
import { formText, symbolsOf } from './tree.ts'
import { hasUnknown } from './unfinished.ts'
import { coordinatesOf, mayBeVector } from './vector.ts'

/** Whether an answer equals the gold. It is not symmetric: the gold decides the form. */
export function matches(gold: Node, answer: Node, context: ComparisonContext): boolean {
  if (!context.work.spend(20)) return false
  const chain = gold.kind === 'list' ? splitChain(answer) : null
  if (chain !== null) return matches(gold, chain, context)
  const exact = answer.kind === 'relation' ? beforeRounding(answer, context) : null
  if (exact !== null && matches(gold, exact, context)) return true
  if (gold.kind === 'relation' && answer.kind === 'relation') {
    return relationMatches(gold, answer, context)
  }
  if (answer.kind === 'relation' && isEquation(answer)) {
    if (isFalse(answer, context)) return false
    return matches(gold, finalSide(answer), context)
  }
  if (gold.kind === 'relation' && isEquation(gold)) {
    const value = assigned(gold)
    if (value === null) return false
    return isRoundedTo(gold, value, answer, context) || matches(value, answer, context)
  }
  // x^2 ∈ [1, 4] is a statement about x; it is not the same as [1, 4].
  if (answer.kind === 'member' && !isMemberName(answer.of) && formText(gold) !== formText(answer)) {
    return gold.kind === 'member' && formText(gold.of) === formText(answer.of)
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
  if (gold.kind === 'piecewise' || answer.kind === 'piecewise') {
    return samePieces(gold, answer, context, matches)
  }
  const vector = vectorMatches(gold, answer, context)
  if (vector !== null) return vector
  const [one, other] = [lonePair(gold), lonePair(answer)]
  if (one !== gold || other !== answer) return matches(one, other, context)
  const items = sameItems(gold, answer, context, matches)
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
 * Compares coordinates with a sum of multiples of i, j and k; `null` if the pair is another one.
 */
function vectorMatches(gold: Node, answer: Node, context: ComparisonContext): boolean | null {
  const [wanted, given] = [coordinates(gold), coordinates(answer)]
  if ((wanted === null) === (given === null)) return null
  const [listed, sum] = wanted === null ? [given, gold] : [wanted, answer]
  if (listed === null || !mayBeVector(sum)) return null
  const parts = coordinatesOf(sum, listed.length)
  if (parts === null) return null
  return listed.every((item, axis) => {
    const part = parts[axis]
    return part !== undefined && matches(item, part, context)
  })
}

/** The only pair in a set; it cannot be an interval. */
function lonePair(node: Node): Node {
  const [only, ...others] = node.kind === 'set' ? node.items : []
  const isPair = only?.kind === 'tuple' && only.open === 'round' && only.close === 'round'
  return isPair && others.length === 0 ? only : node
}

/** The entries of a column, a row or round brackets; otherwise `null`. */
function coordinates(node: Node): readonly Node[] | null {
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
  const [wanted, given] = [asMembership(gold), asMembership(answer)]
  if (!sharesLetters(wanted, given)) return partsMatch(gold, answer, context)
  const first = realSetOf(wanted, context.work)
  const second = first === null ? null : realSetOf(given, context.work)
  if (first !== null && second !== null) return sameSet(first, second, context)
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
  if (gold.kind !== 'combined' || answer.kind !== 'combined' || gold.by !== answer.by) return false
  const pairs = gold.parts.map((part, index) => [part, answer.parts[index]] as const)
  const inOrder = pairs.every(([one, other]) => other !== undefined && matches(one, other, context))
  if (inOrder || gold.by === 'difference') return inOrder
  const [first, second] = answer.parts as [Node, Node]
  const [goldFirst, goldSecond] = gold.parts as [Node, Node]
  return matches(goldFirst, second, context) && matches(goldSecond, first, context)
}

function relationMatches(gold: Relation, answer: Relation, context: ComparisonContext): boolean {
  const [wanted, given] = [withoutMiddle(gold), renamed(withoutMiddle(gold), withoutMiddle(answer))]
  const { work } = context
  if (isEquation(wanted) && isEquation(given)) {
    if (haveSameName(wanted, given)) {
      const [value, other] = [wanted.sides[1], given.sides[1]] as [Node, Node]
      if (isRoundedTo(wanted, value, other, context)) return true
      if (matches(value, other, context)) return true
      // Only their values distinguish two values of one letter.
      if (solvedFor(wanted) !== null && solvedFor(given) !== null) return false
    }
    if (wanted.comparisons[0] === '≡')
      return given.comparisons[0] === '≡' && congruent(wanted, given, context)
    return isAsSolved(wanted, given) && sameRelation(wanted, given, context)
  }
  if (!isAsSolved(wanted, given)) return false
  const [first, second] = [realSetOf(gold, work), realSetOf(answer, work)]
  if (first !== null && second !== null && sharesLetters(gold, answer)) {
    return sameSet(first, second, context)
  }
  return sameRelation(wanted, given, context)
}

/** An unsolved equation is not a solution. */
const isAsSolved = (gold: Relation, answer: Relation): boolean =>
  solvedFor(gold) === null || isSolvedRelation(answer)

/** Whether two equations are about the same name; y may stand for f(x). */
function haveSameName(gold: Relation, answer: Relation): boolean {
  const [left, other] = [gold.sides[0], answer.sides[0]]
  if (left === undefined || other === undefined) return false
  if (gold.sides.length !== 2 || answer.sides.length !== 2 || !isName(left)) return false
  const isGraph = (one: Node, two: Node): boolean =>
    one.kind === 'applied' && one.of.length === 1 && two.kind === 'symbol' && two.name === 'y'
  // x_1 and x_2 are two values of x.
  if (left.kind === 'symbol' && other.kind === 'symbol') {
    return left.name === other.name || left.name === other.name.replace(/_\d$/, '')
  }
  return isGraph(left, other) || isGraph(other, left) || formText(left) === formText(other)
}

/** Statements about different letters, or about several, are not a set of values. */
function sharesLetters(gold: Node, answer: Node): boolean {
  const [wanted, given] = [symbolsOf(gold), symbolsOf(answer)]
  if (wanted.size > 1 || given.size > 1) return false
  return wanted.size !== given.size || [...wanted].every((name) => given.has(name))
}

function congruent(gold: Relation, answer: Relation, context: ComparisonContext): boolean {
  const [left, right] = gold.sides as [Node, Node]
  const [otherLeft, otherRight] = answer.sides as [Node, Node]
  return matches(left, otherLeft, context) && modulusMatches(right, otherRight, context) === true
}

/** A gold such as "about 0.33" accepts anything that rounds to it. */
function isRoundedTo(
  gold: Relation,
  value: Node,
  answer: Node,
  context: ComparisonContext,
): boolean {
  const decimals = placesOf(value)
  if (gold.comparisons.at(-1) !== '~' || decimals === null) return false
  const { precision, work } = context
  return sameValue(value, answer, { precision: Math.min(precision, decimals), work })
}

const PLAIN: ReadonlySet<string> = new Set(['number', 'negative', 'quotient'])

/** Whether an equation of two numbers is false: 3 = 2 does not state 2. */
function isFalse({ sides, comparisons }: Relation, context: ComparisonContext): boolean {
  return sides.some((side, at) => {
    const next = sides[at + 1]
    if (next === undefined || !PLAIN.has(side.kind) || !PLAIN.has(next.kind)) return false
    if (symbolsOf(side).size > 0 || symbolsOf(next).size > 0) return false
    const isRounded = comparisons[at] === '~' || placesOf(side) !== null || placesOf(next) !== null
    if (!isRounded) return !sameValue(side, next, context)
    const decimals = Math.min(...[side, next].map((each) => placesOf(each) ?? context.precision))
    return !sameValue(side, next, { ...context, precision: Math.max(0, decimals - 1) })
  })
}

/** The statement before a rounding in `x = 1/3 ≈ 0.333`; `null` if it does not end in one. */
function beforeRounding(answer: Relation, context: ComparisonContext): Node | null {
  const { sides, comparisons } = answer
  const [before, rounded] = [sides.at(-2), sides.at(-1)]
  if (before === undefined || rounded === undefined || isName(before)) return null
  if (!isRoundedTo(answer, rounded, before, context)) return null
  if (sides.length === 2) return before
  return { kind: 'relation', sides: sides.slice(0, -1), comparisons: comparisons.slice(0, -1) }
}

function singleMatches(gold: Node, answer: Node, context: ComparisonContext): boolean {
  if (gold.kind === 'text' || answer.kind === 'text') {
    if (gold.kind !== 'text' || answer.kind !== 'text') return false
    const [wanted, given] = [textKey(gold.text), textKey(answer.text)]
    return withKindsOfNumbers(wanted) === withKindsOfNumbers(given)
  }
  // f(x) and f(y) name the same function.
  if (gold.kind === 'applied' && answer.kind === 'applied' && gold.name === answer.name) {
    const isNaming = [...gold.of, ...answer.of].every(({ kind }) => kind === 'symbol')
    if (isNaming && /^[fgh]/i.test(gold.name)) return gold.of.length === answer.of.length
  }
  // Unknown notation is compared as written, in its order.
  if (hasUnknown(gold) || hasUnknown(answer)) return formText(gold) === formText(answer)
  return sameMeasure(gold, answer, context)
}
