import type { Node } from './node.ts'
import { integerNode } from './number-text.ts'
import { contains } from './tree.ts'

const AXES = 3

/** The axis of a unit vector i, j or k, with or without a hat; -1 for other nodes. */
function findAxis(node: Node): number {
  if (node.kind === 'constant') return node.name === 'i' ? 0 : -1
  if (node.kind !== 'symbol') return -1
  const { name } = node
  return name === 'imath' ? 0 : name === 'j' || name === 'jmath' ? 1 : name === 'k' ? 2 : -1
}

/** Whether an expression may be `3i - 2j`; an i alone is a complex number. */
export const mayBeVector = (node: Node): boolean =>
  /^(?:sum|product|negative|symbol|quotient)$/.test(node.kind) &&
  contains(node, (part) => part.kind === 'symbol' && findAxis(part) > 0)

/**
 * The coordinates of a sum of multiples of i, j and k; the last is omitted if two are wanted.
 * `null` if it is not such a sum.
 */
export function vectorCoordinates(node: Node, count: number): readonly Node[] | null {
  if (count < 2 || count > AXES) return null
  const parts: Node[][] = [[], [], []]
  if (!collect(node, (axis, part) => parts[axis]?.push(part))) return null
  if (parts.slice(count).some((terms) => terms.length > 0)) return null
  return parts.slice(0, count).map((terms): Node => {
    const [onlyTerm] = terms
    if (onlyTerm === undefined) return integerNode(0)
    return terms.length === 1 ? onlyTerm : { kind: 'sum', terms }
  })
}

type AssignTerm = (axis: number, part: Node) => void

/** Assigns each term to its axis; false if one has none or several. */
function collect(node: Node, take: AssignTerm): boolean {
  switch (node.kind) {
    case 'sum':
      return node.terms.every((term) => collect(term, take))
    case 'negative':
      return collect(node.operand, (axis, operand) => take(axis, { kind: 'negative', operand }))
    case 'quotient':
      return collect(node.numerator, (axis, numerator) => take(axis, { ...node, numerator }))
    case 'product':
      return collectProduct(node.factors, take)
    default: {
      const axis = findAxis(node)
      if (axis >= 0) take(axis, integerNode(1))
      return axis >= 0
    }
  }
}

function collectProduct(factors: readonly Node[], take: AssignTerm): boolean {
  const hasUnitVector = (node: Node): boolean => contains(node, (part) => findAxis(part) >= 0)
  const unitVectorFactors = factors.filter(hasUnitVector)
  const [vectorFactor] = unitVectorFactors
  if (vectorFactor === undefined || unitVectorFactors.length > 1) return false
  return collect(vectorFactor, (axis, part) =>
    take(axis, {
      kind: 'product',
      factors: factors.map((factor) => (factor === vectorFactor ? part : factor)),
    }),
  )
}
