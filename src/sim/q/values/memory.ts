import type { Data, Value } from './value.ts'

const OBJECT = 64
const POINTER = 8

/** The bytes that a value takes, roughly, without what was counted (`seen`) before. */
export function bytesOf(value: Value, seen: Set<Value>): number {
  if (value.kind === 'atom') return OBJECT
  if (seen.has(value)) return 0
  seen.add(value)
  switch (value.kind) {
    case 'vector':
      return OBJECT + bytesOfData(value.data)
    case 'list':
      return OBJECT + sumOf(value.items, seen)
    case 'dictionary':
      return OBJECT + bytesOf(value.keys, seen) + bytesOf(value.values, seen)
    case 'table':
      return OBJECT + sumOf(value.columns, seen)
    case 'projection':
      return OBJECT + sumOf(value.arguments, seen)
    default:
      return OBJECT
  }
}

function sumOf(items: readonly (Value | undefined)[], seen: Set<Value>): number {
  let total = items.length * POINTER
  for (const item of items) if (item !== undefined) total += bytesOf(item, seen)
  return total
}

const bytesOfData = (data: Data): number =>
  Array.isArray(data) ? data.length * POINTER : data.buffer.byteLength
