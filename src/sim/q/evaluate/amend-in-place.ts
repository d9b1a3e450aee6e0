import { noteAppended } from '../dictionaries/lookup.ts'
import { signal } from '../errors.ts'
import { countOf } from '../values/access.ts'
import { holdOf, isHeldBy } from '../values/hold.ts'
import { meter, reserve, reserveBytes, spend } from '../values/meter.ts'
import { LONG } from '../values/types.ts'
import type { Atom, Data, Dictionary, Hold, List, Scalar, Value, Vector } from '../values/value.ts'

// What may be written in place: values that one holder alone can see. Everybody else gets a copy.

export type Open<T> = { -readonly [key in keyof T]: T[key] }
export type Container = Vector | List | Dictionary

/**
 * The value itself when it is the holder's own, else a copy that is; without a holder a copy that
 * is nobody's. Attributes of lists are gone, since what is written next may break them.
 */
export function own<T extends Container>(value: T, holder: object | undefined): Open<T> {
  if (holder !== undefined && isHeldBy(value, holder)) return value
  reserve(countOf(value))
  const hold: Hold | undefined = holder && { by: holder }
  if (value.kind === 'vector') return { ...value, data: value.data.slice(), attribute: '', hold }
  if (value.kind === 'list')
    return { kind: 'list', items: value.items.slice(), hold } as unknown as Open<T>
  return { ...value, hold }
}

/** Whether an atom goes into the storage of the vector as it is. */
export function fits(value: Vector, next: Value): next is Atom {
  if (next.kind !== 'atom' || next.type !== value.type || next.domain !== value.domain) return false
  return !(value.data instanceof BigInt64Array) && typeof next.value !== 'bigint'
}

/** Whether the items go into the storage as they are. */
export const canSetMany = (value: Vector, indexes: Value, argument: Value): indexes is Vector =>
  indexes.kind === 'vector' &&
  indexes.type <= LONG &&
  !Array.isArray(indexes.data) &&
  (argument.kind === 'atom' || argument.kind === 'vector') &&
  argument.type === value.type &&
  argument.domain === value.domain &&
  !isWide(value) &&
  !isWide(argument)

const isWide = (value: Atom | Vector): boolean =>
  value.kind === 'atom' ? typeof value.value === 'bigint' : value.data instanceof BigInt64Array

/** Sets many items at once in storage that nobody else has. @throws QError `length` */
export function setMany(mine: Open<Vector>, indexes: Vector, argument: Atom | Vector): Vector {
  const into = mine.data as Scalar[]
  const from = argument.kind === 'atom' ? argument.value : argument.data
  const places = indexes.data
  if (argument.kind === 'vector' && argument.data.length !== places.length) return signal('length')
  for (const place of places as Float64Array) {
    if (!(place >= 0 && place < into.length)) return signal('length')
  }
  for (let i = 0; i < places.length; i++) {
    into[Number(places[i])] = typeof from === 'object' ? (from[i] as Scalar) : (from as Scalar)
  }
  return mine
}

/** The dictionary with one entry more; undefined where its lists cannot take it as it is. */
export function addEntry(
  value: Dictionary,
  holder: object,
  key: Value,
  next: Value,
): Dictionary | undefined {
  const { keys, values } = value as { keys: Container; values: Container }
  const count = countOf(keys)
  if (count === 0 || key.kind !== 'atom' || value.attribute !== '') return undefined
  if (!canAppend(keys, key) || !canAppend(values, next)) return undefined
  const mine = own(value, holder)
  const hold = holdOf(mine) as Hold
  mine.keys = append(keys, hold, key)
  noteAppended(mine.keys, key, count)
  mine.values = append(values, hold, next)
  return mine
}

const canAppend = (value: Container, item: Value): boolean =>
  value.kind === 'vector'
    ? value.attribute === '' && fits(value, item)
    : value.kind === 'list' && value.items.length > 0

/** `x,:item` for what one variable holds; undefined when it takes the general way. */
export function appendInPlace(value: Value, holder: object, item: Value): Value | undefined {
  if (value.kind === 'list') {
    if (value.items.length === 0) return undefined
    const added = item.kind === 'list' ? item.items : undefined
    if (added === undefined && (item.kind === 'vector' || item.kind === 'table')) return undefined
    if (added === undefined) return append(value, holder, item)
    return added.reduce<List>((list, one) => append(list, holder, one), value)
  }
  if (value.kind !== 'vector' || value.attribute !== '') return undefined
  if (fits(value, item)) return append(value, holder, item)
  if (item.kind !== 'vector' || item.type !== value.type || item.domain !== value.domain) {
    return undefined
  }
  return appendAll(value, holder, item.data)
}

function append<T extends Container>(value: T, holder: object, item: Value): T {
  if (value.kind === 'list') {
    const mine = own(value as List, holder)
    reserveBytes(8)
    ;(mine.items as Value[]).push(item)
    return mine as unknown as T
  }
  const vector = value as Vector
  return appendAll(vector, holder, [(item as Atom).value as string]) as T
}

function appendAll(value: Vector, holder: object, added: Data): Vector | undefined {
  if (value.data instanceof BigInt64Array || added instanceof BigInt64Array) return undefined
  const mine = own(value, holder)
  const { data } = mine
  if (data.length + added.length > meter.itemsMax) return signal('wsfull')
  spend(added.length >> 4)
  if (Array.isArray(data)) {
    reserveBytes(8 * added.length)
    for (const item of added) data.push(item as string)
    return mine
  }
  const longer = grown(data as Float64Array, data.length + added.length)
  longer.set(added as unknown as Float64Array, data.length)
  mine.data = longer
  return mine
}

/** The same items with room for more: the storage doubles when it is full. */
function grown<T extends Uint8Array | Float64Array>(data: T, length: number): T {
  const Kind = data.constructor as new (buffer: ArrayBufferLike, at: number, length: number) => T
  if (length * data.BYTES_PER_ELEMENT <= data.buffer.byteLength) {
    return new Kind(data.buffer, 0, length)
  }
  const room = Math.max(16, 2 * length) * data.BYTES_PER_ELEMENT
  reserveBytes(room)
  const wider = new Kind(new ArrayBuffer(room), 0, length)
  wider.set(data)
  return wider
}
