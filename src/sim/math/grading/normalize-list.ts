import { ITEMS_MAX, isExclusion } from './collection.ts'
import { splitChains } from './named-values.ts'
import type { Node } from './node.ts'
import { definedName, isEquation, type Relation } from './relation.ts'
import { contains, replaceNodes } from './tree.ts'

const VALUES_MAX = 16

/** Replaces each `±` by a list of two values. */
export function withoutPlusMinus(node: Node): Node {
  if (node.kind === 'list' || node.kind === 'set') {
    const items = node.items.flatMap((item) => {
      const normalized = withoutPlusMinus(item)
      return normalized.kind === 'list' ? normalized.items : [normalized]
    })
    return items.length > ITEMS_MAX * VALUES_MAX ? node : { ...node, items }
  }
  if (!contains(node, ({ kind }) => kind === 'plus_minus')) return node
  const side = (isUpper: boolean): Node =>
    replaceNodes(node, (part) => {
      if (part.kind !== 'plus_minus') return part
      const second: Node =
        part.isLower === isUpper ? { kind: 'negative', operand: part.second } : part.second
      return part.first === null ? second : { kind: 'sum', terms: [part.first, second] }
    })
  // "Not equal to ±1" excludes both values, so the list is joined by "and".
  return { kind: 'list', items: [side(true), side(false)], joint: isExclusion(node) ? 'and' : 'or' }
}

/**
 * Normalizes a list: repeats names for later values, flattens nested lists, drops ranges of
 * letters.
 */
export function normalizeList(node: Node): Node {
  if (node.kind === 'relation') return splitRelation(node)
  if (node.kind !== 'list') return node
  const items: Node[] = []
  for (const item of splitChains(splitPoints(node.items))) {
    const normalized = normalizeList(item)
    if (normalized.kind === 'list') items.push(...normalized.items)
    else items.push(normalized)
  }
  const relevant = items.filter((item) => !isRange(item))
  const grouped = groupByName(relevant.length === 0 ? items : relevant)
  const [first] = grouped
  if (grouped.length === 1 && first !== undefined) return first
  return { ...node, items: repeatName(grouped) }
}

/** Groups p = 5, q = 2, p = 7, q = 2 into points. */
function groupByName(items: readonly Node[]): readonly Node[] {
  const names = items.map((item) =>
    item.kind === 'relation' && isEquation(item) && item.sides.length === 2
      ? definedName(item)
      : null,
  )
  const period = names.indexOf(names[0] ?? null, 1)
  if (period < 2 || items.length % period !== 0 || names.includes(null)) return items
  if (names.some((name, index) => name !== names[index % period])) return items
  if (new Set(names).size !== period) return items
  return Array.from({ length: items.length / period }, (_, row): Node => {
    const values = items.slice(row * period, (row + 1) * period).map((item, index) => {
      return { name: names[index] ?? '', value: (item as Relation).sides[1] as Node }
    })
    const sortedValues = values.sort((left, right) => (left.name < right.name ? -1 : 1))
    const coordinates = sortedValues.map(({ value }) => value)
    return { kind: 'tuple', open: 'round', close: 'round', items: coordinates }
  })
}

/** Splits (x, y) = (1, 2), (2, 1) into whole points. */
function splitPoints(items: readonly Node[]): readonly Node[] {
  const [first] = items
  if (items.length < 2 || first?.kind !== 'relation' || !isPoint(first)) return items
  const points = items.map((item) =>
    item.kind === 'relation' && isPoint(item) ? (item.sides[1] as Node) : item,
  )
  return points.every(({ kind }) => kind === 'tuple') ? points : items
}

const isPoint = ({ sides, comparisons }: Relation): boolean =>
  sides.length === 2 && comparisons[0] === '=' && sides.every(({ kind }) => kind === 'tuple')

const isRange = (item: Node): boolean =>
  item.kind === 'member' &&
  item.set.kind === 'constant' &&
  item.set.name !== 'empty' &&
  item.set.name !== 'reals'

/** Gives every value in x = 1, 2, 3 the name x. */
function repeatName(items: readonly Node[]): readonly Node[] {
  const [first, ...values] = items
  if (first?.kind !== 'relation' || first.sides.length !== 2) return items
  if (!isEquation(first) && !isExclusion(first)) return items
  if (!values.every(({ kind }) => kind !== 'relation' && kind !== 'member')) return items
  const name = first.sides[0] as Node
  return [first, ...values.map((value): Node => ({ ...first, sides: [name, value] }))]
}

/** Splits x = {1, 2} and (x, y) = (1, 2), which make two statements each. */
function splitRelation(relation: Relation): Node {
  const { sides, comparisons } = relation
  const [left, right] = sides as [Node, Node]
  if (sides.length !== 2 || comparisons[0] !== '=') return relation
  if (right.kind === 'list') {
    const items = right.items.map(
      (value): Node =>
        value.kind === 'relation' ? value : { kind: 'relation', sides: [left, value], comparisons },
    )
    return { kind: 'list', items, joint: right.joint }
  }
  if (left.kind !== 'tuple' || right.kind !== 'tuple') return relation
  if (left.items.length !== right.items.length) return relation
  if (!left.items.every(({ kind }) => kind === 'symbol')) return relation
  const items = left.items.map((name, index): Node => {
    return { kind: 'relation', sides: [name, right.items[index] as Node], comparisons }
  })
  return { kind: 'list', items, joint: 'comma' }
}
