import { classifyAnswer } from '../grading/form/sort.ts'
import { exactValue, type Node, realValue } from '../grading/index.ts'
import { compareExpressions } from './compare-expressions.ts'
import { compareForms } from './compare-forms.ts'
import { compareNumbers, isNear } from './compare-numbers.ts'
import type { FindingKind } from './finding.ts'

/** The kind of mistake of a wrong answer, compared with the right one. */
export function compareShapes(gold: Node, answer: Node): FindingKind {
  const [goldUnit, answerUnit] = [unitOf(gold), unitOf(answer)]
  const [bareGold, bareAnswer] = [bareOf(gold), bareOf(answer)]
  if (goldUnit !== '' && answerUnit !== '' && goldUnit !== answerUnit) return 'units'
  const [goldForm, answerForm] = [classifyAnswer(bareGold), classifyAnswer(bareAnswer)]
  const [goldItems, answerItems] = [itemsOf(bareGold), itemsOf(bareAnswer)]
  // A list of candidates for one value would allow a binary search.
  if (goldItems === undefined && answerForm === 'list') return 'several_answers'
  // The question states the size of a tuple. A tuple of another size may be a list of candidates.
  const isTuple = bareGold.kind === 'tuple'
  const isPart = !isTuple && goldItems?.some((item) => sameValue(item, bareAnswer))
  const otherForm = isPart === true ? undefined : compareForms(goldForm, answerForm)
  if (otherForm !== undefined) return otherForm
  if (isIntervalLike(bareGold) && isIntervalLike(bareAnswer)) {
    return compareIntervals(bareGold, bareAnswer)
  }
  if (bareGold.kind === 'relation' && bareAnswer.kind === 'relation') {
    return compareRelations(bareGold, bareAnswer)
  }
  const isRange = goldForm === 'interval' && answerForm === 'interval'
  const isPlain = [bareGold, bareAnswer].some(({ kind }) => /^(?:relation|constant)$/.test(kind))
  if (isRange && isPlain) return 'interval_check'
  if (bareGold.kind === 'combined' || bareAnswer.kind === 'combined') {
    return compareItems(partsOf(bareGold), partsOf(bareAnswer))
  }
  if (bareGold.kind === 'matrix' && bareAnswer.kind === 'matrix') {
    const size = sizeOf(bareGold) === sizeOf(bareAnswer) ? undefined : 'matrix_size'
    if (size !== undefined) return size
  }
  if (isTuple && answerItems !== undefined && answerItems.length !== bareGold.items.length) {
    return answerItems.length < bareGold.items.length ? 'missing_elements' : 'unexplained'
  }
  if (answerItems !== undefined && isCandidateList(answerItems, goldItems)) return 'unexplained'
  if (goldItems !== undefined || answerItems !== undefined) {
    return compareItems(goldItems ?? [bareGold], answerItems ?? [bareAnswer])
  }
  return goldForm === 'expression'
    ? compareExpressions(bareGold, bareAnswer)
    : compareNumbers(bareGold, bareAnswer)
}

/** Whether an answer has so many items that they are candidates. */
const isCandidateList = (answer: readonly Node[], gold: readonly Node[] = []): boolean =>
  answer.length > Math.max(4, 2 * gold.length)

/** The numbers of rows and columns of a matrix. */
const sizeOf = ({ rows }: Extract<Node, { readonly kind: 'matrix' }>): string =>
  rows.map(({ length }) => length).join()

type Tuple = Extract<Node, { readonly kind: 'tuple' }>

const isIntervalLike = (node: Node): node is Tuple =>
  node.kind === 'tuple' && node.items.length === 2

function compareIntervals(gold: Tuple, answer: Tuple): FindingKind {
  const right = [0, 1].filter((end) => sameValue(gold.items[end], answer.items[end])).length
  const brackets = gold.open === answer.open && gold.close === answer.close
  // Round brackets around two items may be a pair of numbers or an interval.
  const isPair = gold.open === 'round' && gold.close === 'round' && brackets
  if (right === 2) return brackets ? 'form' : 'interval_brackets'
  if (isPair && finite(gold)) {
    if (isSwapped(gold.items, answer.items)) return 'order'
    return right === 1 ? 'other_elements' : 'unexplained'
  }
  return right === 1 ? 'interval_end' : 'interval_both_ends'
}

const finite = ({ items }: Tuple): boolean =>
  items.every((item) => {
    const value = realValue(item)
    return value !== null && Number.isFinite(value)
  })

const isSwapped = (gold: readonly Node[], answer: readonly Node[]): boolean =>
  sameValue(gold[0], answer[1]) && sameValue(gold[1], answer[0])

/** The intervals of a union, or the interval itself. */
const partsOf = (node: Node): readonly Node[] => (node.kind === 'combined' ? node.parts : [node])

/** The items of a list, set or longer tuple; undefined for anything else. */
function itemsOf(node: Node): readonly Node[] | undefined {
  switch (node.kind) {
    case 'list':
    case 'set':
    case 'tuple':
      return node.items
    case 'ratio':
      return node.parts
    case 'matrix':
      return node.rows.flat()
    case 'plus_minus':
      return [node, node]
    default:
      return undefined
  }
}

type Relation = Extract<Node, { readonly kind: 'relation' }>

/** "x < 5" and "x ≤ 5" differ only in the end; other relations may differ in any way. */
function compareRelations(gold: Relation, answer: Relation): FindingKind {
  const sameSides =
    gold.sides.length === answer.sides.length &&
    gold.sides.every((side, index) => sameValue(side, answer.sides[index]))
  if (!sameSides) return classifyAnswer(gold) === 'equation' ? 'equation' : 'interval_check'
  const strict = ({ comparisons }: Relation): string =>
    comparisons.map((comparison) => comparison.replace(/(?<=[<>])=/, '')).join()
  if (strict(gold) === strict(answer)) return 'interval_brackets'
  return classifyAnswer(gold) === 'equation' ? 'equation' : 'direction'
}

function compareItems(goldItems: readonly Node[], answerItems: readonly Node[]): FindingKind {
  if (goldItems.some(({ kind }) => kind === 'plus_minus')) return 'unexplained'
  const found = goldItems.filter((item) => answerItems.some((other) => sameValue(item, other)))
  const kept = answerItems.filter((item) => goldItems.some((other) => sameValue(item, other)))
  const hasAll = found.length === goldItems.length
  if (hasAll && kept.length === answerItems.length) {
    const inOrder = goldItems.every((item, index) => sameValue(item, answerItems[index]))
    return inOrder ? 'form' : 'order'
  }
  if (hasAll) return 'extra_elements'
  if (kept.length === answerItems.length) return 'missing_elements'
  return found.length > 0 ? 'other_elements' : 'unexplained'
}

function sameValue(left: Node | undefined, right: Node | undefined): boolean {
  if (left === undefined || right === undefined) return false
  const [exactLeft, exactRight] = [exactValue(left), exactValue(right)]
  if (exactLeft !== null && exactRight !== null) {
    return (
      exactLeft.numerator === exactRight.numerator &&
      exactLeft.denominator === exactRight.denominator
    )
  }
  const [realLeft, realRight] = [realValue(left), realValue(right)]
  if (realLeft !== null && realRight !== null) {
    if (realLeft === realRight) return true
    const bothFinite = Number.isFinite(realLeft) && Number.isFinite(realRight)
    return bothFinite && isNear(realLeft, realRight)
  }
  if (left.kind === 'tuple' && right.kind === 'tuple') {
    const sameBrackets = left.open === right.open && left.close === right.close
    const sameLength = left.items.length === right.items.length
    return (
      sameBrackets && sameLength && left.items.every((one, at) => sameValue(one, right.items[at]))
    )
  }
  return JSON.stringify(left, plain) === JSON.stringify(right, plain)
}

const plain = (_: string, value: unknown): unknown =>
  typeof value === 'bigint' ? String(value) : value

/** The unit of a quantity, or an empty text. */
const unitOf = (node: Node): string => (node.kind === 'quantity' ? node.unit : '')

/** The value of a node: without its unit, and without the name in "x = 3". */
function bareOf(node: Node): Node {
  if (node.kind === 'quantity') return node.operand
  if (node.kind === 'member') return bareOf(node.set)
  const isNaming = node.kind === 'relation' && node.sides.length === 2
  if (isNaming && node.comparisons[0] === '=' && node.sides[0]?.kind === 'symbol') {
    return bareOf(node.sides[1] as Node)
  }
  return node
}
