import { signal } from '../errors.ts'
import { filePath, isFileName } from '../files/store.ts'
import { parseStatements } from '../parser/parser.ts'
import { isSymbol, itemAt, itemsOf, textOf } from '../values/access.ts'
import { char, list, short } from '../values/build.ts'
import { meter } from '../values/meter.ts'
import { isSymbolic } from '../values/types.ts'
import type { Value } from '../values/value.ts'
import { isList, typeOf } from '../values/value.ts'
import { binary, unary, type Verb } from '../verbs/verb.ts'
import { amend, through } from './amend.ts'
import type { Interpreter } from './interpreter.ts'
import { toTree } from './scope.ts'
import { trap } from './trap.ts'
import { valueIn } from './value-of.ts'

/**
 * The value that an amend works on. A name denotes its variable, which is set afterwards. If it has
 * no value, `wholeValue` is used: the result of amending all of it.
 */
function amendNamed(
  q: Interpreter,
  target: Value,
  change: (value: Value) => Value,
  wholeValue: Value | undefined,
): Value {
  if (target.kind !== 'atom' || !isSymbolic(target.type)) return change(target)
  const name = q.environment.qualify(target.value as string)
  const fresh = q.find(name) === undefined ? wholeValue : undefined
  q.assign(name, fresh ?? change(amendable(q, name)))
  return target
}

/** @throws QError for a file of a list that is enumerated or has an attribute */
function amendable(q: Interpreter, name: string): Value {
  const value = q.valueOf(name)
  if (!isFileName(name) || value.kind !== 'vector') return value
  if (value.domain === undefined && value.attribute === '') return value
  return signal(`type/attr error amending file ${filePath(name)}`)
}

/** The stack levels of an amend. */
const AMENDING = 6

function amendVerb(args: readonly Value[], q: Interpreter, path: (index: Value) => Value[]): Value {
  const [target, index, change, argument] = args as readonly [Value, Value, Value, Value?]
  meter.depth += AMENDING
  const steps = path(index)
  const wholeValue = steps.length === 0 ? argument : undefined
  const result = amendNamed(
    q,
    target,
    (value) => amend(value, steps, through(q, change), argument),
    wholeValue,
  )
  meter.depth -= AMENDING
  return result
}

function applyAt(args: readonly Value[], q: Interpreter): Value {
  const [target, index] = args as readonly [Value, Value]
  if (args.length === 3 && isCallable(target)) {
    return trap(q, () => q.apply(target, [index]), args[2] as Value)
  }
  return amendVerb(args, q, (path) => [path])
}

function applyDot(args: readonly Value[], q: Interpreter): Value {
  const [target, index] = args as readonly [Value, Value]
  if (args.length === 3 && isCallable(target)) {
    return trap(q, () => applyList(target, index, q), args[2] as Value)
  }
  return amendVerb(args, q, (path) => [...itemsOf(path)])
}

const isCallable = (value: Value): boolean => typeOf(value) >= 100

function applyList(target: Value, args: Value, q: Interpreter): Value {
  return isList(args) ? q.apply(target, itemsOf(args)) : signal('type')
}

/** The parse tree of text. */
function parseVerb(x: Value, q: Interpreter): Value {
  const source = textOf(x)
  const scope = q.scopeOf(source, q.environment.context)
  const trees = parseStatements(source).map((node) => toTree(scope, node))
  return trees.length === 1 ? (trees[0] as Value) : list([char(';'), ...trees])
}

const evaluateReadOnly = (x: Value, q: Interpreter): Value =>
  q.readOnly(() => q.evaluateTree(x, () => undefined))

/** The verbs for application, amending, assignment, traps and evaluation. */
export const evaluateVerbs: readonly Verb[] = [
  {
    ...binary('@', 'apply or index; amend and trap with more', (x, y, q) => q.apply(x, [y])),
    nary: { minimum: 2, maximum: 4, apply: applyAt },
  },
  {
    ...binary('.', 'apply to a list of arguments; amend and trap with more', applyDotBinary),
    nary: { minimum: 2, maximum: 4, apply: applyDot },
  },
  binary(':', 'the right argument', (_, y) => y),
  unary('type', 'the number of the type', (x) => short(typeOf(x)), { shown: '@:' }),
  unary('value', 'evaluate; the values of a dictionary', valueIn, { shown: '.:' }),
  unary('parse', 'the parse tree of text', parseVerb, { type: 100 }),
  unary('eval', 'evaluate a parse tree', (x, q) => q.evaluateTree(x, () => undefined), {
    type: 100,
  }),
  unary('reval', 'evaluate a parse tree that changes no variable', evaluateReadOnly, {
    type: 100,
  }),
  unary('get', 'the value of a name', valueIn, { shown: '.:', type: 100 }),
  binary(
    'set',
    'assign a global, or a file, by its name',
    (x, y, q) => {
      // A file may come with compression parameters, which are ignored here.
      const target = x.kind === 'list' ? itemAt(x, 0) : x
      if (target.kind !== 'atom' || !isSymbolic(target.type)) return signal('type')
      q.assign(q.environment.qualify(target.value as string), y)
      return target
    },
    { type: 100 },
  ),
]

function applyDotBinary(x: Value, y: Value, q: Interpreter): Value {
  const target = isSymbol(x) ? q.valueOf(x.value as string) : x
  return applyList(target, y, q)
}
