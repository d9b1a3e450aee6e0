import { signal } from '../errors.ts'
import { countOf, gather, slice } from '../values/access.ts'
import { collapse, list } from '../values/build.ts'
import { reserve, spendAtItem } from '../values/meter.ts'
import type { Value } from '../values/value.ts'
import { isList } from '../values/value.ts'

/** The first items, or the last ones for a negative count; items repeat if there are too few. */
export function takeCount(count: number, y: Value): Value {
  const size = Math.abs(reserve(Math.abs(count))) * Math.sign(count)
  const listValue = isList(y) || y.kind === 'dictionary' || y.kind === 'table' ? y : collapse([y])
  const length = countOf(listValue)
  if (size >= 0 && size <= length) return slice(listValue, 0, size)
  if (size < 0 && -size <= length) return slice(listValue, length + size, length)
  const start = size < 0 && length > 0 ? ((size % length) + length) % length : 0
  return gather(
    listValue,
    Float64Array.from({ length: Math.abs(size) }, (_, i) => (length ? (start + i) % length : -1)),
  )
}

/**
 * `x#y` with a list on the left: nested lists of these lengths. One of two lengths may be null,
 * which is then derived from the number of items.
 *
 * @throws QError `domain` for negative lengths, other nulls, and a zero length that is not the last
 */
export function reshape(shape: readonly number[], y: Value): Value {
  const [height = 0, width = 0] = shape
  if (shape.length === 0) return slice(isList(y) ? y : collapse([y]), 0, 0)
  if (shape.length === 1) return height >= 0 ? takeCount(height, y) : signal('domain')
  if (shape.length === 2 && Number.isNaN(height)) return pieces(toList(y), width)
  if (shape.length === 2 && Number.isNaN(width)) return splitRows(toList(y), height)
  const isOpen = (length: number, i: number) =>
    !(length > 0 || (length === 0 && i === shape.length - 1))
  if (shape.some(isOpen)) return signal('domain')
  const size = shape.reduce((product, length) => product * length, 1)
  return nestList(shape, takeCount(size, y), 0, size)
}

const toList = (y: Value): Value => (isList(y) || y.kind === 'table' ? y : collapse([y]))

function nestList(shape: readonly number[], flat: Value, start: number, size: number): Value {
  const [length = 0, ...innerShape] = shape
  if (innerShape.length === 0) return slice(flat, start, start + size)
  const part = length === 0 ? 0 : size / length
  const items = Array.from({ length: reserve(length) }, (_, i) =>
    nestList(innerShape, flat, start + i * part, part),
  )
  return length === 0 ? list([]) : collapse(items)
}

/**
 * Pieces of this many items; the last one may be shorter.
 *
 * @throws QError `domain`
 */
export function pieces(y: Value, width: number): Value {
  const count = countOf(y)
  if (!(width > 0)) return signal('domain')
  return collapse(
    Array.from({ length: Math.ceil(count / width) }, (_, i) => {
      spendAtItem(i)
      return slice(y, i * width, Math.min(count, (i + 1) * width))
    }),
  )
}

function splitRows(y: Value, height: number): Value {
  if (!(height > 0)) return signal('domain')
  const count = countOf(y)
  const edge = (i: number): number => Math.floor((i * count) / height)
  return collapse(Array.from({ length: reserve(height) }, (_, i) => slice(y, edge(i), edge(i + 1))))
}
