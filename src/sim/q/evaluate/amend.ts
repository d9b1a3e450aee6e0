import { enumerateLike } from '../dictionaries/enumerate.ts'
import { positionIn, positionOfKey } from '../dictionaries/lookup.ts'
import { signal } from '../errors.ts'
import { columnOf, countOf, itemAt, itemsOf, withData } from '../values/access.ts'
import {
  cells,
  collapse,
  dictionary,
  list,
  NIL,
  symbols,
  table,
  vectorOf,
} from '../values/build.ts'
import { reserve } from '../values/meter.ts'
import { isSymbolic, LONG } from '../values/types.ts'
import type { Atom, Data, Dictionary, Scalar, Table, Value, Vector } from '../values/value.ts'
import { isKeyed, isList, typeOf } from '../values/value.ts'
import { toDouble } from '../values/wide.ts'
import type { Interpreter } from './interpreter.ts'

/** What becomes of an item: `argument` is the part of the right-hand side that goes with it. */
export interface Update {
  (item: Value, argument: Value | undefined, isMissing: boolean): Value
  /** It gives the argument as it is. */
  readonly assigns?: boolean
}

const assign: Update = Object.assign((_: Value, given: Value | undefined) => given as Value, {
  assigns: true,
})

/**
 * The update of an operator. A key that a dictionary does not have yet gets the argument itself,
 * so that counts and sums by key need no start; a join there begins with an empty list.
 */
export function through(q: Interpreter, operator: Value): Update {
  const isPrimitive = operator.kind === 'primitive'
  if (isPrimitive && operator.verb.name === ':') return assign
  const joins = isPrimitive && operator.verb.name === ','
  return (item, given, isMissing) => {
    if (given === undefined) return q.apply(operator, [item])
    const startsAnew = isMissing && (joins ? !isList(item) : isPrimitive)
    return startsAnew ? given : q.apply(operator, [item, given])
  }
}

/** `x[path]:argument`, or through an operator. */
export function amendDeep(
  q: Interpreter,
  value: Value,
  path: readonly Value[],
  operator: Value | undefined,
  argument: Value,
): Value {
  const update = operator === undefined ? assign : through(q, operator)
  return amendWith(q, value, path, update, argument)
}

/** As `amend`; what is put into an enumeration must be in its domain. @throws QError `cast` */
export function amendWith(
  q: Interpreter,
  value: Value,
  path: readonly Value[],
  update: Update,
  argument: Value | undefined,
): Value {
  const isEnumeration = value.kind === 'vector' && value.domain !== undefined && update.assigns
  const given = isEnumeration && argument ? enumerateLike(q, value, argument) : argument
  return amend(value, path, update, given)
}

/** Gives `value` with `update` done to what the path leads to. */
export function amend(
  value: Value,
  path: readonly Value[],
  update: Update,
  argument: Value | undefined,
  isMissing = false,
): Value {
  const [first, ...rest] = path
  if (first === undefined) return update(value, argument, isMissing)
  if (value.kind === 'atom' && isSymbolic(value.type)) return signal('type')
  if (first === NIL) return amendAll(value, rest, update, argument)
  if (value.kind === 'table' && isList(first) && rest.length > 0) {
    return amendList(value, first, rest, update, argument)
  }
  if (isList(first) && !isKeyList(value, first)) {
    return amendList(value, first, rest, update, argument)
  }
  return setOne(value, first, (item, isNew) => amend(item, rest, update, argument, isNew))
}

/** Whether a list is one key of a dictionary, as a row is of a keyed table. */
function isKeyList(value: Value, key: Value): boolean {
  if (isKeyed(value)) return value.keys.names.length > 1 && !isList(itemAt(key, 0))
  return value.kind === 'dictionary' && value.keys.kind === 'list' && !isList(itemAt(key, 0))
    ? isList(itemAt(value.keys, 0))
    : false
}

function amendAll(
  value: Value,
  rest: readonly Value[],
  update: Update,
  argument: Value | undefined,
): Value {
  if (rest.length === 0 && argument !== undefined && !isList(argument)) {
    return rebuilt(
      value,
      itemsOf(value).map((item) => update(item, argument, false)),
    )
  }
  if (value.kind === 'table') {
    const [column] = rest
    return column !== undefined && isSymbolic(Math.abs(typeOf(column)))
      ? amend(value, rest, update, argument)
      : amendList(value, symbols(value.names), rest, update, argument)
  }
  const parts = conform(argument, countOf(value))
  const items = itemsOf(value).map((item, i) => amend(item, rest, update, parts(i)))
  return rebuilt(value, items)
}

function rebuilt(value: Value, items: readonly Value[]): Value {
  if (value.kind === 'dictionary') return dictionary(value.keys, rebuilt(value.values, items))
  if (value.kind === 'vector') return sameType(value, items)
  return collapse(items)
}

function sameType(value: Vector, items: readonly Value[]): Value {
  const scalars = items.map((item) =>
    item.kind === 'atom' && item.type === value.type ? item.value : signal('type'),
  )
  return vectorOf(value.type, scalars, value.domain)
}

/** Shares the right-hand side out over so many places. @throws QError `length` */
function conform(argument: Value | undefined, count: number): (index: number) => Value | undefined {
  if (argument === undefined || !isList(argument)) return () => argument
  if (countOf(argument) !== count) return signal('length')
  return (index) => itemAt(argument, index)
}

function amendList(
  value: Value,
  indexes: Value,
  rest: readonly Value[],
  update: Update,
  argument: Value | undefined,
): Value {
  if (update.assigns && rest.length === 0 && value.kind === 'vector' && argument !== undefined) {
    reserve(value.data.length)
    const changed = setMany(value, indexes, argument, value.data.slice())
    if (changed !== undefined) return changed
  }
  const keys = itemsOf(indexes)
  const parts = conform(argument, keys.length)
  if (value.kind === 'vector' || value.kind === 'list') {
    const items = [...cells(value)]
    keys.forEach((key, i) => {
      setAt(items, key, rest, update, parts(i))
    })
    return value.kind === 'vector' ? sameType(value, items) : collapse(items)
  }
  return keys.reduce<Value>(
    (result, key, i) => amend(result, [key, ...rest], update, parts(i)),
    value,
  )
}

/**
 * Sets many items at once in storage that nobody else has.
 *
 * @returns undefined where types or wide numbers need the way item by item
 * @throws QError `length` for positions outside
 */
export function setMany(
  value: Vector,
  indexes: Value,
  argument: Value,
  data: Data,
): Vector | undefined {
  if (indexes.kind !== 'vector' || indexes.type > LONG || Array.isArray(indexes.data))
    return undefined
  const isLeaf = argument.kind === 'atom' || argument.kind === 'vector'
  if (!isLeaf || argument.type !== value.type || argument.domain !== value.domain) return undefined
  const from = argument.kind === 'atom' ? argument.value : argument.data
  if (data instanceof BigInt64Array || from instanceof BigInt64Array) return undefined
  if (typeof from === 'bigint') return undefined
  const places = indexes.data
  if (argument.kind === 'vector' && argument.data.length !== places.length) return signal('length')
  for (const place of places) if (!(place >= 0 && place < data.length)) return signal('length')
  const into = data as Scalar[]
  for (let i = 0; i < places.length; i++) {
    into[Number(places[i])] = typeof from === 'object' ? (from[i] as Scalar) : from
  }
  return data === value.data ? value : withData(value, data)
}

function setAt(
  items: Value[],
  key: Value,
  rest: readonly Value[],
  update: Update,
  argument: Value | undefined,
): void {
  if (isList(key)) {
    const parts = conform(argument, countOf(key))
    itemsOf(key).forEach((inner, i) => {
      setAt(items, inner, rest, update, parts(i))
    })
    return
  }
  const position = positionOf(key, items.length)
  items[position] = amend(items[position] as Value, rest, update, argument)
}

/** @throws QError `type` for no whole number, `length` for one outside */
function positionOf(key: Value, count: number): number {
  if (key.kind !== 'atom' || key.type > LONG) return signal('type')
  const position = toDouble(key.value)
  return position >= 0 && position < count ? position : signal('length')
}

type Change = (item: Value, isMissing?: boolean) => Value

/** The value with one item, entry, column or row changed. */
function setOne(value: Value, key: Value, change: Change): Value {
  switch (value.kind) {
    case 'vector':
      return setInVector(value, key, change)
    case 'list': {
      const position = positionOf(key, value.items.length)
      const items = [...value.items]
      items[position] = change(items[position] as Value)
      return collapse(items)
    }
    case 'dictionary':
      return setInDictionary(value, key, change)
    case 'table':
      return setInTable(value, key, change)
    default:
      return signal('type')
  }
}

function setInVector(value: Vector, key: Value, change: Change): Value {
  const position = positionOf(key, value.data.length)
  const item = change(itemAt(value, position))
  if (item.kind !== 'atom' || item.type !== value.type || item.domain !== value.domain) {
    return signal('type')
  }
  return replaced(value, position, item)
}

function replaced(value: Vector, position: number, item: Atom): Value {
  const wide = value.data instanceof BigInt64Array || typeof item.value === 'bigint'
  if (wide) {
    const scalars = (cells(value) as readonly Atom[]).map((cell) => cell.value)
    scalars[position] = item.value
    return vectorOf(value.type, scalars)
  }
  const data = value.data.slice() as Scalar[]
  data[position] = item.value
  return withData(value, data as string[])
}

function setInDictionary(value: Dictionary, key: Value, change: Change): Value {
  const { keys, values, attribute } = value
  const position = positionOfKey(value, key)
  const count = countOf(keys)
  if (position >= 0 && position < count) {
    const changed = setLoosely(values, position, change)
    return dictionary(keys, changed, attribute)
  }
  const missing = change(itemAt(values, count), true)
  if (isKeyed(value)) {
    const row = key.kind === 'dictionary' ? key : dictionary(symbols(value.keys.names), rowOf(key))
    return dictionary(joined(keys, row), joined(values, missing))
  }
  return dictionary(joined(keys, key), joined(values, missing))
}

const rowOf = (key: Value): Value => (isList(key) ? key : collapse([key]))

/** A dictionary may change the type of its values when there is but one, or they are a list. */
function setLoosely(values: Value, position: number, change: Change): Value {
  if (values.kind !== 'table')
    return setOne(values, { kind: 'atom', type: LONG, value: position }, change)
  const row = change(itemAt(values, position))
  return setRow(values, position, row)
}

function joined(values: Value, item: Value): Value {
  if (values.kind === 'table') {
    return table(
      values.names,
      values.columns.map((column, i) =>
        joined(
          column,
          item.kind === 'dictionary' ? entryOf(item, values.names[i] as string) : itemAt(item, i),
        ),
      ),
    )
  }
  if (values.kind === 'vector') {
    if (countOf(values) > 0 && (item.kind !== 'atom' || item.type !== values.type)) {
      return list([...cells(values), item])
    }
    if (item.kind !== 'atom') return list([item])
  }
  return collapse([...itemsOf(values), item])
}

function entryOf(row: Dictionary, name: string): Value {
  const position = positionIn(row.keys, { kind: 'atom', type: 11, value: name })
  return itemAt(row.values, position < 0 ? countOf(row.values) : position)
}

function setInTable(value: Table, key: Value, change: Change): Value {
  if (key.kind === 'atom' && isSymbolic(key.type)) {
    return withColumn(value, key.value as string, change(columnOf(value, key.value as string)))
  }
  const position = positionOf(key, countOf(value))
  return setRow(value, position, change(itemAt(value, position)))
}

function setRow(value: Table, position: number, row: Value): Value {
  const index: Atom = { kind: 'atom', type: LONG, value: position }
  const cellsOfRow = (i: number): Value =>
    row.kind === 'dictionary' ? entryOf(row, value.names[i] as string) : itemAt(row, i)
  return table(
    value.names,
    value.columns.map((column, i) => setOne(column, index, () => cellsOfRow(i))),
  )
}

/** The table with a column replaced or added; an atom fills it. @throws QError `length` */
export function withColumn(value: Table, name: string, column: Value): Table {
  const count = countOf(value)
  const full = isList(column) ? column : collapse(new Array<Value>(count).fill(column))
  if (value.names.length > 0 && countOf(full) !== count) return signal('length')
  const at = value.names.indexOf(name)
  if (at < 0) return table([...value.names, name], [...value.columns, full])
  return table(value.names, value.columns.with(at, full))
}
