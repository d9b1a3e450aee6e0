import { signal } from '../errors.ts'
import type { AssignNode, PatternNode } from '../parser/ast.ts'
import { countOf, itemAt } from '../values/access.ts'
import { EMPTY, NIL } from '../values/build.ts'
import type { Code, Frame, Value } from '../values/value.ts'
import { amendDeep } from './amend.ts'
import { expressionCode, type Scope, verbValue } from './compile.ts'
import { namesUsed } from './views.ts'

/** Where a variable is kept: a slot of the frame, or a global cell. */
interface Place {
  read(frame: Frame): Value | undefined
  write(frame: Frame, value: Value): void
}

function placeOf(scope: Scope, name: string): Place {
  const slot = scope.slots?.get(name)
  if (slot !== undefined) {
    return {
      read: (frame) => frame.slots[slot],
      write: (frame, value) => {
        frame.slots[slot] = value
      },
    }
  }
  const { q } = scope
  const cell = q.environment.cell(q.environment.qualify(name, scope.context))
  return {
    read: () => cell.value ?? q.find(cell.name),
    write: (_, value) => {
      cell.value = value
      cell.view = undefined
    },
  }
}

/** `x:v`, `x[i]:v`, `x+:v`, `x[i]+:v`, and these with `::`. */
export function assignCode(scope: Scope, node: AssignNode): Code {
  const place = placeOf(scope, node.name)
  const value = expressionCode(scope, node.value)
  if (node.global && scope.slots === undefined && node.indexes === undefined) {
    return viewCode(scope, node, value)
  }
  if (node.indexes !== undefined) return amendCode(scope, node, place, value)
  if (node.operator === undefined) {
    return (frame) => {
      const result = value(frame)
      place.write(frame, result)
      return result
    }
  }
  const { q } = scope
  const operator = verbValue(operatorName(node), node.position)
  return (frame) => {
    const argument = value(frame)
    const before = place.read(frame)
    if (before === undefined) {
      place.write(frame, argument)
      return NIL
    }
    place.write(frame, q.apply(operator, [before, argument]))
    return NIL
  }
}

const operatorName = ({ operator }: AssignNode): string =>
  operator?.kind === 'verb' ? operator.name : ''

/** A view: what refers to other variables is computed anew at each use. */
function viewCode(scope: Scope, node: AssignNode, value: Code): Code {
  const { environment } = scope.q
  const viewSource = { text: node.valueText, names: namesUsed(node.value) }
  return () => {
    const cell = environment.cell(environment.qualify(node.name, scope.context))
    cell.value = undefined
    cell.view = value
    cell.viewSource = viewSource
    return NIL
  }
}

function amendCode(scope: Scope, node: AssignNode, place: Place, value: Code): Code {
  const { q } = scope
  const indexes = (node.indexes ?? []).map((index) =>
    index === undefined ? undefined : expressionCode(scope, index),
  )
  const operator =
    node.operator === undefined ? undefined : verbValue(operatorName(node), node.position)
  return (frame) => {
    const argument = value(frame)
    const path = new Array<Value>(indexes.length)
    for (let i = indexes.length - 1; i >= 0; i--) path[i] = indexes[i]?.(frame) ?? NIL
    const before = place.read(frame) ?? signal(node.name)
    place.write(frame, amendDeep(q, before, path, operator, argument))
    return operator === undefined ? argument : NIL
  }
}

/** `(a;b):value`: an item to each name. @throws QError `length` when the counts differ */
export function patternCode(scope: Scope, node: PatternNode): Code {
  const places = node.names.map((name) => (name === undefined ? undefined : placeOf(scope, name)))
  const value = expressionCode(scope, node.value)
  return (frame) => {
    const result = value(frame)
    if (countOf(result) !== places.length) return signal('length')
    places.forEach((place, i) => {
      place?.write(frame, itemAt(result, i) ?? EMPTY)
    })
    return result
  }
}
