import type { Comparison, Node } from './node.ts'
import { ratioOf } from './same-value.ts'
import { exchange, symbolsOf } from './tree.ts'
import type { Work } from './work.ts'

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

/** Whether every sign of a relation says "equal", or nearly so. */
export const isEquation = ({ comparisons }: Relation): boolean =>
  comparisons.every((sign) => sign === '=' || sign === '~' || sign === '≡')

/** What an equation says in the end: its last side, or the first if the last only names. */
export function finalSide({ sides }: Relation): Node {
  const [first] = sides as [Node]
  const last = sides.at(-1) as Node
  return isName(last) && !isName(first) && sides.length === 2 ? first : last
}

/** The value that an equation gives to a name; `null` if it is not of that form. */
export function assigned(relation: Relation): Node | null {
  if (!isEquation(relation)) return null
  const [first] = relation.sides as [Node]
  const last = relation.sides.at(-1) as Node
  if (isName(first)) return last
  return relation.sides.length === 2 && isName(last) ? first : null
}

/** The name on the left of an equation, without index; `null` if there is none. */
export function nameOf(relation: Relation): string | null {
  const [first] = relation.sides as [Node]
  // x_1 and x_2 are the roots of one equation, in any order; a_37 is a place.
  if (first.kind === 'symbol') return first.name.replace(/_\d$/, '')
  return first.kind === 'applied' ? first.name : null
}

/** A chain of equations without its middle: x = 5 + 5 = 10 says x = 10. */
export function shortened(relation: Relation): Relation {
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

/** The answer with the arguments on its left side named as on the gold's: f(t) = t + 1. */
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

/** The comparisons of a chain, each read so that it points to the right. */
function stepsOf({ sides, comparisons }: Relation): Step[] {
  return comparisons.map((sign, index) => {
    const [left, right] = [sides[index], sides[index + 1]] as [Node, Node]
    const upward = UPWARD[sign]
    return upward === undefined
      ? { pair: [left, right], sign: sign === '~' ? '=' : sign }
      : { pair: [right, left], sign: upward }
  })
}

/** Whether two relations say the same, up to factors and the order of sides. */
export function sameRelation(gold: Relation, answer: Relation, work: Work): boolean {
  const [first, second] = [stepsOf(shortened(gold)), stepsOf(shortened(answer))]
  if (first.length !== second.length) return false
  const isSame = (one: readonly Step[], other: readonly Step[]): boolean =>
    one.every((step, index) => sameStep(step, other[index] as Step, work))
  return isSame(first, second) || (first.length > 1 && isSame(first, second.toReversed()))
}

function sameStep(gold: Step, answer: Step, work: Work): boolean {
  if (gold.sign !== answer.sign) return false
  const ratio = ratioOf(gold.pair, answer.pair, work)
  if (ratio === null) return false
  return gold.sign === '=' || gold.sign === '!=' || ratio > 0
}
