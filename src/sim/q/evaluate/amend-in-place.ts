import { noteAppended, positionOfKey } from '../dictionaries/lookup.ts'
import { countOf, itemAt } from '../values/access.ts'
import { holdOf, isHeldBy, released } from '../values/hold.ts'
import { reserve, reserveBytes } from '../values/meter.ts'
import type { Atom, Data, Dictionary, Hold, List, Value, Vector } from '../values/value.ts'
import { toDouble } from '../values/wide.ts'
import { setMany } from './amend.ts'

type Open<T> = { -readonly [key in keyof T]: T[key] }
type Container = Vector | List | Dictionary

/**
 * Amends what one variable holds without a copy of the whole: `x[i]:v`, `x[i;j]+:v`, `d[k],:v` with
 * an atom for each level. The first time copies; from then on the value is the holder's own.
 *
 * @returns the value to keep, or undefined when it takes the general way
 */
export function amendInPlace(
  value: Value,
  holder: object,
  path: readonly Value[],
  change: ((item: Value, isMissing: boolean) => Value) | 'append' | undefined,
  argument: Value,
): Value | undefined {
  const [index] = path
  if (value.kind === 'vector' && index?.kind === 'vector' && path.length === 1) {
    if (change !== undefined || !canSet(value, index, argument)) return undefined
    const mine = own(value, holder)
    return setMany(mine, index, argument, mine.data)
  }
  const leaf = isSimple(value, path, change === 'append')
  if (leaf === undefined) return undefined
  if (change !== 'append') {
    const next = change === undefined ? argument : change(released(leaf.item), leaf.isMissing)
    return setIn(value as Container, holder, path, 0, next)
  }
  return appendIn(value as Container, holder, path, argument)
}

/** The item that the path leads to; undefined when a level needs the general way. */
function isSimple(
  value: Value,
  path: readonly Value[],
  grows: boolean,
): { readonly item: Value; readonly isMissing: boolean } | undefined {
  let here = value
  let isMissing = false
  for (const key of path) {
    if (key.kind !== 'atom') return undefined
    if (here.kind === 'dictionary') {
      if (here.keys.kind === 'table' || here.values.kind === 'table') return undefined
      if (here.attribute !== '') return undefined
      const position = positionOfKey(here, key)
      if (position < 0 && grows) return undefined
      isMissing = position < 0
      here = itemAt(here.values, position < 0 ? countOf(here.keys) : position)
    } else if (here.kind === 'vector' || here.kind === 'list') {
      if (key.type > 7 || key.type === 2) return undefined
      const position = toDouble(key.value)
      if (!(position >= 0 && position < countOf(here))) return undefined
      here = itemAt(here, position)
    } else return undefined
  }
  return { item: here, isMissing }
}

/** The value itself when it is the holder's own, else a copy that is. */
function own<T extends Container>(value: T, holder: object): T {
  if (isHeldBy(value, holder)) return value
  reserve(countOf(value))
  const hold: Hold = { by: holder }
  if (value.kind === 'vector') return { ...value, data: value.data.slice(), attribute: '', hold }
  if (value.kind === 'list') return { ...value, items: value.items.slice(), hold }
  return { ...value, hold }
}

/** Whether the items go into the storage as they are, so that a copy is not made in vain. */
const canSet = (value: Vector, index: Vector, argument: Value): boolean =>
  (argument.kind === 'atom' || argument.kind === 'vector') &&
  argument.type === value.type &&
  argument.domain === value.domain &&
  index.type <= 7 &&
  !(value.data instanceof BigInt64Array)

function setIn(
  value: Container,
  holder: object,
  path: readonly Value[],
  level: number,
  next: Value,
): Container | undefined {
  const key = path[level] as Atom
  if (value.kind === 'vector') return setInVector(value, holder, toDouble(key.value), next)
  if (value.kind === 'dictionary') return setInDictionary(value, holder, path, level, next)
  const position = toDouble(key.value)
  const item = value.items[position] as Value
  if (level + 1 === path.length) {
    if (mayCollapse(value.items, position, next)) return undefined
    const mine = own(value, holder)
    ;(mine.items as Value[])[position] = next
    return mine
  }
  const mine = own(value, holder)
  const changed = setIn(item as Container, holdOf(mine) as Hold, path, level + 1, next)
  if (changed === undefined) return undefined
  ;(mine.items as Value[])[position] = changed
  return mine
}

/** Whether a general list may become a vector or a table by this item. */
function mayCollapse(items: readonly Value[], position: number, next: Value): boolean {
  if (next.kind !== 'atom' && next.kind !== 'dictionary') return false
  const other = items[position === 0 ? 1 : 0]
  return other === undefined || other.kind === next.kind
}

function setInVector(
  value: Vector,
  holder: object,
  position: number,
  next: Value,
): Vector | undefined {
  if (!fits(value, next)) return undefined
  const mine = own(value, holder)
  ;(mine.data as Float64Array)[position] = next.value as number
  return mine
}

/** Whether an atom goes into the storage of the vector as it is. */
function fits(value: Vector, next: Value): next is Atom {
  if (next.kind !== 'atom' || next.type !== value.type || next.domain !== value.domain) return false
  return !(value.data instanceof BigInt64Array) && typeof next.value !== 'bigint'
}

function setInDictionary(
  value: Dictionary,
  holder: object,
  path: readonly Value[],
  level: number,
  next: Value,
): Dictionary | undefined {
  const key = path[level] as Atom
  const position = positionOfKey(value, key)
  const { values } = value as { values: Container }
  if (values.kind === 'dictionary') return undefined
  if (position >= 0) {
    const index: Atom = { kind: 'atom', type: 7, value: position }
    const mine = own(value, holder)
    const rest = [index, ...path.slice(level + 1)]
    const changed = setIn(values, holdOf(mine) as Hold, rest, 0, next)
    if (changed === undefined) return undefined
    ;(mine as Open<Dictionary>).values = changed
    return mine
  }
  if (level + 1 < path.length) return undefined
  return addEntry(value, holder, key, next)
}

function addEntry(
  value: Dictionary,
  holder: object,
  key: Atom,
  next: Value,
): Dictionary | undefined {
  const { keys, values } = value as { keys: Container; values: Container }
  const count = countOf(keys)
  if (count === 0 || keys.kind === 'dictionary' || values.kind === 'dictionary') return undefined
  if (!canAppend(keys, key) || !canAppend(values, next)) return undefined
  const mine = own(value, holder) as Open<Dictionary>
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
    return mine as T
  }
  const vector = value as Vector
  return appendAll(vector, holder, [(item as Atom).value as string]) as T
}

function appendAll(value: Vector, holder: object, added: Data): Vector | undefined {
  if (value.data instanceof BigInt64Array || added instanceof BigInt64Array) return undefined
  const mine = own(value, holder) as Open<Vector>
  const { data } = mine
  if (Array.isArray(data)) {
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

/** `x[i],:v`: appends to a list within. */
function appendIn(
  value: Container,
  holder: object,
  path: readonly Value[],
  item: Value,
): Container | undefined {
  const [key, ...rest] = path
  if (key === undefined) return appendInPlace(value, holder, item) as Container | undefined
  const inner = value.kind === 'dictionary' ? value.values : value
  if (inner.kind !== 'list') return undefined
  const position =
    value.kind === 'dictionary' ? positionOfKey(value, key) : toDouble((key as Atom).value)
  const part = inner.items[position]
  if (part === undefined || countOf(part) === 0) return undefined
  if (part.kind !== 'vector' && part.kind !== 'list' && part.kind !== 'dictionary') return undefined
  const mine = own(value, holder)
  const list = mine.kind === 'dictionary' ? own(inner, holdOf(mine) as Hold) : (mine as List)
  const changed = appendIn(part, holdOf(list) as Hold, rest, item)
  if (changed === undefined) return undefined
  ;(list.items as Value[])[position] = changed
  if (mine.kind === 'dictionary') (mine as Open<Dictionary>).values = list
  return mine
}
