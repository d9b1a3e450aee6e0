import { appendedAttribute } from '../dictionaries/attributes.ts'
import { enumerateLike } from '../dictionaries/enumerate.ts'
import { signal } from '../errors.ts'
import { join } from '../lists/join.ts'
import type { AssignNode } from '../parser/ast.ts'
import { upserted } from '../tables/insert.ts'
import { countOf } from '../values/access.ts'
import { collapse, EMPTY, list, NIL, plainSymbols, symbol } from '../values/build.ts'
import { released } from '../values/hold.ts'
import { SYMBOL } from '../values/types.ts'
import type { Code, Frame, Value, Vector } from '../values/value.ts'
import { isKeyed, isList } from '../values/value.ts'
import type { Binary } from '../verbs/verb.ts'
import { amend, updateOf } from './amend.ts'
import { appendInPlace } from './amend-in-place.ts'
import { applyBorrowed, borrowCode } from './borrow.ts'
import type { Interpreter } from './interpreter.ts'
import { expressionCode, type Scope, verbValue } from './scope.ts'
import { namesUsed, viewCode } from './views.ts'

/** Where a variable is kept: a slot of the frame, or a global cell. */
export interface Place {
  /** The value without giving it away. */
  look(frame: Frame): Value | undefined
  /** Who holds it: what `Hold` of the value names when nobody else can see it. */
  holder(frame: Frame): object
  /** Sets it; `path` says which part of it is new. */
  write(frame: Frame, value: Value, path?: readonly Value[]): void
}

/** The place of a variable in a scope. */
export function placeOf(scope: Scope, name: string): Place {
  const slot = scope.slots?.get(name)
  if (slot !== undefined) {
    return {
      look: (frame) => frame.slots[slot],
      holder: (frame) => frame,
      write: (frame, value) => {
        frame.slots[slot] = value
      },
    }
  }
  const { q } = scope
  const cell = q.environment.cell(q.environment.qualify(name, scope.context))
  const watcher = q.environment.cell('.z.vs')
  const isWatched = !cell.name.startsWith('.')
  return {
    look: () => {
      q.checkWritable()
      return cell.own ?? q.find(cell.name)
    },
    holder: () => cell,
    write: (_, value, path = []) => {
      q.checkWritable()
      q.environment.set(cell, value)
      if (isWatched && watcher.own !== undefined) {
        q.apply(watcher.own, [symbol(name), collapse(path)])
      }
    },
  }
}

/**
 * `x:v`, `x[i]:v`, `x+:v`, `x[i]+:v`, and these with `::`. The value is v, or what came of the
 * operator; `isEffect` says that nobody wants it.
 */
export function assignCode(scope: Scope, node: AssignNode, isEffect: boolean): Code {
  const place = placeOf(scope, node.name)
  const value = expressionCode(scope, node.value)
  if (node.global && scope.slots === undefined && node.indexes === undefined) {
    return defineView(scope, node, value)
  }
  if (node.indexes !== undefined) return amendCode(scope, node, place, value, isEffect)
  if (node.operator === undefined) {
    return (frame) => {
      const result = value(frame)
      place.write(frame, result)
      return result
    }
  }
  return throughCode(
    scope,
    place,
    verbValue(scope, operatorName(node), node.position),
    value,
    isEffect,
  )
}

const binaryOf = (operator: Value): Binary =>
  operator.kind === 'primitive' && operator.verb.binary !== undefined
    ? operator.verb.binary
    : (x, y, q) => q.apply(operator, [x, y])

/** `x+:v`: without a value so far, v is the value, or the only item of a join. */
function throughCode(
  scope: Scope,
  place: Place,
  operator: Value,
  value: Code,
  isEffect: boolean,
): Code {
  const { q } = scope
  const appends = operator.kind === 'primitive' && operator.verb.name === ','
  const binary = binaryOf(operator)
  return (frame) => {
    const argument = value(frame)
    const before = place.look(frame)
    if (before === undefined) {
      const start = appends ? join(EMPTY, argument) : argument
      place.write(frame, start)
      return start
    }
    const after = appends
      ? appended(q, before, place.holder(frame), argument)
      : binary(released(before), argument, q)
    place.write(frame, after)
    return isEffect ? NIL : released(after)
  }
}

/** `x,:v`, which keeps attributes where it can, and enumerates what it adds to an enumeration. */
function appended(q: Interpreter, before: Value, holder: object, argument: Value): Value {
  const added = asItemsOf(q, before, argument)
  const isItem = before.kind === 'list' && isList(added) && depthOf(before) === depthOf(added) + 1
  const longer = appendInPlace(before, holder, isItem ? list([added]) : added)
  if (longer !== undefined) return longer
  if (before.kind === 'table' || isKeyed(before)) return upserted(q, released(before), added)
  const areEntries = before.kind === 'dictionary' && added.kind === 'dictionary'
  const [held, more] = areEntries ? [before.values, added.values] : [before, added]
  if (held.kind === 'vector' && held.data.length > 0 && !isOfType(held, more)) {
    return signal('type')
  }
  const after = join(released(before), added)
  if (before.kind !== 'vector' || before.attribute === '' || after.kind !== 'vector') return after
  return { ...after, attribute: appendedAttribute(before, after) }
}

/** Symbols as the list has them: enumerated or not. */
function asItemsOf(q: Interpreter, before: Value, added: Value): Value {
  if (before.kind !== 'vector' || !Array.isArray(before.data)) return added
  if (before.domain !== undefined) return enumerateSymbols(q, before, added)
  return before.type === SYMBOL ? plainSymbols(added) : added
}

/**
 * How deep the first items of a list nest. What is appended is an item of a list that nests once
 * deeper than itself, and otherwise its own items are.
 */
function depthOf(value: Value): number {
  let depth = 0
  for (let at: Value | undefined = value; at !== undefined && isList(at); depth++) {
    at = at.kind === 'list' ? at.items[0] : undefined
  }
  return depth
}

/** Whether items go into a vector, which keeps its type where it is amended. */
const isOfType = (before: Vector, added: Value): boolean =>
  added.kind === 'atom' || added.kind === 'vector'
    ? added.type === before.type || countOf(added) === 0
    : added.kind === 'list' && added.items.length === 0

const enumerateSymbols = (q: Interpreter, like: Vector, added: Value): Value =>
  (added.kind === 'atom' || added.kind === 'vector') && added.type === SYMBOL
    ? enumerateLike(q, like, added)
    : added

/** `x:x,v` as a statement, which is an append; undefined for any other node. */
export function appendCode(scope: Scope, node: AssignNode): Code | undefined {
  const { value } = node
  if (value.kind !== 'apply' || node.global || node.indexes || node.operator) return undefined
  const [left, right] = value.args
  const isJoin = value.target.kind === 'verb' && value.target.name === ',' && right !== undefined
  if (!isJoin || left?.kind !== 'name' || left.name !== node.name) return undefined
  const look = borrowCode(scope, left, true)
  if (look === undefined) return undefined
  const place = placeOf(scope, node.name)
  const argument = expressionCode(scope, right)
  const join = verbValue(scope, ',', value.position)
  return (frame) => {
    const added = argument(frame)
    const before = look(frame)
    const longer = appendInPlace(before, place.holder(frame), added)
    place.write(frame, longer ?? scope.q.apply(join, [released(before), added]))
    return NIL
  }
}

const operatorName = ({ operator }: AssignNode): string =>
  operator?.kind === 'verb' ? operator.name : ''

/** Makes a view, whose value comes of its text at its first use. */
function defineView(scope: Scope, node: AssignNode, value: Code): Code {
  const { environment } = scope.q
  const viewSource = {
    text: node.valueText,
    node: node.value,
    names: namesUsed(node.value),
  }
  const inputs = viewSource.names.map((name) => environment.qualify(name, scope.context))
  return () => {
    const cell = environment.cell(environment.qualify(node.name, scope.context))
    cell.value = undefined
    cell.viewValue = undefined
    cell.view = viewCode(scope.q, cell, inputs, value)
    cell.viewSource = viewSource
    return NIL
  }
}

function amendCode(
  scope: Scope,
  node: AssignNode,
  place: Place,
  value: Code,
  isEffect: boolean,
): Code {
  const { q } = scope
  const indexes = (node.indexes ?? []).map((index) =>
    index === undefined ? undefined : expressionCode(scope, index),
  )
  const operator =
    node.operator === undefined ? undefined : verbValue(scope, operatorName(node), node.position)
  const update = updateOf(q, operator)
  return (frame) => {
    const argument = value(frame)
    const path = new Array<Value>(indexes.length)
    for (let i = indexes.length - 1; i >= 0; i--) path[i] = indexes[i]?.(frame) ?? NIL
    const before = place.look(frame) ?? signal(node.name)
    const changed = amend(before, path, update, argument, false, place.holder(frame))
    place.write(frame, changed, path)
    if (operator === undefined) return argument
    return isEffect ? NIL : applyBorrowed(q, changed, path)
  }
}
