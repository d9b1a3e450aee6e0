import { sortByLetter } from './named-values.ts'
import type { Node } from './node.ts'
import { isFunctionLetter } from './parse-factor.ts'
import { definedName, isEquation } from './relation.ts'
import type { ComparisonContext, NodeMatcher } from './same-value.ts'
import { formText } from './tree.ts'
import { splitUnit } from './units.ts'

/** Several values in one answer, and whether their order matters. */
interface Collection {
  readonly form: 'list' | 'set' | 'tuple' | 'matrix'
  readonly items: readonly Node[]
}

export const ITEMS_MAX = 60

/**
 * Compares two answers of several items. Returns `null` if neither answer has several items. In
 * lists and sets, order does not matter. Multiplicity matters only if both repeat an item.
 */
export function sameItems(
  gold: Node,
  answer: Node,
  context: ComparisonContext,
  matchItem: NodeMatcher,
): boolean | null {
  // f(2, 3) and P(2, 3) with one name are the same point; two names are two points.
  if (gold.kind === 'applied' && answer.kind === 'applied') return null
  const [goldItems, answerItems] = [toCollection(gold), toCollection(answer)]
  if (goldItems === null && answerItems === null) return null
  if (goldItems === null)
    return answerItems !== null && equalsSingleValue(answerItems, gold, context, matchItem)
  if (answerItems === null) {
    const [onlyItem] = goldItems.items
    if (goldItems.form === 'matrix' || goldItems.form === 'tuple' || goldItems.items.length !== 1)
      return false
    return onlyItem !== undefined && matchItem(onlyItem, answer, context)
  }
  if (goldItems.form === 'matrix' || answerItems.form === 'matrix') {
    return sameMatrix(gold, answer, goldItems, answerItems, context, matchItem)
  }
  if (goldItems.form === 'tuple' || answerItems.form === 'tuple') {
    return sameTuple(gold, answer, goldItems, answerItems, context, matchItem)
  }
  if (isLogical(gold) || isLogical(answer)) {
    return (
      isLogical(gold) === isLogical(answer) &&
      isChoice(gold) === isChoice(answer) &&
      sameAsSets(goldItems.items, answerItems.items, context, matchItem)
    )
  }
  // "x = 2 or y = 3" does not say which of them holds.
  if (
    isNamed(goldItems.items) &&
    isNamed(answerItems.items) &&
    isChoice(gold) !== isChoice(answer)
  ) {
    return false
  }
  // Inequalities joined by "and" mean their intersection, which the comparison of sets decides.
  if (isChoice(gold) !== isChoice(answer) && goldItems.items.some(isInequality)) return false
  if (namesDecide(goldItems.items, answerItems.items)) {
    return inOrder(goldItems.items, answerItems.items, context, matchItem)
  }
  if (!sameAsSets(goldItems.items, answerItems.items, context, matchItem)) return false
  if (gold.kind !== 'list' || !repeats(goldItems.items) || !repeats(answerItems.items)) return true
  return sameMultiplicity(goldItems.items, answerItems.items, context, matchItem)
}

const repeats = (items: readonly Node[]): boolean =>
  new Set(items.map(formText)).size < items.length

/** Whether each item occurs equally often in both lists: 1, 2, 2 is not 1, 1, 2. */
function sameMultiplicity(
  gold: readonly Node[],
  answer: readonly Node[],
  context: ComparisonContext,
  matchItem: NodeMatcher,
): boolean {
  if (gold.length !== answer.length) return false
  const countMatches = (items: readonly Node[], item: Node): number =>
    items.filter((candidate) => matchItem(item, candidate, context)).length
  return gold.every((item) => countMatches(gold, item) === countMatches(answer, item))
}

const isInequality = (node: Node): boolean => node.kind === 'relation' && !isEquation(node)

/** Whether signs of logic join statements other than equations and bounds. */
const isLogical = (node: Node): boolean =>
  node.kind === 'list' &&
  node.isLogical === true &&
  node.items.some(({ kind }) => kind !== 'relation' && kind !== 'member')

const isChoice = (node: Node): boolean => node.kind === 'list' && node.joint === 'or'

function equalsSingleValue(
  answer: Collection,
  gold: Node,
  context: ComparisonContext,
  matchItem: NodeMatcher,
): boolean {
  // The same answer twice is not a list.
  const isRepetition =
    answer.form === 'list' && answer.items.length <= ITEMS_MAX && !isNamed(answer.items)
  if (answer.items.length !== 1 && !isRepetition) return false
  if (answer.form === 'matrix' || answer.items.length === 0) return false
  // A set that contains the empty set is not empty.
  if (answer.form === 'set' && answer.items.some(isEmptySet)) return false
  // If the gold is a range, an excluded value changes it.
  const values = isRangeOfValues(gold)
    ? answer.items
    : answer.items.filter((item) => !isExclusion(item))
  if (splitUnit(gold).unit === null && unitCount(values) > 1) return false
  return values.length > 0 && values.every((item) => matchItem(gold, item, context))
}

/** The number of different units: "5 dollars or 5 cents" is two answers. */
const unitCount = (items: readonly Node[]): number =>
  new Set(items.flatMap((item) => splitUnit(item).unit ?? [])).size

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

function toCollection(node: Node): Collection | null {
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
      return isPointName(node.name) && node.operands.length > 1
        ? { form: 'tuple', items: node.operands }
        : null
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
  matchItem: NodeMatcher,
): boolean {
  if (gold.length !== answer.length) return false
  return gold.every((item, index) => matchItem(item, answer[index] as Node, context))
}

const isEllipsis = (node: Node): boolean => node.kind === 'text' && node.text === '…'

/** Whether each item of one list equals an item of the other, in both directions. */
function sameAsSets(
  gold: readonly Node[],
  answer: readonly Node[],
  context: ComparisonContext,
  matchItem: NodeMatcher,
): boolean {
  const isLong = gold.length > ITEMS_MAX || answer.length > ITEMS_MAX
  // With an ellipsis, order carries the pattern.
  if (isLong || [gold, answer].some((items) => items.some(isEllipsis))) {
    return inOrder(gold, answer, context, matchItem)
  }
  const foundIndexes = new Set<number>()
  for (const item of gold) {
    let isFound = false
    for (const [index, candidate] of answer.entries()) {
      if (isFound && foundIndexes.has(index)) continue
      if (matchItem(item, candidate, context)) {
        foundIndexes.add(index)
        isFound = true
      }
    }
    if (!isFound) return false
  }
  return foundIndexes.size === answer.length
}

/**
 * Whether one side names its values and the other does not, as in x = 1, y = 2 and 1, 2. Then the
 * order decides which value is which.
 */
function namesDecide(gold: readonly Node[], answer: readonly Node[]): boolean {
  return (isNamed(gold) && isBare(answer)) || (isNamed(answer) && isBare(gold))
}

function isNamed(items: readonly Node[]): boolean {
  const names = new Set<string>()
  for (const item of items) {
    const name = item.kind === 'relation' && isEquation(item) ? definedName(item) : null
    if (name === null) return false
    names.add(name)
  }
  return names.size > 1
}

const isBare = (items: readonly Node[]): boolean => items.every(({ kind }) => kind !== 'relation')

/** Whether a list gives several values to one name: x = 1, x = 5. */
function areValuesOfOneName(node: Node): boolean {
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
  goldItems: Collection,
  answerItems: Collection,
  context: ComparisonContext,
  matchItem: NodeMatcher,
): boolean {
  if (goldItems.form === 'set' || answerItems.form === 'set') return false
  // A choice is not a pair, nor are two values of one name.
  if (isChoice(gold) || isChoice(answer) || areValuesOfOneName(gold) || areValuesOfOneName(answer))
    return false
  const isOpen = (node: Node): boolean =>
    node.kind !== 'tuple' || (node.open === 'round' && node.close === 'round')
  if (gold.kind === 'tuple' && answer.kind === 'tuple') {
    if (!sameBrackets(gold, answer)) return false
  } else if (!(isOpen(gold) && isOpen(answer))) return false
  const inNameOrder = (items: readonly Node[]): readonly Node[] =>
    isNamed(items) ? sortByLetter(items) : items
  return inOrder(inNameOrder(goldItems.items), inNameOrder(answerItems.items), context, matchItem)
}

/** Square brackets are an interval or a list, and round ones a point. */
const sameBrackets = (gold: Tuple, answer: Tuple): boolean =>
  gold.open === answer.open && gold.close === answer.close

/** Rows and columns matter between matrices. A list of coordinates may stand for a vector. */
function sameMatrix(
  gold: Node,
  answer: Node,
  goldItems: Collection,
  answerItems: Collection,
  context: ComparisonContext,
  matchItem: NodeMatcher,
): boolean {
  if (gold.kind === 'matrix' && answer.kind === 'matrix') {
    if (gold.rows.length !== answer.rows.length) return false
    return inOrder(goldItems.items, answerItems.items, context, matchItem)
  }
  const [matrix, tuple] = gold.kind === 'matrix' ? [gold, answer] : [answer, gold]
  if (matrix.kind !== 'matrix' || tuple.kind !== 'tuple') return false
  const isVector = matrix.rows.length === 1 || matrix.rows[0]?.length === 1
  if (isVector) return inOrder(goldItems.items, answerItems.items, context, matchItem)
  // Rows in brackets of their own, as programs write matrices.
  const rows = matrix.rows.map(
    (items): Node => ({ kind: 'tuple', open: 'square', close: 'square', items }),
  )
  const nestedTuple: Node = { kind: 'tuple', open: 'square', close: 'square', items: rows }
  return inOrder(nestedTuple.items, tuple.items, context, matchItem)
}
