import { BYTES_OF_LIST, spendAtItem } from './meter.ts'
import { wholeTable } from './partitioned.ts'
import type { Data, Value } from './value.ts'

const OBJECT = 64
const POINTER = 8

/**
 * The approximate bytes of a value, without those already in `seen`. Charges for every visited
 * value.
 */
export function memoryOf(value: Value, seen: Set<Value>): number {
  if (value.kind === 'atom') return OBJECT
  if (seen.has(value)) return 0
  seen.add(value)
  spendAtItem(seen.size)
  switch (value.kind) {
    case 'vector':
      return BYTES_OF_LIST + bytesOfData(value.data)
    case 'list':
      return OBJECT + totalMemory(value.items, seen)
    case 'dictionary':
      return OBJECT + memoryOf(value.keys, seen) + memoryOf(value.values, seen)
    case 'table':
      if (value.isMissing) return OBJECT
      return OBJECT + totalMemory(wholeTable(value).columns, seen)
    case 'projection':
      return OBJECT + totalMemory(value.arguments, seen)
    default:
      return OBJECT
  }
}

function totalMemory(items: readonly (Value | undefined)[], seen: Set<Value>): number {
  let total = items.length * POINTER
  for (const item of items) if (item !== undefined) total += memoryOf(item, seen)
  return total
}

/** Typed arrays up to this size have no separate buffer until it is requested. */
const BUFFERLESS = 64

/** A large array may show a part of a larger buffer; a small one has at most twice its bytes. */
function bytesOfData(data: Data): number {
  if (Array.isArray(data)) return data.length * POINTER
  return data.byteLength <= BUFFERLESS ? data.byteLength : data.buffer.byteLength
}

/** The bytes of a value without those of its items' items. */
function bytesAtTop(value: Value): number {
  if (value.kind === 'vector') return BYTES_OF_LIST + bytesOfData(value.data)
  return value.kind === 'list' ? OBJECT + value.items.length * POINTER : OBJECT
}

/**
 * The bytes of a new value: its own, plus its items' items up to the bytes reserved meanwhile,
 * since the others are shared with older values. Visits no more items than were made.
 *
 * @param made bytes that were reserved while it was made
 */
export function bytesMade(value: Value, made: number): number {
  let bytes = bytesAtTop(value)
  if (value.kind !== 'list') return bytes
  const pendingItems: (readonly Value[])[] = [value.items]
  while (bytes < made) {
    const items = pendingItems.pop()
    if (items === undefined) break
    for (let index = 0; index < items.length && bytes < made; index++) {
      const item = items[index] as Value
      bytes += bytesAtTop(item)
      if (item.kind === 'list') pendingItems.push(item.items)
    }
  }
  return bytes
}
