import { castLeaf } from '../casts/convert.ts'
import { matches } from '../comparison/match.ts'
import { signal } from '../errors.ts'
import { indexOne } from '../evaluate/indexing.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import { functionRank } from '../evaluate/rank.ts'
import { distinct } from '../lists/find.ts'
import { join } from '../lists/join.ts'
import { countOf, itemAt, itemsOf } from '../values/access.ts'
import { dictionary, EMPTY } from '../values/build.ts'
import { emptyLike } from '../values/nulls.ts'
import { CHAR, GUID, LONG } from '../values/types.ts'
import { type Dictionary, isFunction, isList, type Value } from '../values/value.ts'
import { binaryCaller, collectResults, unaryCaller } from './callers.ts'

const hasItems = (value: Value): boolean =>
  isList(value) || value.kind === 'dictionary' || value.kind === 'table'

/**
 * `f'`: maps the items of one argument, or corresponding items of several; atoms pair with all. A
 * list of integers is the case iterator, which selects among the arguments.
 */
export function each(q: Interpreter, target: Value, args: readonly Value[]): Value {
  if (target.kind === 'vector' && target.type <= LONG && args.length > 1) {
    return caseVerb(target, args)
  }
  const [first, second] = args
  if (args.length === 1 && first !== undefined) return eachItem(q, target, first)
  const lists = args.filter(hasItems)
  const [leader] = lists
  if (leader === undefined) return q.apply(target, args)
  const dictionaries = args.filter((argument) => argument.kind === 'dictionary')
  if (dictionaries.length > 1) return eachEntry(q, target, args, dictionaries)
  const count = countOf(leader)
  if (lists.some((other) => countOf(other) !== count)) return signal('length')
  const columns = args.map((argument) => itemsBeside(argument, count))
  const [left, right] = columns as [Column, Column]
  const combine = binaryCaller(q, target)
  const values =
    args.length === 2 && second !== undefined
      ? collectResults(count, (i) => combine(left(i), right(i)))
      : collectResults(count, (i) =>
          q.apply(
            target,
            columns.map((column) => column(i)),
          ),
        )
  const [keyed] = dictionaries
  return keyed?.kind === 'dictionary' ? dictionary(keyed.keys, values) : values
}

type Column = (index: number) => Value

/** The items of an argument; an atom is repeated. */
function itemsBeside(argument: Value, count: number): Column {
  if (!hasItems(argument)) return () => argument
  if (argument.kind === 'list') return (i) => argument.items[i] as Value
  return count === 0 ? () => EMPTY : (i) => itemAt(argument, i)
}

/** Pairs dictionaries by key. Missing entries are null. */
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

function eachItem(q: Interpreter, target: Value, argument: Value): Value {
  const waitsForMore =
    isFunction(target) && target.kind !== 'primitive' && target.kind !== 'derived'
  if (waitsForMore && functionRank(target) > 1) {
    return {
      kind: 'projection',
      target: { kind: 'derived', iterator: "'", target },
      arguments: [argument],
    }
  }
  const apply = unaryCaller(q, target)
  if (!hasItems(argument)) return apply(argument)
  const count = countOf(argument)
  const item = itemsBeside(argument, count)
  const values = collectResults(count, (i) => apply(item(i)))
  return argument.kind === 'dictionary' ? dictionary(argument.keys, values) : values
}

function caseVerb(target: Value, args: readonly Value[]): Value {
  const picks = itemsOf(target)
  if (args.some((argument) => hasItems(argument) && countOf(argument) !== picks.length)) {
    return signal('length')
  }
  const [first, ...otherKeys] = args.flatMap((one) => (one.kind === 'dictionary' ? [one.keys] : []))
  if (first !== undefined && !otherKeys.every((keys) => matches(keys, first)))
    return signal('domain')
  return collectResults(picks.length, (i) => {
    const pick = picks[i] as Value
    const chosen = args[pick.kind === 'atom' ? Number(pick.value) : 0] ?? signal('length')
    return hasItems(chosen) ? itemAt(chosen, i) : chosen
  })
}

/** `x f/: y`: applies f to x and each item of y. */
export function eachRight(q: Interpreter, target: Value, x: Value, y: Value): Value {
  const combine = binaryCaller(q, target)
  if (!hasItems(y)) return combine(x, y)
  const count = countOf(y)
  const item = itemsBeside(y, count)
  const values = collectResults(count, (i) => combine(x, item(i)))
  return y.kind === 'dictionary' ? dictionary(y.keys, values) : values
}

/** `x f\: y`: applies f to each item of x and y. */
export function eachLeft(q: Interpreter, target: Value, x: Value, y: Value): Value {
  const combine = binaryCaller(q, target)
  if (!hasItems(x)) return combine(x, y)
  const count = countOf(x)
  const item = itemsBeside(x, count)
  const values = collectResults(count, (i) => combine(item(i), y))
  return x.kind === 'dictionary' ? dictionary(x.keys, values) : values
}

/** `f':y` and `x f':y`: applies f to each item and its predecessor; x precedes the first. */
export function eachPrior(q: Interpreter, target: Value, args: readonly Value[]): Value {
  const [first, second] = args as readonly [Value, Value | undefined]
  if (args.length > 2) return signal('rank')
  const list = second ?? first
  if (second === undefined && functionRank(target) === 1) return each(q, target, [list])
  if (!hasItems(list)) return second === undefined ? list : q.apply(target, [list, first])
  const count = countOf(list)
  if (count === 0) return list
  const combine = binaryCaller(q, target)
  const item = itemsBeside(list, count)
  const initial = second === undefined ? priorIdentity(target, list) : first
  const values = collectResults(count, (i) => {
    if (i > 0) return combine(item(i), item(i - 1))
    return initial === undefined ? item(0) : combine(item(0), initial)
  })
  return list.kind === 'dictionary' ? dictionary(list.keys, values) : values
}

/**
 * The predecessor of the first item: the identity of the verb, else a null like the items. A join
 * has no predecessor, so the first item stays unchanged.
 */
function priorIdentity(target: Value, list: Value): Value | undefined {
  const identity = target.kind === 'primitive' ? target.verb.identity : undefined
  if (target.kind === 'primitive' && target.verb.name === ',') return undefined
  const first = itemAt(list, 0)
  if (identity !== undefined) return seedLike(identity, first)
  return comparesItems(target) && isList(first) ? emptyLike(itemAt(first, 0)) : emptyLike(first)
}

/**
 * An identity as a number of an item's type. The infinities of minima and maxima become the item.
 */
function seedLike(identity: Value, item: Value): Value {
  if (identity.kind !== 'atom' || item.kind !== 'atom') return identity
  if (!Number.isFinite(identity.value)) return item
  const isNumber = item.type < CHAR && item.type !== GUID
  return isNumber ? castLeaf(item.type, identity) : identity
}

/** Whether it compares item by item; then one null precedes a whole list. */
const comparesItems = (target: Value): boolean =>
  target.kind === 'primitive' && ['=', '<>', '<', '>', '<=', '>='].includes(target.verb.name)
