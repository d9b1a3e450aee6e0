import type { Node } from './node.ts'
import { isFunctionLetter } from './parse-factor.ts'
import { isName } from './relation.ts'
import { UNITS } from './tables/units.ts'
import { childNodes, contains } from './tree.ts'

type Quantity = Extract<Node, { kind: 'quantity' }>
type Amount = Quantity & { readonly operand: Extract<Node, { kind: 'sum' }> }

/**
 * Whether an answer leaves work that the gold does not: a second quantity in one value, or an
 * operator that is not evaluated.
 */
export function leavesWork(gold: Node, answer: Node): boolean {
  if (hasUnequalAmount(gold, answer)) return true
  if (quantitiesIn(answer) > Math.max(1, quantitiesIn(gold))) return true
  const [goldOperators, answerOperators] = [operatorsIn(gold), operatorsIn(answer)]
  for (const operator of answerOperators) if (!goldOperators.has(operator)) return true
  return false
}

/** An amount in two units is an answer only if the gold is one, and nothing carries over. */
function hasUnequalAmount(gold: Node, answer: Node): boolean {
  if (!contains(answer, isAmount)) return false
  if (!contains(gold, isAmount)) return !contains(answer, isSpokenMoney)
  return contains(answer, isOpenAmount) && !contains(gold, isOpenAmount)
}

/** `4 feet 6 inches`, which parses as 4 and a fraction of a foot. */
export const isAmount = (node: Node): node is Amount =>
  node.kind === 'quantity' && splitAmount(node) !== null

/** Whether its smaller unit reaches one of the larger, as in 3 feet 18 inches, or is zero. */
export function isOpenAmount(node: Node): boolean {
  const amount = node.kind === 'quantity' ? splitAmount(node) : null
  return amount !== null && (amount.count >= amount.unitsPerLarger || amount.count === 0)
}

/** Dollars and cents are a spoken decimal: nothing is left to calculate. */
export const isSpokenMoney = (node: Node): boolean =>
  isAmount(node) && !isOpenAmount(node) && UNITS.get(node.unit)?.[0] === 'money'

/** The count of the smaller unit, and how many make one of the larger. */
function splitAmount({
  operand: sum,
}: Quantity): { readonly count: number; readonly unitsPerLarger: number } | null {
  const [first, second] = sum.kind === 'sum' && sum.terms.length === 2 ? sum.terms : []
  if (first?.kind !== 'number' || second?.kind !== 'quotient') return null
  const [count, numerator] = second.numerator.kind === 'product' ? second.numerator.factors : []
  if (count?.kind !== 'number' || numerator?.kind !== 'number') return null
  if (second.denominator.kind !== 'number') return null
  const [smallerCount, numeratorValue, denominatorValue] = [
    count,
    numerator,
    second.denominator,
  ].map(({ value }) => Number(value.numerator) / Number(value.denominator)) as [
    number,
    number,
    number,
  ]
  return { count: smallerCount, unitsPerLarger: denominatorValue / numeratorValue }
}

/** Nodes that form one value, whose quantities would have to be combined. */
const ARITHMETIC: ReadonlySet<Node['kind']> = new Set(['sum', 'product', 'quotient', 'power'])

/** The largest number of quantities in one value of a node. */
function quantitiesIn(node: Node): number {
  if (node.kind === 'quantity') return 1
  const counts = childNodes(node).map(quantitiesIn)
  if (ARITHMETIC.has(node.kind)) return counts.reduce((sum, count) => sum + count, 0)
  return Math.max(0, ...counts)
}

/** The parts of a node without the name that an equation defines: f(x) = 2x. */
function valueParts(node: Node): readonly Node[] {
  const children = childNodes(node)
  const [first] = children
  const isNaming = node.kind === 'relation' || node.kind === 'member'
  return isNaming && first !== undefined && isName(first) ? children.slice(1) : children
}

/** The operators and unknown functions of a formula that are not evaluated. */
export function operatorsIn(node: Node, operators: Set<string> = new Set()): ReadonlySet<string> {
  if (node.kind === 'opaque') operators.add('operator')
  if ((node.kind === 'sum' || node.kind === 'product') && node.isSeries) operators.add('operator')
  if (node.kind === 'applied' && isFunctionLetter(node.name)) operators.add('function')
  if (node.kind === 'call' && node.name === 'det') operators.add('operator')
  for (const child of valueParts(node)) operatorsIn(child, operators)
  return operators
}

/** Whether a formula has an unknown command, so that its meaning is open. */
export const hasUnknown = (node: Node): boolean =>
  contains(node, (part) => part.kind === 'symbol' && part.name.startsWith('\\'))
