import { dictionary, list, NIL, table } from '../values/build.ts'
import { spend } from '../values/meter.ts'
import type { Value } from '../values/value.ts'

/**
 * The part of a value that fits on a line of this width. Every item takes at least one column, so
 * the rest need not be formatted.
 */
export const shorten = (value: Value, columns: number): Value =>
  within(value, { columns, seenCharacters: 0 })

interface Line {
  readonly columns: number
  /** The number of items visited from the left. */
  seenCharacters: number
}

/** A list keeps two items if it has them, because a single item would look different. */
const ITEMS_MIN = 2

function within(value: Value, line: Line): Value {
  const part = (inner: Value): Value => within(inner, line)
  switch (value.kind) {
    case 'vector': {
      const room = Math.max(ITEMS_MIN, line.columns - line.seenCharacters)
      line.seenCharacters += Math.min(room, value.data.length)
      return value.data.length > room ? { ...value, data: value.data.slice(0, room) } : value
    }
    case 'list':
      return partOfList(value.items, line)
    case 'dictionary':
      return dictionary(part(value.keys), part(value.values), value.attribute)
    case 'table':
      if (value.partition !== undefined || value.source !== undefined) return value
      return table(value.names, value.columns.map(part), value.attribute)
    case 'derived':
      return { ...value, target: part(value.target) }
    case 'composition':
      return { ...value, outer: part(value.outer), inner: part(value.inner) }
    case 'projection':
      return { ...value, arguments: value.arguments.map((given) => given && part(given)) }
    default:
      line.seenCharacters++
      return value
  }
}

function partOfList(items: readonly Value[], line: Line): Value {
  spend(1)
  const keptItems: Value[] = []
  for (const item of items) {
    const isBeyond = line.seenCharacters >= line.columns
    if (isBeyond && keptItems.length >= ITEMS_MIN) break
    keptItems.push(isBeyond ? NIL : within(item, line))
  }
  return list(keptItems)
}
