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
import { inserted, upserted } from './add-rows.ts'
import { changeTable, named } from './columns.ts'

/**
 * `x,:y`, also used by `upsert`: appends items to a list, entries to a dictionary, or rows to a
 * table; in place if only the holder can see it.
 *
 * @throws QError `type` for items of another type than the vector, or anything but entries for a
 * dictionary; `mismatch` for a row with an unknown column
 */
export function append(q: Interpreter, before: Value, added: Value, holder?: object): Value {
  if (before.kind === 'table' || isKeyed(before)) return upserted(q, release(before), added)
  if (before.kind === 'dictionary') return withEntries(q, before, added, holder)
  if (!isList(before)) return join(before, added)
  if (before.kind === 'list' && before.items.length === 0) return join(before, added)
  const fresh = before.kind === 'vector' ? asItemsOf(q, before, added) : added
  const isItem =
    before.kind === 'list' && (!isList(fresh) || depthOf(before) === depthOf(fresh) + 1)
  if (isItem && fresh.kind !== 'table') return appendItem(before, fresh, holder)
  if (fresh.kind === 'atom') return appendItem(before, fresh, holder)
  if (isList(fresh)) return appendItems(before, fresh, holder)
  return fresh.kind === 'table' ? appendItems(before, list(itemsOf(fresh)), holder) : signal('type')
}

function withEntries(q: Interpreter, before: Dictionary, added: Value, holder?: object): Value {
  if (isList(added) && countOf(added) === 0) return before
  if (added.kind !== 'dictionary') return signal('type')
  const count = countOf(added)
  // Several entries go into a copy, so an error leaves the original unchanged.
  const writer = count === 1 && holder !== undefined ? holder : {}
  const keys = itemsOf(added.keys)
  let result: Value = writer === holder ? before : { ...before, attribute: '', hold: undefined }
  keys.forEach((key, i) => {
    spendAtItem(i)
    const value = itemAt(added, i)
    result = setItem(result, key, (item) => asItemLike(q, item, value), writer)
  })
  return writer === holder ? result : release(result)
}

/** Symbols in the list's form: enumerated or not. */
const asItemsOf = (q: Interpreter, before: Vector, added: Value): Value =>
  (added.kind === 'atom' || added.kind === 'vector') && added.type === SYMBOL
    ? enumerateLike(q, before, added)
    : added

/**
 * The nesting depth of the first items of a list. An appended value is one item if the list nests
 * once deeper than it. Otherwise its items are appended.
 */
function depthOf(value: Value): number {
  let depth = 0
  for (let at: Value | undefined = value; at !== undefined && isList(at); depth++) {
    at = at.kind === 'list' ? at.items[0] : undefined
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
  const before = named(q, x)
  const isTable = before.kind === 'table' || isKeyed(before)
  if (!isTable && !isList(before)) return signal('type')
  const after = isTable ? inserted(q, before, y) : append(q, before, y)
  changeTable(q, x, () => after)
  return numbers(countOf(before), countOf(after))
}

const numbers = (from: number, end: number): Value =>
  longs(Array.from({ length: end - from }, (_, i) => from + i))

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
  if (x.kind === 'atom' && isStep(named(q, x))) return signal('step')
  return changeTable(q, x, (value) => append(q, value, y))
}

const isStep = (value: Value): boolean =>
  value.kind === 'dictionary' && !isKeyed(value) && value.attribute === 's'
