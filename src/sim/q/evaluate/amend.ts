import { joinInPlace } from '../containers/append.ts'
import { canSetMany, lastingAttribute, ownCopy, setMany } from '../containers/own.ts'
import { setItem, toPosition } from '../containers/set-item.ts'
import { asItemLike } from '../dictionaries/enumerate.ts'
import { isOneKey, positionOfLikeKey } from '../dictionaries/lookup.ts'
import { signal } from '../errors.ts'
import { identityOrder } from '../lists/order.ts'
import { countOf, isSymbol, itemAt, itemsOf, textOf } from '../values/access.ts'
import {
  cells,
  collapse,
  dictionary,
  EMPTY,
  long,
  longs,
  NIL,
  symbols,
  vectorOf,
} from '../values/build.ts'
import { release } from '../values/hold.ts'
import { isSymbolic } from '../values/types.ts'
import type { Atom, Dictionary, Table, Value, Vector } from '../values/value.ts'
import { isKeyed, isList, typeOf } from '../values/value.ts'
import type { Interpreter } from './interpreter.ts'

/** Computes the new item; `argument` is the corresponding part of the right-hand side. */
interface Update {
  (item: Value, argument: Value | undefined, isMissing: boolean, holder?: object): Value
  /** Whether it returns the argument unchanged. */
  readonly assigns?: boolean
}

const assignIn = (q: Interpreter): Update =>
  Object.assign(
    (item: Value, argument: Value | undefined) =>
      argument === undefined ? item : asItemLike(q, item, argument),
    { assigns: true },
  )

/**
 * The update of an operator. A missing dictionary key gets the argument itself, so counts and sums
 * by key need no initial value. A join at a missing key begins with an empty list.
 */
export function through(q: Interpreter, operator: Value): Update {
  const isPrimitive = operator.kind === 'primitive'
  if (isPrimitive && operator.verb.name === ':') return assignIn(q)
  const joins = isPrimitive && operator.verb.name === ','
  return (item, argument, isMissing, holder) => {
    if (argument === undefined) return q.apply(operator, [release(item)])
    const startsAnew = isMissing && (joins ? !isList(item) : isPrimitive)
    if (startsAnew) return argument
    const extended = joins && holder !== undefined ? joinInPlace(item, holder, argument) : undefined
    return extended ?? q.apply(operator, [release(item), argument])
  }
}

/** `x[path]:argument`, or with an operator; in place if only `holder` can see the value. */
export function amendDeep(
  q: Interpreter,
  value: Value,
  path: readonly Value[],
  operator: Value | undefined,
  argument: Value,
  holder?: object,
): Value {
  return amend(value, path, toUpdate(q, operator), argument, false, holder)
}

/** The update of `x[path]:v`, or with an operator. */
export const toUpdate = (q: Interpreter, operator: Value | undefined): Update =>
  operator === undefined ? assignIn(q) : through(q, operator)

/** Applies `update` to the items that the path selects. */
export function amend(
  wholeValue: Value,
  path: readonly Value[],
  update: Update,
  argument: Value | undefined,
  isMissing = false,
  holder?: object,
): Value {
  const [first] = path
  if (first === undefined) return update(wholeValue, argument, isMissing, holder)
  if (isSymbol(wholeValue)) return signal('type')
  const value = isMissing && isUnknown(wholeValue) && isName(first) ? NO_ENTRIES : wholeValue
  const otherSteps = path.length === 1 ? NOTHING : path.slice(1)
  if (first === NIL) return amendAll(value, otherSteps, update, argument)
  if (value.kind === 'table' && otherSteps.length > 0 && !isName(first)) {
    return amendCells(value, first, otherSteps, update, argument)
  }
  if (isList(first) && !isKeyList(value, first)) {
    return amendList(value, first, otherSteps, update, argument, holder)
  }
  const row = otherSteps.length > 0 ? findRow(value, first) : undefined
  if (row !== undefined) {
    const { values } = value as Dictionary
    const changedValues = amend(values, [row, ...otherSteps], update, argument)
    return { ...(value as Dictionary), values: changedValues, hold: undefined }
  }
  // The cells of a missing row are missing too, so they are filled with nulls.
  const change = (item: Value, isNew: boolean, inner: object | undefined): Value =>
    otherSteps === NOTHING
      ? update(item, argument, isNew || isMissing, inner)
      : amend(item, otherSteps, update, argument, isNew || isMissing, inner)
  return setItem(value, first, change, holder)
}

const NOTHING: readonly Value[] = []
const NO_ENTRIES = dictionary(symbols([]), EMPTY)

/** Whether the type of a missing item is unknown: below a name it is then a dictionary. */
const isUnknown = (item: Value): boolean =>
  item === NIL || (item.kind === 'list' && item.items.length === 0)

const isName = (index: Value): boolean => isSymbolic(Math.abs(typeOf(index)))

/** The row at a key of a dictionary whose values are a table, if it exists. */
function findRow(value: Value, key: Value): Value | undefined {
  if (value.kind !== 'dictionary' || value.values.kind !== 'table') return undefined
  const row = positionOfLikeKey(value, key)
  return row >= 0 && row < countOf(value.values) ? long(row) : undefined
}

/**
 * Amends cells of rows. Each column keeps its type.
 *
 * @throws QError `mismatch` if there is no such column
 */
function amendCells(
  value: Table,
  rows: Value,
  [column, ...deeper]: readonly Value[],
  update: Update,
  argument: Value | undefined,
): Value {
  const names = column === NIL ? symbols(value.names) : (column as Value)
  if (!isName(names)) return signal('type')
  if (isList(names)) {
    if (isList(rows)) return amendList(value, rows, [names, ...deeper], update, argument)
    const parts = conform(argument, countOf(names))
    return itemsOf(names).reduce<Value>(
      (result, name, i) => amend(result, [rows, name, ...deeper], update, parts(i)),
      value,
    )
  }
  if (!value.names.includes(textOf(names))) return signal('mismatch')
  return amend(value, [names, rows, ...deeper], update, argument)
}

/** Whether a list is one key of a dictionary, like a row of a keyed table. */
function isKeyList(value: Value, key: Value): boolean {
  if (isKeyed(value)) return isOneKey(value.keys, key)
  if (value.kind !== 'dictionary' || value.keys.kind !== 'list') return false
  const [first] = value.keys.items
  return first !== undefined && isList(first) && !isList(itemAt(key, 0))
}

function amendAll(
  value: Value,
  otherSteps: readonly Value[],
  update: Update,
  argument: Value | undefined,
): Value {
  if (otherSteps.length === 0 && argument !== undefined && !hasItems(argument)) {
    return rebuildValue(
      value,
      itemsOf(value).map((item) => update(item, argument, false)),
    )
  }
  if (value.kind === 'table' && argument?.kind === 'table' && otherSteps.length === 0) {
    return amendList(value, longs(identityOrder(countOf(value))), otherSteps, update, argument)
  }
  if (value.kind === 'table') {
    const [column] = otherSteps
    return column !== undefined && isName(column)
      ? amend(value, otherSteps, update, argument)
      : amendList(value, symbols(value.names), otherSteps, update, argument)
  }
  const parts = conform(argument, countOf(value))
  const items = itemsOf(value).map((item, i) => amend(item, otherSteps, update, parts(i)))
  return rebuildValue(value, items)
}

function rebuildValue(value: Value, items: readonly Value[]): Value {
  if (value.kind === 'dictionary') return dictionary(value.keys, rebuildValue(value.values, items))
  if (value.kind === 'vector') return sameType(value, items)
  const result = collapse(items)
  return value.kind === 'list' || (value.kind === 'table' && result.kind === 'table')
    ? result
    : signal('type')
}

function sameType(value: Vector, items: readonly Value[]): Value {
  const scalars = items.map((item) =>
    item.kind === 'atom' && item.type === value.type ? item.value : signal('type'),
  )
  return { ...vectorOf(value.type, scalars, value.domain), attribute: lastingAttribute(value) }
}

/** Whether a right-hand side has a part for each selected item: an item of a list, or a row. */
const hasItems = (argument: Value): boolean => isList(argument) || argument.kind === 'table'

/**
 * Distributes the right-hand side over the selected items.
 *
 * @throws QError `length`
 */
function conform(argument: Value | undefined, count: number): (index: number) => Value | undefined {
  if (argument === undefined || !hasItems(argument)) return () => argument
  if (countOf(argument) !== count) return signal('length')
  return (index) => itemAt(argument, index)
}

function amendList(
  value: Value,
  indexes: Value,
  otherSteps: readonly Value[],
  update: Update,
  argument: Value | undefined,
  holder?: object,
): Value {
  const isPlain = update.assigns && otherSteps.length === 0 && value.kind === 'vector'
  if (isPlain && argument !== undefined && canSetMany(value, indexes, argument)) {
    return setMany(ownCopy(value, holder), indexes, argument as Atom | Vector)
  }
  const keys = itemsOf(indexes)
  const parts = conform(argument, keys.length)
  if (value.kind === 'vector' || value.kind === 'list') {
    const items = [...cells(value)]
    keys.forEach((key, i) => {
      setAt(items, key, otherSteps, update, parts(i))
    })
    return value.kind === 'vector' ? sameType(value, items) : collapse(items)
  }
  return keys.reduce<Value>(
    (result, key, i) => amend(result, [key, ...otherSteps], update, parts(i)),
    value,
  )
}

function setAt(
  items: Value[],
  key: Value,
  otherSteps: readonly Value[],
  update: Update,
  argument: Value | undefined,
): void {
  if (key === NIL) {
    const parts = conform(argument, items.length)
    items.forEach((item, i) => {
      items[i] = amend(item, otherSteps, update, parts(i))
    })
    return
  }
  if (isList(key)) {
    const parts = conform(argument, countOf(key))
    itemsOf(key).forEach((inner, i) => {
      setAt(items, inner, otherSteps, update, parts(i))
    })
    return
  }
  const position = toPosition(key, items.length)
  items[position] = amend(items[position] as Value, otherSteps, update, argument)
}
