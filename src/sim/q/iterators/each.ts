import { signal } from '../errors.ts'
import { indexOne } from '../evaluate/indexing.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import { rankOf } from '../evaluate/rank.ts'
import { distinct } from '../lists/find.ts'
import { join } from '../lists/join.ts'
import { countOf, emptyLike, itemAt, itemsOf } from '../values/access.ts'
import { collapse, dictionary, EMPTY } from '../values/build.ts'
import { reserve } from '../values/meter.ts'
import { emptied } from '../values/nulls.ts'
import { type Dictionary, isFunction, isList, type Value } from '../values/value.ts'

const hasItems = (value: Value): boolean =>
  isList(value) || value.kind === 'dictionary' || value.kind === 'table'

/**
 * `f'`: each item of one argument, or items side by side of several; atoms go with all. A list of
 * whole numbers is the case iterator: it picks among the arguments.
 */
export function each(q: Interpreter, target: Value, args: readonly Value[]): Value {
  if (target.kind === 'vector' && args.length > 1) return caseOf(target, args)
  const [first] = args
  if (args.length === 1 && first !== undefined) return eachOf(q, target, first)
  const lists = args.filter(hasItems)
  const [leader] = lists
  if (leader === undefined) return q.apply(target, args)
  const dictionaries = args.filter((argument) => argument.kind === 'dictionary')
  if (dictionaries.length > 1) return eachEntry(q, target, args, dictionaries)
  const count = countOf(leader)
  if (lists.some((other) => countOf(other) !== count)) return signal('length')
  const keyed = lists.find((value) => value.kind === 'dictionary')
  const columns = args.map((argument) =>
    hasItems(argument) ? itemsOf(argument) : new Array<Value>(count).fill(argument),
  )
  const results = new Array<Value>(reserve(count))
  for (let i = 0; i < count; i++) {
    results[i] = q.apply(
      target,
      columns.map((column) => column[i] as Value),
    )
  }
  const values = collapse(results)
  return keyed?.kind === 'dictionary' ? dictionary(keyed.keys, values) : values
}

/** Dictionaries go side by side by key: what one of them lacks is null there. */
function eachEntry(
  q: Interpreter,
  target: Value,
  args: readonly Value[],
  dictionaries: readonly Dictionary[],
): Value {
  const keys = dictionaries.map((item) => item.keys).reduce((x, y) => distinct(join(x, y)))
  const columns = args.map((argument) =>
    argument.kind === 'dictionary' ? indexOne(q, argument, keys) : argument,
  )
  return dictionary(keys, each(q, target, columns))
}

function eachOf(q: Interpreter, target: Value, argument: Value): Value {
  if (!hasItems(argument)) return q.apply(target, [argument])
  if (isFunction(target) && rankOf(target) > 1 && target.kind === 'lambda') {
    return {
      kind: 'projection',
      target: { kind: 'derived', iterator: "'", target },
      arguments: [argument],
    }
  }
  const items = itemsOf(argument)
  const results = new Array<Value>(items.length)
  for (let i = 0; i < items.length; i++) results[i] = q.apply(target, [items[i] as Value])
  if (argument.kind === 'dictionary') return dictionary(argument.keys, collapse(results))
  return items.length === 0 ? EMPTY : collapse(results)
}

function caseOf(target: Value, args: readonly Value[]): Value {
  const picks = itemsOf(target)
  return collapse(
    picks.map((pick, i) => {
      const chosen = args[pick.kind === 'atom' ? Number(pick.value) : 0] ?? signal('length')
      return isList(chosen) ? itemAt(chosen, i) : chosen
    }),
  )
}

/** `x f/: y`: x with each item of y. */
export function eachRight(q: Interpreter, target: Value, x: Value, y: Value): Value {
  if (!hasItems(y)) return q.apply(target, [x, y])
  const values = collapse(itemsOf(y).map((item) => q.apply(target, [x, item])))
  return y.kind === 'dictionary' ? dictionary(y.keys, values) : values
}

/** `x f\: y`: each item of x with y. */
export function eachLeft(q: Interpreter, target: Value, x: Value, y: Value): Value {
  if (!hasItems(x)) return q.apply(target, [x, y])
  const values = collapse(itemsOf(x).map((item) => q.apply(target, [item, y])))
  return x.kind === 'dictionary' ? dictionary(x.keys, values) : values
}

/** `f':y` and `x f':y`: each item with the one before it; x goes before the first. */
export function eachPrior(q: Interpreter, target: Value, args: readonly Value[]): Value {
  const [first, second] = args as readonly [Value, Value | undefined]
  const list = second ?? first
  if (rankOf(target) === 1) return each(q, target, [list])
  const items = itemsOf(list)
  if (items.length === 0) return list
  const before = second === undefined ? priorOf(target, list) : first
  const values = collapse(
    items.map((item, i) => q.apply(target, [item, i === 0 ? before : (items[i - 1] as Value)])),
  )
  return list.kind === 'dictionary' ? dictionary(list.keys, values) : values
}

/** What goes before the first item: the identity of the verb, else a null like the items. */
function priorOf(target: Value, list: Value): Value {
  const identity = target.kind === 'primitive' ? target.verb.identity : undefined
  if (identity !== undefined) return identity
  if (target.kind === 'primitive' && target.verb.name === ',') return emptyLike(list)
  return emptied(itemAt(list, 0))
}
