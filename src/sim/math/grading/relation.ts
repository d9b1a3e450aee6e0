import { type Complex, evaluateAt, magnitude, minus } from './doubles.ts'
import type { Comparison, Node } from './node.ts'
import {
  type ComparisonContext,
  probePoint,
  ratioOfDifferences,
  type Sides,
  sameValue,
} from './same-value.ts'
import { collectSymbols, contains, replaceNodes } from './tree.ts'

export type Relation = Extract<Node, { kind: 'relation' }>

/** Whether a node only names something: x, f(x), AB, V_1 : V_2, (p, q), "Area". */
export function isName(node: Node): boolean {
  switch (node.kind) {
    case 'symbol':
    case 'opaque':
    case 'text':
      return true
    case 'applied':
      return true
    case 'constant':
      return node.name === 'i' || node.name === 'e'
    case 'product':
      return node.factors.every(isName)
    case 'ratio':
    case 'combined':
      return node.parts.every(isName)
    case 'tuple':
      return node.items.every(isName)
    case 'call':
      return node.name === 'absolute' && node.operands.every(isName)
    case 'quotient':
      return isName(node.numerator) && isName(node.denominator)
    default:
      return false
  }
}

/** Whether every sign of a relation is "equal" or "about equal". */
export const isEquation = ({ comparisons }: Relation): boolean =>
  comparisons.every((sign) => sign === '=' || sign === '~' || sign === '≡')

/** Whether the left side only names a member: |x| in [1, 2] is a statement about x instead. */
export const isMemberName = (node: Node): boolean =>
  node.kind === 'tuple' || (isName(node) && node.kind !== 'call')

/** The result of an equation: its last side, or the first if the last is only a name. */
export function finalSide({ sides }: Relation): Node {
  const [first] = sides as [Node]
  const last = sides.at(-1) as Node
  return isName(last) && !isName(first) && sides.length === 2 ? first : last
}

/** The value that an equation assigns to a name, or `null`. */
export function assignedValue(relation: Relation): Node | null {
  if (!isEquation(relation)) return null
  const [first] = relation.sides as [Node]
  const last = relation.sides.at(-1) as Node
  if (isName(first)) return last
  return relation.sides.length === 2 && isName(last) ? first : null
}

/** The name on the left of an equation, without index, or `null`. */
export function definedName(relation: Relation): string | null {
  const [first] = relation.sides as [Node]
  // x_1 and x_2 are the roots of one equation, in any order; a_37 is an index.
  if (first.kind === 'symbol') return first.name.replace(/_\d$/, '')
  return first.kind === 'applied' ? first.name : null
}

/** Drops the middle of a chain: x = 5 + 5 = 10 gives x = 10. */
export function withoutMiddle(relation: Relation): Relation {
  const { sides, comparisons } = relation
  if (sides.length < 3 || !isEquation(relation)) return relation
  const middle = sides.slice(1, -1)
  if (middle.some(isName)) return relation
  return {
    kind: 'relation',
    sides: [sides[0] as Node, sides.at(-1) as Node],
    comparisons: [comparisons.at(-1) as Comparison],
  }
}

/** Renames the arguments on the answer's left side as in the gold: f(t) = t + 1. */
export function renameArguments(gold: Relation, answer: Relation): Relation {
  const [goldLeft, answerLeft] = [gold.sides[0], answer.sides[0]]
  if (goldLeft?.kind !== 'applied' || answerLeft?.kind !== 'applied') return answer
  if (goldLeft.name !== answerLeft.name || goldLeft.operands.length !== answerLeft.operands.length)
    return answer
  const names = new Map<string, string>()
  for (const [index, argument] of answerLeft.operands.entries()) {
    const goldArgument = goldLeft.operands[index]
    if (argument.kind !== 'symbol' || goldArgument?.kind !== 'symbol') return answer
    names.set(argument.name, goldArgument.name)
  }
  if (new Set(names.values()).size !== names.size) return answer
  const usedNames = collectSymbols(answer)
  for (const name of names.values()) if (!names.has(name) && usedNames.has(name)) return answer
  return replaceNodes(answer, (node) => {
    const name = node.kind === 'symbol' ? names.get(node.name) : undefined
    return name === undefined ? node : { kind: 'symbol', name }
  }) as Relation
}

const MIRRORED: Readonly<Partial<Record<Comparison, Comparison>>> = { '>': '<', '>=': '<=' }

interface ComparisonStep {
  readonly sides: Sides
  readonly sign: Comparison
}

/** The comparisons of a chain, each turned so that it points to the right. */
function toSteps({ sides, comparisons }: Relation): ComparisonStep[] {
  return comparisons.map((sign, index) => {
    const [left, right] = [sides[index], sides[index + 1]] as [Node, Node]
    const mirroredSign = MIRRORED[sign]
    return mirroredSign === undefined
      ? { sides: [left, right], sign: sign === '~' ? '=' : sign }
      : { sides: [right, left], sign: mirroredSign }
  })
}

/** Whether two relations are equal up to factors and the order of sides. */
export function sameRelation(
  gold: Relation,
  answer: Relation,
  context: ComparisonContext,
): boolean {
  const [goldSteps, answerSteps] = [toSteps(withoutMiddle(gold)), toSteps(withoutMiddle(answer))]
  if (goldSteps.length !== answerSteps.length) return false
  const isSame = (left: readonly ComparisonStep[], right: readonly ComparisonStep[]): boolean =>
    left.every((step, index) => sameStep(step, right[index] as ComparisonStep, context))
  return (
    isSame(goldSteps, answerSteps) ||
    (goldSteps.length > 1 && isSame(goldSteps, answerSteps.toReversed()))
  )
}

function sameStep(
  gold: ComparisonStep,
  answer: ComparisonStep,
  context: ComparisonContext,
): boolean {
  if (gold.sign !== answer.sign) return false
  const isSymmetric = gold.sign === '=' || gold.sign === '!='
  const ratio = ratioOfDifferences(gold.sides, answer.sides, context.work)
  if (ratio === null || !(isSymmetric || ratio > 0)) return false
  // For constants, the compared pairs must match: all numbers are multiples of each other.
  if (hasConstantDifference(gold.sides) || hasConstantDifference(answer.sides)) {
    const [left, right] = answer.sides
    return (
      sameSides(gold.sides, [left, right], context) ||
      (isSymmetric && sameSides(gold.sides, [right, left], context))
    )
  }
  return true
}

const sameSides = (gold: Sides, answer: Sides, context: ComparisonContext): boolean =>
  gold.every((side, index) => sameValue(side, answer[index] as Node, context))

/** Whether the difference of two sides is constant. */
const hasConstantDifference = ([left, right]: Sides): boolean => {
  const values = FIXED_PROBES.map((probe) => {
    const point = probePoint(probe)
    return minus(evaluateAt(left, point), evaluateAt(right, point))
  })
  const [first] = values as [Complex]
  return values.every((value) => magnitude(minus(value, first)) <= 1e-9 * (1 + magnitude(first)))
}

const FIXED_PROBES = [0, 1, 2]

/** The letter that is isolated on one side of an equation or a bound, or `null`. */
export function solvedFor({ sides }: Relation): string | null {
  let name: string | null = null
  for (const side of sides) {
    if (side.kind === 'symbol') {
      if (name !== null) return null
      name = side.name
    } else if (side.kind !== 'number' && collectSymbols(side).size > 0) return null
  }
  return name
}

/**
 * Whether nothing is left to solve: the letter is isolated, or zero is on the other side as lines
 * are written, `x - 3 = 0`. A bound may keep a factor: `-x > -3`.
 */
export function isSolvedRelation(relation: Relation): boolean {
  if (solvedFor(relation) !== null) return true
  const [left, right] = relation.sides
  if (left === undefined || right === undefined || relation.sides.length !== 2) return false
  if (!isEquation(relation) && [left, right].some(isBounded)) return true
  const isZero = right.kind === 'number' && right.value.numerator === 0n
  if (!isZero || left.kind !== 'sum' || left.terms.length !== 2) return false
  return left.terms.some(({ kind }) => kind === 'symbol')
}

/** `2x`, `-x` and `|x|`, but not a sum of them. */
const isBounded = (node: Node): boolean =>
  (/^(?:product|negative|quotient)$/.test(node.kind) ||
    (node.kind === 'call' && node.name === 'absolute')) &&
  !contains(node, ({ kind }) => kind === 'sum') &&
  collectSymbols(node).size === 1
