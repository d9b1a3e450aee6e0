import { type Complex, magnitude, minus, valueAt } from './doubles.ts'
import type { Comparison, Node } from './node.ts'
import { type ComparisonContext, pointOf, ratioOf, sameValue } from './same-value.ts'
import { contains, exchange, symbolsOf } from './tree.ts'

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
      return node.name === 'absolute' && node.of.every(isName)
    case 'quotient':
      return isName(node.over) && isName(node.under)
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
export function assigned(relation: Relation): Node | null {
  if (!isEquation(relation)) return null
  const [first] = relation.sides as [Node]
  const last = relation.sides.at(-1) as Node
  if (isName(first)) return last
  return relation.sides.length === 2 && isName(last) ? first : null
}

/** The name on the left of an equation, without index, or `null`. */
export function nameOf(relation: Relation): string | null {
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
export function renamed(gold: Relation, answer: Relation): Relation {
  const [goldLeft, left] = [gold.sides[0], answer.sides[0]]
  if (goldLeft?.kind !== 'applied' || left?.kind !== 'applied') return answer
  if (goldLeft.name !== left.name || goldLeft.of.length !== left.of.length) return answer
  const names = new Map<string, string>()
  for (const [index, argument] of left.of.entries()) {
    const other = goldLeft.of[index]
    if (argument.kind !== 'symbol' || other?.kind !== 'symbol') return answer
    names.set(argument.name, other.name)
  }
  if (new Set(names.values()).size !== names.size) return answer
  const taken = symbolsOf(answer)
  for (const name of names.values()) if (!names.has(name) && taken.has(name)) return answer
  return exchange(answer, (node) => {
    const name = node.kind === 'symbol' ? names.get(node.name) : undefined
    return name === undefined ? node : { kind: 'symbol', name }
  }) as Relation
}

const UPWARD: Readonly<Partial<Record<Comparison, Comparison>>> = { '>': '<', '>=': '<=' }

interface Step {
  readonly pair: readonly [Node, Node]
  readonly sign: Comparison
}

/** The comparisons of a chain, each turned so that it points to the right. */
function stepsOf({ sides, comparisons }: Relation): Step[] {
  return comparisons.map((sign, index) => {
    const [left, right] = [sides[index], sides[index + 1]] as [Node, Node]
    const upward = UPWARD[sign]
    return upward === undefined
      ? { pair: [left, right], sign: sign === '~' ? '=' : sign }
      : { pair: [right, left], sign: upward }
  })
}

/** Whether two relations are equal up to factors and the order of sides. */
export function sameRelation(
  gold: Relation,
  answer: Relation,
  context: ComparisonContext,
): boolean {
  const [first, second] = [stepsOf(withoutMiddle(gold)), stepsOf(withoutMiddle(answer))]
  if (first.length !== second.length) return false
  const isSame = (one: readonly Step[], other: readonly Step[]): boolean =>
    one.every((step, index) => sameStep(step, other[index] as Step, context))
  return isSame(first, second) || (first.length > 1 && isSame(first, second.toReversed()))
}

function sameStep(gold: Step, answer: Step, context: ComparisonContext): boolean {
  if (gold.sign !== answer.sign) return false
  const isEither = gold.sign === '=' || gold.sign === '!='
  const ratio = ratioOf(gold.pair, answer.pair, context.work)
  if (ratio === null || !(isEither || ratio > 0)) return false
  // For constants, the compared pairs must match: all numbers are multiples of each other.
  if (isFixed(gold.pair) || isFixed(answer.pair)) {
    const [left, right] = answer.pair
    return (
      samePair(gold.pair, [left, right], context) ||
      (isEither && samePair(gold.pair, [right, left], context))
    )
  }
  return true
}

type Pair = readonly [Node, Node]

const samePair = (gold: Pair, answer: Pair, context: ComparisonContext): boolean =>
  gold.every((side, at) => sameValue(side, answer[at] as Node, context))

/** Whether the difference of two sides is constant. */
const isFixed = ([left, right]: Pair): boolean => {
  const values = FIXED_PROBES.map((probe) => {
    const at = pointOf(probe)
    return minus(valueAt(left, at), valueAt(right, at))
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
    } else if (side.kind !== 'number' && symbolsOf(side).size > 0) return null
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
  symbolsOf(node).size === 1
