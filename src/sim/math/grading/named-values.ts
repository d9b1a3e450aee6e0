import type { Node } from './node.ts'
import { definedName, isEquation, type Relation } from './relation.ts'

/** Splits `y = z = 2` among other equations into y = 2 and z = 2. */
export function splitChains(items: readonly Node[]): readonly Node[] {
  return items.flatMap((item): readonly Node[] => {
    if (item.kind !== 'relation' || item.sides.length < 3) return [item]
    const names = item.sides.slice(0, -1)
    const value = item.sides.at(-1) as Node
    const isChain =
      item.comparisons.every((sign) => sign === '=') &&
      names.every(({ kind }) => kind === 'symbol') &&
      value.kind !== 'symbol'
    if (!isChain) return [item]
    return names.map((name): Node => {
      return { kind: 'relation', sides: [name, value], comparisons: ['='] }
    })
  })
}

/**
 * Sorts equations by letter if the letters are consecutive, such as x, y, z: such letters name
 * coordinates in that order. Other equations keep their order.
 */
export function sortByLetter(items: readonly Node[]): readonly Node[] {
  const namedItems = items.map((item) => ({ item, name: equationName(item) }))
  const sorted = namedItems.toSorted((one, other) => (one.name < other.name ? -1 : 1))
  const firstCode = sorted[0]?.name.charCodeAt(0) ?? 0
  const isRun = sorted.every(({ name }, index) => {
    return name.length === 1 && name.charCodeAt(0) === firstCode + index
  })
  return isRun ? sorted.map(({ item }) => item) : items
}

const equationName = (item: Node): string =>
  item.kind === 'relation' && isEquation(item) ? (definedName(item as Relation) ?? '') : ''
