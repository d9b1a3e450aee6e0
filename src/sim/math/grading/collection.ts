import { sortByLetter } from './named-values.ts'
import type { Node } from './node.ts'
import { isFunctionLetter } from './parse-factor.ts'
import { definedName, isEquation } from './relation.ts'
import { formText } from './tree.ts'
import { splitUnit } from './units.ts'

/** Several values in one answer. In lists and sets, their order does not matter. */
interface Collection {
  readonly node: Node
  readonly form: 'list' | 'set' | 'tuple' | 'matrix'
  readonly items: readonly Node[]
}

type Items = readonly Node[]

/** Whether an item of an answer equals an item of the gold. */
type SameItem = (gold: Node, answer: Node) => boolean

export const ITEMS_MAX = 60

/**
 * Compares two answers of several items. Returns `null` if neither answer has several items. In
 * lists and sets, order does not matter. Multiplicity matters only if both repeat an item.
 */
export function sameItems(goldNode: Node, answerNode: Node, same: SameItem): boolean | null {
  // f(2, 3) and P(2, 3) with one name are the same point; two names are two points.
  if (goldNode.kind === 'applied' && answerNode.kind === 'applied') return null
  const [gold, answer] = [toCollection(goldNode), toCollection(answerNode)]
  if (gold === null) return answer === null ? null : equalsSingleValue(answer, goldNode, same)
  if (answer === null) {
    const [onlyItem, ...others] = gold.form === 'list' || gold.form === 'set' ? gold.items : []
    return onlyItem !== undefined && others.length === 0 && same(onlyItem, answerNode)
  }
  const forms = [gold.form, answer.form]
  if (forms.includes('matrix')) return sameMatrix(gold, answer, same)
  if (forms.includes('tuple')) return !forms.includes('set') && sameTuple(gold, answer, same)
  return sameMembers(gold, answer, same)
}

/** Compares two lists or sets. */
function sameMembers(gold: Collection, answer: Collection, same: SameItem): boolean {
  const isSameJoint = isChoice(gold.node) === isChoice(answer.node)
  if (isLogical(gold.node) || isLogical(answer.node)) {
    const areLogical = isLogical(gold.node) && isLogical(answer.node)
    return areLogical && isSameJoint && sameAsSets(gold.items, answer.items, same)
  }
  // "x = 2 or y = 3" does not say which of them holds. Inequalities joined by "and" mean their
  // intersection, which the comparison of sets decides.
  const areNamed = isNamed(gold.items) && isNamed(answer.items)
  if (!isSameJoint && (areNamed || gold.items.some(isInequality))) return false
  if (namesDecide(gold.items, answer.items)) return inOrder(gold.items, answer.items, same)
  if (!sameAsSets(gold.items, answer.items, same)) return false
  const isCounted = gold.form === 'list' && repeats(gold.items) && repeats(answer.items)
  return !isCounted || sameMultiplicity(gold.items, answer.items, same)
}

const repeats = (items: Items): boolean => new Set(items.map(formText)).size < items.length

/** Whether each item occurs equally often in both lists: 1, 2, 2 is not 1, 1, 2. */
function sameMultiplicity(gold: Items, answer: Items, same: SameItem): boolean {
  const countMatches = (items: Items, item: Node): number =>
    items.filter((candidate) => same(item, candidate)).length
  return (
    gold.length === answer.length &&
    gold.every((item) => countMatches(gold, item) === countMatches(answer, item))
  )
}

const isInequality = (node: Node): boolean => node.kind === 'relation' && !isEquation(node)

/** Whether signs of logic join statements other than equations and bounds. */
const isLogical = (node: Node): boolean =>
  node.kind === 'list' &&
  node.isLogical === true &&
  node.items.some(({ kind }) => kind !== 'relation' && kind !== 'member')

const isChoice = (node: Node): boolean => node.kind === 'list' && node.joint === 'or'

function equalsSingleValue({ form, items }: Collection, gold: Node, same: SameItem): boolean {
  // The same answer twice is not a list.
  const isRepetition = form === 'list' && items.length <= ITEMS_MAX && !isNamed(items)
  if (items.length !== 1 && !isRepetition) return false
  if (form === 'matrix' || items.length === 0) return false
  // A set that contains the empty set is not empty.
  if (form === 'set' && items.some(isEmptySet)) return false
  // If the gold is a range, an excluded value changes it.
  const values = isRangeOfValues(gold) ? items : items.filter((item) => !isExclusion(item))
  if (splitUnit(gold).unit === null && unitCount(values) > 1) return false
  return values.length > 0 && values.every((item) => same(gold, item))
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
    case 'set':
    case 'tuple':
      return { node, form: node.kind, items: node.items }
    case 'matrix':
      return { node, form: 'matrix', items: node.rows.flat() }
    case 'applied':
      return isNamedPoint(node) ? { node, form: 'tuple', items: node.operands } : null
    default:
      return null
  }
}

/** `P(3, 5)` is a point with its name. */
export const isNamedPoint = ({ name, operands }: Extract<Node, { kind: 'applied' }>): boolean =>
  /^[A-Z]$/.test(name) && !isFunctionLetter(name) && operands.length > 1

const inOrder = (gold: Items, answer: Items, same: SameItem): boolean =>
  gold.length === answer.length && gold.every((item, index) => same(item, answer[index] as Node))

const isEllipsis = (node: Node): boolean => node.kind === 'text' && node.text === '…'

/** Whether each item of one list equals an item of the other, in both directions. */
function sameAsSets(gold: Items, answer: Items, same: SameItem): boolean {
  const isLong = gold.length > ITEMS_MAX || answer.length > ITEMS_MAX
  // With an ellipsis, order carries the pattern.
  if (isLong || [gold, answer].some((items) => items.some(isEllipsis)))
    return inOrder(gold, answer, same)
  const foundIndexes = new Set<number>()
  for (const item of gold) {
    let isFound = false
    for (const [index, candidate] of answer.entries()) {
      if (isFound && foundIndexes.has(index)) continue
      if (same(item, candidate)) {
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
const namesDecide = (gold: Items, answer: Items): boolean =>
  (isNamed(gold) && isBare(answer)) || (isNamed(answer) && isBare(gold))

function isNamed(items: Items): boolean {
  const names = new Set<string>()
  for (const item of items) {
    const name = item.kind === 'relation' && isEquation(item) ? definedName(item) : null
    if (name === null) return false
    names.add(name)
  }
  return names.size > 1
}

const isBare = (items: Items): boolean => items.every(({ kind }) => kind !== 'relation')

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

const isOpen = (node: Node): boolean =>
  node.kind !== 'tuple' || (node.open === 'round' && node.close === 'round')

function sameTuple(gold: Collection, answer: Collection, same: SameItem): boolean {
  const nodes = [gold.node, answer.node] as const
  // A choice is not a pair, nor are two values of one name.
  if (nodes.some((node) => isChoice(node) || areValuesOfOneName(node))) return false
  if (!haveSameBrackets(...nodes)) return false
  const inNameOrder = (items: Items): Items => (isNamed(items) ? sortByLetter(items) : items)
  return inOrder(inNameOrder(gold.items), inNameOrder(answer.items), same)
}

/** Square brackets are an interval or a list, and round ones a point. */
const haveSameBrackets = (gold: Node, answer: Node): boolean =>
  gold.kind === 'tuple' && answer.kind === 'tuple'
    ? gold.open === answer.open && gold.close === answer.close
    : isOpen(gold) && isOpen(answer)

/** Rows and columns matter between matrices. A list of coordinates may stand for a vector. */
function sameMatrix(gold: Collection, answer: Collection, same: SameItem): boolean {
  if (gold.node.kind === 'matrix' && answer.node.kind === 'matrix') {
    return (
      gold.node.rows.length === answer.node.rows.length && inOrder(gold.items, answer.items, same)
    )
  }
  const [matrix, other] = gold.form === 'matrix' ? [gold, answer] : [answer, gold]
  if (matrix.node.kind !== 'matrix' || other.node.kind !== 'tuple') return false
  const { rows } = matrix.node
  if (rows.length === 1 || rows[0]?.length === 1) return inOrder(gold.items, answer.items, same)
  // Rows in brackets of their own, as programs write matrices.
  const tuples = rows.map(
    (items): Node => ({ kind: 'tuple', open: 'square', close: 'square', items }),
  )
  return inOrder(tuples, other.items, same)
}
