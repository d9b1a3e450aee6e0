import type { Budget } from './budget.ts'
import { exactValueOf } from './exact.ts'
import type { Node } from './node.ts'
import { childNodes, contains, nodeCount, withChildren } from './tree.ts'

type Rows = readonly (readonly Node[])[]

const ENTRIES_MAX = 64
const SIZE_MAX = 2_000
const EXPONENT_MAX = 12n

/** Whether a node is composed of matrices without being one. */
const isMatrixExpression = (node: Node): boolean =>
  /^(?:sum|product|negative|quotient|power)$/.test(node.kind) &&
  contains(node, ({ kind }) => kind === 'matrix')

/** Evaluates sums, multiples and products of matrices as far as possible. */
export function evaluateMatrices(node: Node, work: Budget): Node {
  if (isMatrixExpression(node)) {
    const rows = toRows(node, work)
    return rows === null ? node : { kind: 'matrix', rows }
  }
  if (node.kind !== 'list' && node.kind !== 'relation') return node
  const parts = childNodes(node)
  const evaluated = parts.map((part) => evaluateMatrices(part, work))
  return parts.every((part, index) => part === evaluated[index])
    ? node
    : withChildren(node, evaluated)
}

/** The entries of a matrix; `null` if a node is not one, or is too large. */
function toRows(node: Node, work: Budget): Rows | null {
  if (!work.spend(50)) return null
  switch (node.kind) {
    case 'matrix':
      return node.rows.length * (node.rows[0]?.length ?? 0) > ENTRIES_MAX ? null : node.rows
    case 'negative':
      return mapEntries(
        toRows(node.operand, work),
        (operand) => ({ kind: 'negative', operand }),
        work,
      )
    case 'sum':
      return node.terms
        .map((term) => toRows(term, work))
        .reduce((sum, rows) => addMatrices(sum, rows, work))
    case 'quotient':
      if (hasMatrix(node.denominator)) return null
      return mapEntries(toRows(node.numerator, work), (numerator) => ({ ...node, numerator }), work)
    case 'product':
      return multiplyFactors(node.factors, work)
    case 'power':
      return multiplyFactors(repeated(node.base, node.exponent), work)
    default:
      return null
  }
}

const hasMatrix = (node: Node): boolean => contains(node, ({ kind }) => kind === 'matrix')

/** Maps the entries of a matrix, and evaluates those without letters. */
function mapEntries(rows: Rows | null, change: (entry: Node) => Node, work: Budget): Rows | null {
  if (rows === null) return null
  let size = 0
  const result = rows.map((row) =>
    row.map((entry): Node => {
      const changed = change(entry)
      const value = exactValueOf(changed, work)
      const newEntry: Node = value === null ? changed : { kind: 'number', value, decimals: null }
      size += nodeCount(newEntry)
      return newEntry
    }),
  )
  return size > SIZE_MAX ? null : result
}

const isSameShape = (left: Rows, right: Rows): boolean =>
  left.length === right.length && left[0]?.length === right[0]?.length

function addMatrices(left: Rows | null, right: Rows | null, work: Budget): Rows | null {
  if (left === null || right === null || !isSameShape(left, right)) return null
  const sums = left.map((row, rowIndex) =>
    row.map((entry, column): Node => {
      return { kind: 'sum', terms: [entry, right[rowIndex]?.[column] as Node] }
    }),
  )
  return mapEntries(sums, (entry) => entry, work)
}

/** Multiplies numbers and matrices from left to right. */
function multiplyFactors(factors: readonly Node[], work: Budget): Rows | null {
  let result: Rows | null = null
  const scalars: Node[] = []
  for (const factor of factors) {
    if (!hasMatrix(factor)) scalars.push(factor)
    else {
      const rows = toRows(factor, work)
      if (rows === null) return null
      result = result === null ? rows : multiplyMatrices(result, rows, work)
      if (result === null) return null
    }
  }
  if (scalars.length === 0) return result
  return mapEntries(result, (entry) => ({ kind: 'product', factors: [...scalars, entry] }), work)
}

function multiplyMatrices(left: Rows, right: Rows, work: Budget): Rows | null {
  if (left[0]?.length !== right.length) return null
  if (left.length * (right[0]?.length ?? 0) > ENTRIES_MAX) return null
  const products = left.map((row) =>
    (right[0] ?? []).map((_, column): Node => {
      const terms = row.map((entry, index): Node => {
        return { kind: 'product', factors: [entry, right[index]?.[column] as Node] }
      })
      return { kind: 'sum', terms }
    }),
  )
  return mapEntries(products, (entry) => entry, work)
}

/** The factors of a small power; none if the exponent is something else. */
function repeated(base: Node, exponent: Node): readonly Node[] {
  const times = exponent.kind === 'number' ? exponent.value : null
  const isCount = times?.denominator === 1n && times.numerator > 0n
  return isCount && times.numerator <= EXPONENT_MAX
    ? Array.from({ length: Number(times.numerator) }, () => base)
    : []
}
