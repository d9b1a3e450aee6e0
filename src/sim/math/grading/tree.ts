import { byName } from '../../by-name.ts'
import type { Node } from './node.ts'

/** The member of a node that lists its children, by kind. */
const LISTS: Readonly<Record<string, string>> = byName({
  ...{ sum: 'terms', product: 'factors', call: 'operands', applied: 'operands' },
  ...{ opaque: 'operands', ratio: 'parts', combined: 'parts', list: 'items', set: 'items' },
  ...{ tuple: 'items', relation: 'sides' },
})

/** The members of a node that are its children, by kind. */
const MEMBERS: Readonly<Record<string, readonly string[]>> = byName({
  quotient: ['numerator', 'denominator'],
  power: ['base', 'exponent'],
  plus_minus: ['first', 'second'],
  member: ['element', 'set'],
  modulo: ['operand', 'modulus'],
  negative: ['operand'],
  percent: ['operand'],
  degrees: ['operand'],
  quantity: ['operand'],
})

type Members = Readonly<Record<string, Node | readonly Node[] | null>>

const NONE: readonly Node[] = []

/** The children of a node. */
export function childNodes(node: Node): readonly Node[] {
  if (node.kind === 'number' || node.kind === 'symbol') return NONE
  if (node.kind === 'matrix') return node.rows.flat()
  if (node.kind === 'piecewise') return [...node.values, ...node.conditions].filter(isNode)
  const members = node as unknown as Members
  const list = LISTS[node.kind]
  if (list !== undefined) return members[list] as readonly Node[]
  const names = MEMBERS[node.kind]
  if (names === undefined) return NONE
  const children = names.map((name) => members[name] as Node)
  return node.kind === 'plus_minus' ? children.filter(isNode) : children
}

const isNode = (node: Node | null): node is Node => node !== null

/** The same node with other children, equally many. */
export function withChildren(node: Node, children: readonly Node[]): Node {
  const rest = [...children]
  const next = (child: Node | null): Node | null => child && (rest.shift() ?? child)
  if (node.kind === 'matrix')
    return { ...node, rows: node.rows.map((row) => row.map((cell) => next(cell) as Node)) }
  if (node.kind === 'piecewise') {
    const values = node.values.map((value) => next(value) as Node)
    return { ...node, values, conditions: node.conditions.map(next) }
  }
  const list = LISTS[node.kind]
  if (list !== undefined) return { ...node, [list]: children }
  const members = node as unknown as Members
  const changed = (MEMBERS[node.kind] ?? []).map((name) => [
    name,
    next(members[name] as Node | null),
  ])
  return { ...node, ...Object.fromEntries(changed) }
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
