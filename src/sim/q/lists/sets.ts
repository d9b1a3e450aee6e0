import { signal } from '../errors.ts'
import { countOf, gather, itemsOf } from '../values/access.ts'
import { collapse, list, table, vectorOf } from '../values/build.ts'
import { reserve, reserveBytes, spend } from '../values/meter.ts'
import { BOOLEAN } from '../values/types.ts'
import type { Table, Value, Vector } from '../values/value.ts'
import { isKeyed, isList } from '../values/value.ts'
import { distinct, isIn } from './find.ts'
import { join } from './join.ts'

/** The items of x that are in y, or those that are not; for a dictionary its values. */
function chosen(x: Value, y: Value, whenIn: boolean): Value {
  const source = x.kind === 'dictionary' && !isKeyed(x) ? x.values : x
  const target = y.kind === 'dictionary' && !isKeyed(y) ? y.values : y
  if (!isList(source) && source.kind !== 'table') return signal('type')
  if (countOf(source) === 0) return source
  const flags = isIn(source, target)
  const count = countOf(source)
  if (flags.kind !== 'vector' || flags.type !== BOOLEAN || flags.data.length !== count) {
    return signal('type')
  }
  const positions: number[] = []
  for (let i = 0; i < count; i++) if ((flags.data[i] === 1) === whenIn) positions.push(i)
  return gather(source, positions)
}

/** `x except y`: the items of x that are not in y. */
export const except = (x: Value, y: Value): Value => chosen(x, y, false)

/** `x inter y`: the items of x that are in y. */
export const inter = (x: Value, y: Value): Value => chosen(x, y, true)

/** `x union y`: the distinct items of both. */
export const union = (x: Value, y: Value): Value => distinct(join(x, y))

/** `x cross y`: joins each item of x with each item of y. */
export function cross(x: Value, y: Value): Value {
  if (x.kind === 'table' && y.kind === 'table') return crossTables(x, y)
  if (isKeyed(x) || isKeyed(y)) return signal('type')
  if (isPlain(x) && isPlain(y) && x.type === y.type) return crossPlain(x, y)
  const [left, right] = [itemsOf(x), itemsOf(y)]
  reserve(left.length * right.length)
  const pairs = new Array<Value>(left.length * right.length)
  let index = 0
  for (const item of left) for (const rightItem of right) pairs[index++] = makePair(item, rightItem)
  return collapse(pairs)
}

type Plain = Vector & { readonly data: Float64Array | Uint8Array }

const isPlain = (value: Value): value is Plain =>
  value.kind === 'vector' &&
  (value.data instanceof Float64Array || value.data instanceof Uint8Array) &&
  value.domain === undefined

/** The bytes of a list of two items, without a buffer of its own. */
const BYTES_OF_PAIR = 176

/**
 * Makes all pairs at once, without atoms. The pairs of one item of x share a buffer, since separate
 * buffers would dominate the time.
 */
function crossPlain({ type, data: left }: Plain, { data: right }: Plain): Value {
  const pairs = new Array<Vector>(reserve(left.length * right.length))
  let index = 0
  for (const item of left) {
    spend(right.length)
    reserveBytes(BYTES_OF_PAIR * right.length)
    const row = blankLike(right, 2 * right.length)
    for (let i = 0; i < right.length; i++) {
      row[2 * i] = item
      row[2 * i + 1] = right[i] as number
      const data = pairAt(row, 2 * i)
      pairs[index++] = { kind: 'vector', type, data, attribute: '' }
    }
  }
  return list(pairs)
}

const blankLike = (data: Float64Array | Uint8Array, count: number): Float64Array | Uint8Array =>
  data instanceof Float64Array ? new Float64Array(count) : new Uint8Array(count)

/** Two items at an index of a shared buffer. */
const pairAt = (data: Float64Array | Uint8Array, start: number): Float64Array | Uint8Array =>
  data instanceof Float64Array
    ? new Float64Array(data.buffer, 8 * start, 2)
    : new Uint8Array(data.buffer, start, 2)

/** Joins two items. Two atoms without a domain, the most common case, skip the general join. */
function makePair(x: Value, y: Value): Value {
  if (x.kind !== 'atom' || y.kind !== 'atom') return join(x, y)
  if (x.domain !== undefined || y.domain !== undefined) return join(x, y)
  if (x.type === y.type) return vectorOf(x.type, [x.value, y.value])
  reserve(2)
  return list([x, y])
}

function crossTables(x: Table, y: Table): Value {
  const [height, width] = [countOf(x), countOf(y)]
  const count = reserve(height * width)
  const left = gather(
    x,
    Float64Array.from({ length: count }, (_, i) => Math.floor(i / width)),
  ) as Table
  const right = gather(
    y,
    Float64Array.from({ length: count }, (_, i) => i % width),
  ) as Table
  const columns = new Map(left.names.map((name, i) => [name, left.columns[i] as Value]))
  right.names.forEach((name, i) => {
    columns.set(name, right.columns[i] as Value)
  })
  return table([...columns.keys()], [...columns.values()])
}
