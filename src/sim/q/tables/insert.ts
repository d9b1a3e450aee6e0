import { appendItem, appendItems } from '../containers/append.ts'
import { setItem } from '../containers/set-item.ts'
import { asItemLike, enumerateLike } from '../dictionaries/enumerate.ts'
import { signal } from '../errors.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import { join } from '../lists/join.ts'
import { countOf, itemAt, itemsOf } from '../values/access.ts'
import { list, longs } from '../values/build.ts'
import { release } from '../values/hold.ts'
import { spendAtItem } from '../values/meter.ts'
import { isSymbolic, SYMBOL } from '../values/types.ts'
import type { Dictionary, Value, Vector } from '../values/value.ts'
import { isKeyed, isList } from '../values/value.ts'
import { insertRows, upsertRows } from './add-rows.ts'
import { changeTable, resolveName } from './columns.ts'

/**
 * `x,:y`, also used by `upsert`: appends items to a list, entries to a dictionary, or rows to a
 * table; in place if only the holder can see it.
 *
 * @throws QError `type` for items of another type than the vector, or anything but entries for a
 * dictionary; `mismatch` for a row with an unknown column
 */
export function append(q: Interpreter, previous: Value, addedRows: Value, holder?: object): Value {
  if (previous.kind === 'table' || isKeyed(previous))
    return upsertRows(q, release(previous), addedRows)
  if (previous.kind === 'dictionary') return withEntries(q, previous, addedRows, holder)
  if (!isList(previous)) return join(previous, addedRows)
  if (previous.kind === 'list' && previous.items.length === 0) return join(previous, addedRows)
  const fresh = previous.kind === 'vector' ? matchEnumeration(q, previous, addedRows) : addedRows
  const isItem =
    previous.kind === 'list' &&
    (!isList(fresh) || nestingDepth(previous) === nestingDepth(fresh) + 1)
  if (isItem && fresh.kind !== 'table') return appendItem(previous, fresh, holder)
  if (fresh.kind === 'atom') return appendItem(previous, fresh, holder)
  if (isList(fresh)) return appendItems(previous, fresh, holder)
  if (fresh.kind !== 'table') return signal('type')
  return countOf(previous) === 0 ? fresh : appendItems(previous, list(itemsOf(fresh)), holder)
}

function withEntries(
  q: Interpreter,
  previous: Dictionary,
  addedEntries: Value,
  holder?: object,
): Value {
  if (isList(addedEntries) && countOf(addedEntries) === 0) return previous
  if (addedEntries.kind !== 'dictionary') return signal('type')
  const count = countOf(addedEntries)
  // Several entries go into a copy, so an error leaves the original unchanged.
  const writer = count === 1 && holder !== undefined ? holder : {}
  const keys = itemsOf(addedEntries.keys)
  let result: Value = writer === holder ? previous : { ...previous, attribute: '', hold: undefined }
  keys.forEach((key, i) => {
    spendAtItem(i)
    const value = itemAt(addedEntries, i)
    result = setItem(result, key, (item) => asItemLike(q, item, value), writer)
  })
  return writer === holder ? result : release(result)
}

/** Symbols in the list's form: enumerated or not. */
const matchEnumeration = (q: Interpreter, previous: Vector, addedItems: Value): Value =>
  (addedItems.kind === 'atom' || addedItems.kind === 'vector') && addedItems.type === SYMBOL
    ? enumerateLike(q, previous, addedItems)
    : addedItems

/**
 * The nesting depth of the first items of a list. An appended value is one item if the list nests
 * once deeper than it. Otherwise its items are appended.
 */
function nestingDepth(value: Value): number {
  let depth = 0
  for (let level: Value | undefined = value; level !== undefined && isList(level); depth++) {
    level = level.kind === 'list' ? level.items[0] : undefined
  }
  return depth
}

/**
 * `x insert y`: appends rows to the table named x; returns their row numbers.
 *
 * @throws QError `insert` if a key exists, `mismatch`, `length`, `type`
 */
export function insert(x: Value, y: Value, q: Interpreter): Value {
  if (madeAnew(q, x, y)) return numbers(0, countOf(y))
  const previous = resolveName(q, x)
  const isTable = previous.kind === 'table' || isKeyed(previous)
  if (!isTable && !isList(previous)) return signal('type')
  const changed = isTable ? insertRows(q, previous, y) : append(q, previous, y)
  changeTable(q, x, () => changed)
  return numbers(countOf(previous), countOf(changed))
}

const numbers = (start: number, end: number): Value =>
  longs(Array.from({ length: end - start }, (_, i) => start + i))

/** Assigns the table y to the name x if it has no value; returns whether it did. */
function madeAnew(q: Interpreter, x: Value, y: Value): boolean {
  if (x.kind !== 'atom' || !isSymbolic(x.type) || !(y.kind === 'table' || isKeyed(y))) return false
  const name = q.environment.qualify(x.value as string)
  if (q.find(name) !== undefined) return false
  q.assign(name, y)
  return true
}

/** `x upsert y`: appends to a value, or to the variable of a name. */
export function upsert(x: Value, y: Value, q: Interpreter): Value {
  if (madeAnew(q, x, y)) return x
  if (x.kind === 'atom' && isStep(resolveName(q, x))) return signal('step')
  return changeTable(q, x, (value) => append(q, value, y))
}

const isStep = (value: Value): boolean =>
  value.kind === 'dictionary' && !isKeyed(value) && value.attribute === 's'
