import { signal } from '../errors.ts'
import { isString } from '../values/access.ts'
import { cells, NIL } from '../values/build.ts'
import { spend } from '../values/meter.ts'
import { CHAR, isSymbolic, SYMBOL } from '../values/types.ts'
import type { Value } from '../values/value.ts'
import { primitive, type Verb } from '../verbs/verb.ts'
import { amendDeep } from './amend.ts'
import { isTrue } from './condition.ts'
import type { Interpreter } from './interpreter.ts'
import { signalValue } from './signal.ts'
import type { Resolve } from './tree.ts'

/** Assignments, control and signals, which are not applications; otherwise undefined. */
export function specialForm(
  q: Interpreter,
  head: Value,
  args: readonly Value[],
  resolve: Resolve,
): Value | undefined {
  if (head.kind === 'primitive') return primitiveForm(q, head.verb, args, resolve)
  if (head.kind === 'iterator' && head.iterator === "'" && args.length === 1) {
    const value = q.evaluateTree(args[0] as Value, resolve)
    const isText = value.kind === 'atom' ? isSymbolic(value.type) : isString(value)
    return isText ? signalValue(value, 0) : { kind: 'derived', iterator: "'", target: value }
  }
  if (head.kind !== 'atom') return undefined
  if (head.type === CHAR) {
    let lastValue: Value = NIL
    for (const part of args) lastValue = q.evaluateTree(part, resolve)
    return lastValue
  }
  return head.type === SYMBOL ? controlForm(q, String(head.value), args, resolve) : undefined
}

function primitiveForm(
  q: Interpreter,
  verb: Verb,
  args: readonly Value[],
  resolve: Resolve,
): Value | undefined {
  if (verb.name === '$' && args.length >= 3) return conditional(q, args, resolve)
  if (verb.name === ':' && args.length === 1) return q.evaluateTree(args[0] as Value, resolve)
  const isThrough = verb.name === '::' || (verb.nary === undefined && /^[^:0-9]:$/.test(verb.shown))
  if (args.length !== 2 || !(verb.name === ':' || isThrough)) return undefined
  const operator = verb.name === ':' ? undefined : q.verbs.find(verb.shown.slice(0, -1))
  return assignForm(q, operator?.name === ':' ? undefined : operator, args, resolve)
}

function controlForm(
  q: Interpreter,
  word: string,
  parts: readonly Value[],
  resolve: Resolve,
): Value | undefined {
  const evaluated = (part: Value): Value => q.evaluateTree(part, resolve)
  const [condition, ...body] = parts as readonly [Value, ...Value[]]
  if (word === 'if') {
    if (isTrue(evaluated(condition))) for (const part of body) evaluated(part)
  } else if (word === 'while') {
    for (; isTrue(evaluated(condition)); spend(1)) for (const part of body) evaluated(part)
  } else if (word === 'do') {
    const times = evaluated(condition)
    const rounds = times.kind === 'atom' ? Number(times.value) : signal('type')
    for (let i = 0; i < rounds; i++, spend(1)) for (const part of body) evaluated(part)
  } else return undefined
  return NIL
}

function conditional(q: Interpreter, parts: readonly Value[], resolve: Resolve): Value {
  for (let i = 0; i + 1 < parts.length; i += 2) {
    if (isTrue(q.evaluateTree(parts[i] as Value, resolve))) {
      return q.evaluateTree(parts[i + 1] as Value, resolve)
    }
  }
  return parts.length % 2 === 1 ? q.evaluateTree(parts.at(-1) as Value, resolve) : NIL
}

function assignForm(
  q: Interpreter,
  operator: Verb | undefined,
  parts: readonly Value[],
  resolve: Resolve,
): Value {
  const [target, value] = parts as readonly [Value, Value]
  const result = q.evaluateTree(value, resolve)
  const [targetName, ...indexes] = target.kind === 'list' ? target.items : cells(target)
  if (targetName?.kind !== 'atom' || !isSymbolic(targetName.type)) return signal('type')
  const name = q.environment.qualify(String(targetName.value))
  if (operator === undefined && indexes.length === 0) {
    q.assign(name, result)
    return result
  }
  const path = indexes.map((index) => q.evaluateTree(index, resolve))
  const verb = operator === undefined ? undefined : primitive(operator)
  const previous = q.lookUp(name)
  q.assign(name, amendDeep(q, previous, path, verb, result))
  return operator === undefined ? result : NIL
}
