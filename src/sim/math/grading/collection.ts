import { sortByLetter } from './named-values.ts'
import type { Node } from './node.ts'
import { isFunctionLetter } from './parse-factor.ts'
import { isEquation, nameOf } from './relation.ts'
import type { ComparisonContext, Matching } from './same-value.ts'
import { formText } from './tree.ts'
import { measured } from './units.ts'

/** Several values in one answer, and whether their order matters. */
interface Collection {
  readonly form: 'list' | 'set' | 'tuple' | 'matrix'
  readonly items: readonly Node[]
}

export const ITEMS_MAX = 60

/**
 * Compares two answers of several parts; `null` if neither is one. In lists and sets, order does
 * not matter. Multiplicity matters only if both repeat an item.
 */
export function sameItems(
  gold: Node,
  answer: Node,
  context: ComparisonContext,
  matching: Matching,
): boolean | null {
  // f(2, 3) and P(2, 3) with one name are the same point; two names are two points.
  if (gold.kind === 'applied' && answer.kind === 'applied') return null
  const [wanted, given] = [collectionOf(gold), collectionOf(answer)]
  if (wanted === null && given === null) return null
  if (wanted === null) return given !== null && isLone(given, gold, context, matching)
  if (given === null) {
    const [only] = wanted.items
    if (wanted.form === 'matrix' || wanted.form === 'tuple' || wanted.items.length !== 1)
      return false
    return only !== undefined && matching(only, answer, context)
  }
  if (wanted.form === 'matrix' || given.form === 'matrix') {
    return sameMatrix(gold, answer, wanted, given, context, matching)
  }
  if (wanted.form === 'tuple' || given.form === 'tuple') {
    return sameTuple(gold, answer, wanted, given, context, matching)
  }
  if (isLogical(gold) || isLogical(answer)) {
    return (
      isLogical(gold) === isLogical(answer) &&
      isChoice(gold) === isChoice(answer) &&
      asSets(wanted.items, given.items, context, matching)
    )
  }
  // "x = 2 or y = 3" does not say which of them holds.
  if (isNamed(wanted.items) && isNamed(given.items) && isChoice(gold) !== isChoice(answer)) {
    return false
  }
  // Inequalities joined by "and" mean their intersection, which the comparison of sets decides.
  if (isChoice(gold) !== isChoice(answer) && wanted.items.some(isInequality)) return false
  if (namesDecide(wanted.items, given.items)) {
    return inOrder(wanted.items, given.items, context, matching)
  }
  if (!asSets(wanted.items, given.items, context, matching)) return false
  if (gold.kind !== 'list' || !repeats(wanted.items) || !repeats(given.items)) return true
  return sameTimes(wanted.items, given.items, context, matching)
}

const repeats = (items: readonly Node[]): boolean =>
  new Set(items.map(formText)).size < items.length

/** Whether each item occurs equally often in both lists: 1, 2, 2 is not 1, 1, 2. */
function sameTimes(
  gold: readonly Node[],
  answer: readonly Node[],
  context: ComparisonContext,
  matching: Matching,
): boolean {
  if (gold.length !== answer.length) return false
  const times = (items: readonly Node[], wanted: Node): number =>
    items.filter((item) => matching(wanted, item, context)).length
  return gold.every((item) => times(gold, item) === times(answer, item))
}

const isInequality = (node: Node): boolean => node.kind === 'relation' && !isEquation(node)

/** Whether signs of logic join statements other than equations and bounds. */
const isLogical = (node: Node): boolean =>
  node.kind === 'list' &&
  node.isLogical === true &&
  node.items.some(({ kind }) => kind !== 'relation' && kind !== 'member')

const isChoice = (node: Node): boolean => node.kind === 'list' && node.joint === 'or'

function isLone(
  given: Collection,
  gold: Node,
  context: ComparisonContext,
  matching: Matching,
): boolean {
  // The same answer twice is not a list.
  const isAgain = given.form === 'list' && given.items.length <= ITEMS_MAX && !isNamed(given.items)
  if (given.items.length !== 1 && !isAgain) return false
  if (given.form === 'matrix' || given.items.length === 0) return false
  // A set that contains the empty set is not empty.
  if (given.form === 'set' && given.items.some(isEmptySet)) return false
  // If the gold is a range, an excluded value changes it.
  const values = isRangeOfValues(gold)
    ? given.items
    : given.items.filter((item) => !isExclusion(item))
  if (measured(gold).unit === null && unitCount(values) > 1) return false
  return values.length > 0 && values.every((item) => matching(gold, item, context))
}

/** The number of different units: "5 dollars or 5 cents" is two answers. */
const unitCount = (items: readonly Node[]): number =>
  new Set(items.flatMap((item) => measured(item).unit ?? [])).size

const isEmptySet = (node: Node): boolean => node.kind === 'constant' && node.name === 'empty'

/** Whether a gold is a set of real numbers that contains an interval. */
const isRangeOfValues = (gold: Node): boolean =>
  isInequality(gold) ||
  gold.kind === 'combined' ||
  (gold.kind === 'tuple' && gold.items.length === 2) ||
  (gold.kind === 'member' && isRangeOfValues(gold.set))

/** "x + 1, x ≠ 2" also says where it does not hold. */
export const isExclusion = (node: Node): boolean =>
  node.kind === 'relation' && node.comparisons.every((sign) => sign === '!=')

function collectionOf(node: Node): Collection | null {
  switch (node.kind) {
    case 'list':
      return { form: 'list', items: node.items }
    case 'set':
      return { form: 'set', items: node.items }
    case 'tuple':
      return { form: 'tuple', items: node.items }
    case 'matrix':
      return { form: 'matrix', items: node.rows.flat() }
    case 'applied':
      return isPointName(node.name) && node.of.length > 1 ? { form: 'tuple', items: node.of } : null
    default:
      return null
  }
}

/** `P(3, 5)` is a point with its name. */
const isPointName = (name: string): boolean => /^[A-Z]$/.test(name) && !isFunctionLetter(name)

function inOrder(
  gold: readonly Node[],
  answer: readonly Node[],
  context: ComparisonContext,
  matching: Matching,
): boolean {
  if (gold.length !== answer.length) return false
  return gold.every((item, index) => matching(item, answer[index] as Node, context))
}

const isEllipsis = (node: Node): boolean => node.kind === 'text' && node.text === '…'

/** Whether each item of one list equals an item of the other, in both directions. */
function asSets(
  gold: readonly Node[],
  answer: readonly Node[],
  context: ComparisonContext,
  matching: Matching,
): boolean {
  const isLong = gold.length > ITEMS_MAX || answer.length > ITEMS_MAX
  // With an ellipsis, order carries the pattern.
  if (isLong || [gold, answer].some((items) => items.some(isEllipsis))) {
    return inOrder(gold, answer, context, matching)
  }
  const found = new Set<number>()
  for (const item of gold) {
    let isFound = false
    for (const [index, other] of answer.entries()) {
      if (isFound && found.has(index)) continue
      if (matching(item, other, context)) {
        found.add(index)
        isFound = true
      }
    }
    if (!isFound) return false
  }
  return found.size === answer.length
}

/** x = 1, y = 2 answered by 1, 2: only the order tells which value is which. */
function namesDecide(gold: readonly Node[], answer: readonly Node[]): boolean {
  return (isNamed(gold) && isBare(answer)) || (isNamed(answer) && isBare(gold))
}

function isNamed(items: readonly Node[]): boolean {
  const names = new Set<string>()
  for (const item of items) {
    const name = item.kind === 'relation' && isEquation(item) ? nameOf(item) : null
    if (name === null) return false
    names.add(name)
  }
  return names.size > 1
}

const isBare = (items: readonly Node[]): boolean => items.every(({ kind }) => kind !== 'relation')

/** x = 1, x = 5 */
function areOfOne(node: Node): boolean {
  if (node.kind !== 'list' || node.items.length < 2) return false
  const names = node.items.map((item) =>
    item.kind === 'relation' && isEquation(item) && item.sides[0]?.kind === 'symbol'
      ? item.sides[0].name
      : null,
  )
  return names[0] !== null && new Set(names).size === 1
}

type Tuple = Extract<Node, { kind: 'tuple' }>

function sameTuple(
  gold: Node,
  answer: Node,
  wanted: Collection,
  given: Collection,
  context: ComparisonContext,
  matching: Matching,
): boolean {
  if (wanted.form === 'set' || given.form === 'set') return false
  // A choice is not a pair, nor are two values of one name.
  if (isChoice(gold) || isChoice(answer) || areOfOne(gold) || areOfOne(answer)) return false
  const isOpen = (node: Node): boolean =>
    node.kind !== 'tuple' || (node.open === 'round' && node.close === 'round')
  if (gold.kind === 'tuple' && answer.kind === 'tuple') {
    if (!sameBrackets(gold, answer)) return false
  } else if (!(isOpen(gold) && isOpen(answer))) return false
  const ordered = (items: readonly Node[]): readonly Node[] =>
    isNamed(items) ? sortByLetter(items) : items
  return inOrder(ordered(wanted.items), ordered(given.items), context, matching)
}

/** Square brackets are an interval or a list, and round ones a point. */
const sameBrackets = (gold: Tuple, answer: Tuple): boolean =>
  gold.open === answer.open && gold.close === answer.close

/** Rows and columns matter between matrices. A list of coordinates may stand for a vector. */
function sameMatrix(
  gold: Node,
  answer: Node,
  wanted: Collection,
  given: Collection,
  context: ComparisonContext,
  matching: Matching,
): boolean {
  if (gold.kind === 'matrix' && answer.kind === 'matrix') {
    if (gold.rows.length !== answer.rows.length) return false
    return inOrder(wanted.items, given.items, context, matching)
  }
  const [matrix, other] = gold.kind === 'matrix' ? [gold, answer] : [answer, gold]
  if (matrix.kind !== 'matrix' || other.kind !== 'tuple') return false
  const isVector = matrix.rows.length === 1 || matrix.rows[0]?.length === 1
  if (isVector) return inOrder(wanted.items, given.items, context, matching)
  // Rows in brackets of their own, as programs write matrices.
  const rows = matrix.rows.map(
    (items): Node => ({ kind: 'tuple', open: 'square', close: 'square', items }),
  )
  const nested: Node = { kind: 'tuple', open: 'square', close: 'square', items: rows }
  return inOrder(nested.items, other.items, context, matching)
}
