import type { Node } from './node.ts'

const NONE: readonly Node[] = []

/** The children of a node. */
export function childNodes(node: Node): readonly Node[] {
  switch (node.kind) {
    case 'sum':
      return node.terms
    case 'product':
      return node.factors
    case 'quotient':
      return [node.numerator, node.denominator]
    case 'power':
      return [node.base, node.exponent]
    case 'plus_minus':
      return node.first === null ? [node.second] : [node.first, node.second]
    case 'negative':
    case 'percent':
    case 'degrees':
    case 'quantity':
      return [node.operand]
    case 'call':
    case 'applied':
    case 'opaque':
      return node.operands
    case 'ratio':
    case 'combined':
      return node.parts
    case 'list':
    case 'set':
    case 'tuple':
      return node.items
    case 'matrix':
      return node.rows.flat()
    case 'piecewise':
      return [...node.values, ...node.conditions.filter((condition) => condition !== null)]
    case 'relation':
      return node.sides
    case 'member':
      return [node.element, node.set]
    case 'modulo':
      return [node.operand, node.modulus]
    default:
      return NONE
  }
}

/** The same node with other children, equally many. */
export function withChildren(node: Node, children: readonly Node[]): Node {
  const [first = node, second = node] = children
  switch (node.kind) {
    case 'sum':
      return { ...node, terms: children }
    case 'product':
      return { ...node, factors: children }
    case 'quotient':
      return { ...node, numerator: first, denominator: second }
    case 'power':
      return { ...node, base: first, exponent: second }
    case 'plus_minus':
      return node.first === null ? { ...node, second: first } : { ...node, first, second }
    case 'negative':
    case 'percent':
    case 'degrees':
    case 'quantity':
      return { ...node, operand: first }
    case 'call':
    case 'applied':
    case 'opaque':
      return { ...node, operands: children }
    case 'ratio':
    case 'combined':
      return { ...node, parts: children }
    case 'list':
    case 'set':
    case 'tuple':
      return { ...node, items: children }
    case 'matrix': {
      const width = node.rows[0]?.length ?? 1
      return {
        ...node,
        rows: node.rows.map((_, at) => children.slice(at * width, (at + 1) * width)),
      }
    }
    case 'piecewise': {
      const conditions = children.slice(node.values.length)
      return {
        ...node,
        values: children.slice(0, node.values.length),
        conditions: node.conditions.map((condition) =>
          condition === null ? null : (conditions.shift() ?? condition),
        ),
      }
    }
    case 'relation':
      return { ...node, sides: children }
    case 'member':
      return { ...node, element: first, set: second }
    case 'modulo':
      return { ...node, operand: first, modulus: second }
    default:
      return node
  }
}

/** The number of nodes of a tree. */
export function nodeCount(node: Node): number {
  let size = 1
  for (const child of childNodes(node)) size += nodeCount(child)
  return size
}

/** Whether a node or a descendant satisfies a predicate. */
export function contains(node: Node, predicate: (node: Node) => boolean): boolean {
  if (predicate(node)) return true
  for (const child of childNodes(node)) if (contains(child, predicate)) return true
  return false
}

/** Replaces nodes of a tree, from the leaves up. */
export function replaceNodes(node: Node, change: (node: Node) => Node): Node {
  const children = childNodes(node)
  if (children.length === 0) return change(node)
  const changed = children.map((child) => replaceNodes(child, change))
  const isSame = changed.every((child, index) => child === children[index])
  return change(isSame ? node : withChildren(node, changed))
}

/** The letters of a tree that have no value. */
export function collectSymbols(node: Node, symbols: Set<string> = new Set()): Set<string> {
  if (node.kind === 'symbol') symbols.add(node.name)
  if (node.kind === 'applied') symbols.add(node.name)
  for (const child of childNodes(node)) collectSymbols(child, symbols)
  return symbols
}

/** A text that is equal for trees of the same form. */
export const formText = (node: Node): string => serialize(node, false)

/** The same for trees whose sums and products differ only in order. */
export const orderedForm = (node: Node): string => serialize(node, true)

function serialize(value: unknown, isOrdered: boolean): string {
  if (typeof value !== 'object' || value === null) {
    return typeof value === 'string' ? JSON.stringify(value) : `${value}`
  }
  if (Array.isArray(value)) return `[${value.map((item) => serialize(item, isOrdered)).join()}]`
  let text = '{'
  for (const [key, part] of Object.entries(value)) {
    const isSorted = isOrdered && (key === 'terms' || key === 'factors')
    const parts = isSorted ? (part as readonly Node[]).map(orderedForm).sort() : null
    text += `${key}:${parts === null ? serialize(part, isOrdered) : parts.join()},`
  }
  return `${text}}`
}

/** Reads the remainder of "5 mod 7" as a residue; other nodes stay as they are. */
export function asResidue(node: Node): Node {
  const [dividend, modulus] = node.kind === 'call' && node.name === 'remainder' ? node.operands : []
  return dividend === undefined || modulus === undefined
    ? node
    : { kind: 'modulo', operand: dividend, modulus }
}
