import type { Composition, FunctionValue, Projection, Value } from '../values/value.ts'
import { isFunction } from '../values/value.ts'

/** The text of a function: its source, or its composition. `show` formats other values. */
export function functionText(value: FunctionValue, show: (value: Value) => string): string {
  switch (value.kind) {
    case 'lambda':
      return value.source
    case 'primitive':
      return value.verb.shown
    case 'iterator':
      return value.iterator
    case 'derived':
      return `${targetText(value.target, show)}${value.iterator}`
    case 'projection':
      return projectionText(value, show)
    case 'composition':
      return compositionText(value, show)
  }
}

function targetText(target: Value, show: (value: Value) => string): string {
  const text = show(target)
  return isFunction(target) && target.kind !== 'composition' ? text : `(${text})`
}

function projectionText(value: Projection, show: (value: Value) => string): string {
  const givenTexts = value.arguments.map((argument) =>
    argument === undefined ? '' : show(argument),
  )
  const target = value.target
  if (target.kind === 'primitive' && target.verb.name === 'enlist')
    return `enlist[${givenTexts.join(';')}]`
  // An omitted right argument of an operator needs no brackets.
  if (target.kind === 'primitive' && givenTexts.length === 2 && value.arguments[1] === undefined) {
    givenTexts.pop()
  }
  return `${show(target)}[${givenTexts.join(';')}]`
}

function compositionText(value: Composition, show: (value: Value) => string): string {
  return `${show(value.outer)}${show(value.inner)}`
}
