import { joinInPlace } from '../containers/append.ts'
import { isOneKey } from '../dictionaries/lookup.ts'
import { signal } from '../errors.ts'
import { join } from '../lists/join.ts'
import type { AssignNode } from '../parser/ast.ts'
import { append } from '../tables/insert.ts'
import { collapse, EMPTY, NIL, symbol, table } from '../values/build.ts'
import { release } from '../values/hold.ts'
import type { Code, Frame, Value } from '../values/value.ts'
import { isKeyed, isList } from '../values/value.ts'
import type { Binary } from '../verbs/verb.ts'
import { amend, toUpdate } from './amend.ts'
import { applyBorrowed, borrowCode } from './borrow.ts'
import { expressionCode, type Scope, verbValue } from './scope.ts'
import { namesUsed, viewCode } from './views.ts'

/** The storage of a variable: a slot of the frame, or a global cell. */
export interface VariableStorage {
  /** The value, without releasing it. */
  look(frame: Frame): Value | undefined
  /** The owner of the value: `Hold` names it if nobody else can see the value. */
  holder(frame: Frame): object
  /** Sets the value; `path` says which part of it is new. */
  write(frame: Frame, value: Value, path?: readonly Value[]): void
}

/** The storage of a variable in a scope. */
export function variableStorage(scope: Scope, name: string): VariableStorage {
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
      return cell.unsharedValue ?? q.find(cell.name)
    },
    holder: () => cell,
    write: (_, value, path = []) => {
      q.checkWritable()
      q.environment.set(cell, value)
      if (isWatched && watcher.unsharedValue !== undefined) {
        q.apply(watcher.unsharedValue, [symbol(name), collapse(path)])
      }
    },
  }
}

/**
 * `x:v`, `x[i]:v`, `x+:v`, `x[i]+:v`, and these with `::`. The result is v, or the operator's
 * result. `isEffect` means that the result is not used.
 */
export function assignCode(scope: Scope, node: AssignNode, isEffect: boolean): Code {
  const storage = variableStorage(scope, node.name)
  const value = expressionCode(scope, node.value)
  if (node.global && scope.slots === undefined && node.indexes === undefined) {
    return defineView(scope, node, value)
  }
  if (node.indexes !== undefined) return amendCode(scope, node, storage, value, isEffect)
  if (node.operator === undefined) {
    return (frame) => {
      const result = value(frame)
      storage.write(frame, result)
      return result
    }
  }
  return throughCode(
    scope,
    storage,
    verbValue(scope, operatorName(node), node.position),
    value,
    isEffect,
  )
}

const toBinary = (operator: Value): Binary =>
  operator.kind === 'primitive' && operator.verb.binary !== undefined
    ? operator.verb.binary
    : (x, y, q) => q.apply(operator, [x, y])

/** `x+:v`: if x has no value, it becomes v; for a join, the list of v alone. */
function throughCode(
  scope: Scope,
  storage: VariableStorage,
  operator: Value,
  value: Code,
  isEffect: boolean,
): Code {
  const { q } = scope
  const appends = operator.kind === 'primitive' && operator.verb.name === ','
  const binary = toBinary(operator)
  return (frame) => {
    const argument = value(frame)
    const previous = storage.look(frame)
    if (previous === undefined) {
      const start = appends ? join(EMPTY, argument) : argument
      storage.write(frame, start)
      return start
    }
    const nextValue = appends
      ? append(q, previous, argument, storage.holder(frame))
      : binary(release(previous), argument, q)
    storage.write(frame, nextValue)
    return isEffect ? NIL : release(nextValue)
  }
}

/** `x:x,v` as a statement, compiled as an append; undefined for any other node. */
export function appendCode(scope: Scope, node: AssignNode): Code | undefined {
  const { value } = node
  if (value.kind !== 'apply' || node.global || node.indexes || node.operator) return undefined
  const [left, right] = value.args
  const isJoin = value.target.kind === 'verb' && value.target.name === ',' && right !== undefined
  if (!isJoin || left?.kind !== 'name' || left.name !== node.name) return undefined
  const look = borrowCode(scope, left, true)
  if (look === undefined) return undefined
  const storage = variableStorage(scope, node.name)
  const argument = expressionCode(scope, right)
  const join = verbValue(scope, ',', value.position)
  return (frame) => {
    const addedValue = argument(frame)
    const previous = look(frame)
    const extended = joinInPlace(previous, storage.holder(frame), addedValue)
    storage.write(frame, extended ?? scope.q.apply(join, [release(previous), addedValue]))
    return NIL
  }
}

const operatorName = ({ operator }: AssignNode): string =>
  operator?.kind === 'verb' ? operator.name : ''

/** Defines a view, which computes its value from its text at the first use. */
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
    cell.viewCode = viewCode(scope.q, cell, inputs, value)
    cell.viewSource = viewSource
    return NIL
  }
}

function amendCode(
  scope: Scope,
  node: AssignNode,
  storage: VariableStorage,
  value: Code,
  isEffect: boolean,
): Code {
  const { q } = scope
  const indexes = (node.indexes ?? []).map((index) =>
    index === undefined ? undefined : expressionCode(scope, index),
  )
  const operator =
    node.operator === undefined ? undefined : verbValue(scope, operatorName(node), node.position)
  const update = toUpdate(q, operator)
  return (frame) => {
    const argument = value(frame)
    const path = new Array<Value>(indexes.length)
    for (let i = indexes.length - 1; i >= 0; i--) path[i] = indexes[i]?.(frame) ?? NIL
    const previous = storage.look(frame) ?? signal(node.name)
    const changedValue = amend(previous, path, update, argument, false, storage.holder(frame))
    storage.write(frame, changedValue, path)
    if (operator === undefined) return argument
    return isEffect ? NIL : applyBorrowed(q, changedValue, readingPath(changedValue, path))
  }
}

/**
 * The path that reads what an amend changed. An amend takes a list for several keys of a keyed
 * table with one key column; only a table of keys reads these rows.
 */
function readingPath(value: Value, path: readonly Value[]): readonly Value[] {
  const [keys, ...otherSteps] = path
  if (keys === undefined || !isList(keys) || !isKeyed(value)) return path
  const { names } = value.keys
  const isOne = names.length > 1 || isOneKey(value.keys, keys)
  return isOne ? path : [table(names, [keys]), ...otherSteps]
}
