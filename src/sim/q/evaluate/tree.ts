import { QError, signal } from '../errors.ts'
import type { AssignNode, ControlNode, Node } from '../parser/ast.ts'
import { lowerQuery } from '../qsql/lower.ts'
import { isString } from '../values/access.ts'
import { cells, char, collapse, list, NIL, symbol } from '../values/build.ts'
import { spend } from '../values/meter.ts'
import { CHAR, isSymbolic, SYMBOL } from '../values/types.ts'
import type { Value } from '../values/value.ts'
import { findVerb } from '../verbs/registry.ts'
import { primitive, type Verb } from '../verbs/verb.ts'
import { amendDeep } from './amend.ts'
import { applyOpen } from './apply.ts'
import { lambdaValue, type Scope, verbValue } from './compile.ts'
import { isTrue } from './control.ts'
import type { Interpreter } from './interpreter.ts'
import { signalValue } from './signal.ts'

/**
 * The parse tree of an expression as a value, which is what `parse` gives and what functional
 * queries are made of: a symbol is a name, an enlisted symbol is a symbol, a list is an application
 * with the function first.
 */
export function treeOf(scope: Scope, node: Node | undefined): Value {
  if (node === undefined) return NIL
  switch (node.kind) {
    case 'constant':
      return constantTree(node.value)
    case 'name': {
      const verb = findVerb(node.name)
      return verb !== undefined && !node.name.startsWith('.') ? primitive(verb) : symbol(node.name)
    }
    case 'verb':
      return verbValue(node.name, node.position)
    case 'iterator':
      return { kind: 'iterator', iterator: node.iterator }
    case 'derived': {
      const target = treeOf(scope, node.target)
      const iterator: Value = { kind: 'iterator', iterator: node.iterator }
      return list([iterator, target])
    }
    case 'apply':
      return list([node.target, ...node.args].map((part) => treeOf(scope, part)))
    case 'compose':
      return list([
        { kind: 'iterator', iterator: "'" },
        treeOf(scope, node.outer),
        treeOf(scope, node.inner),
      ])
    case 'list':
      return listTree(scope, node.items)
    case 'lambda':
      return lambdaValue(scope, node)
    case 'assign':
      return assignTree(scope, node)
    case 'return':
      return list([verbValue(':', node.position), treeOf(scope, node.value)])
    case 'signal':
      return list([{ kind: 'iterator', iterator: "'" }, treeOf(scope, node.value)])
    case 'control':
      return list([
        controlHead(node.word, node.position),
        ...node.parts.map((part) => treeOf(scope, part)),
      ])
    case 'query':
      return lowerQuery(scope, node)
    default:
      throw new QError('nyi', node.position)
  }
}

function assignTree(scope: Scope, node: AssignNode): Value {
  const target = node.indexes
    ? list([symbol(node.name), ...node.indexes.map((index) => treeOf(scope, index))])
    : symbol(node.name)
  const through = node.operator?.kind === 'verb' ? `${node.operator.name}:` : undefined
  const sign = node.global ? NIL : verbValue(through ?? ':', node.position)
  return list([sign, target, treeOf(scope, node.value)])
}

function controlHead(word: ControlNode['word'], position: number): Value {
  if (word === '$') return verbValue(word, position)
  return word === 'block' ? char(';') : symbol(word)
}

/** Symbols are enlisted, since a bare one would be a name. */
function constantTree(value: Value): Value {
  const isSymbols = (value.kind === 'atom' || value.kind === 'vector') && isSymbolic(value.type)
  return isSymbols ? list([value]) : value
}

function listTree(scope: Scope, items: readonly (Node | undefined)[]): Value {
  if (items.length === 0) return list([])
  const enlist = findVerb('enlist')
  if (enlist === undefined) return signal('nyi')
  return list([
    primitive({ ...enlist, shown: 'enlist' }),
    ...items.map((item) => treeOf(scope, item)),
  ])
}

/** What a name in a tree stands for: columns first, then locals; undefined to look for a global. */
export type Resolve = (name: string) => Value | undefined

/** Evaluates a parse tree. @throws QError with the name for a name without a value */
export function evaluateTree(q: Interpreter, tree: Value, resolve: Resolve): Value {
  if (tree.kind === 'atom' && isSymbolic(tree.type))
    return resolved(q, tree.value as string, resolve)
  if (tree.kind === 'vector' && isSymbolic(tree.type)) {
    if (tree.data.length === 1) return symbol(tree.data[0] as string)
    return collapse(cells(tree).map((name) => evaluateTree(q, name, resolve)))
  }
  if (tree.kind !== 'list' || tree.items.length === 0) return tree
  const [head, ...rest] = tree.items as [Value, ...Value[]]
  if (rest.length === 0) return head.kind === 'list' ? evaluateTree(q, head, resolve) : head
  const special = specialForm(q, head, rest, resolve)
  if (special !== undefined) return special
  const args = new Array<Value | undefined>(rest.length)
  for (let i = rest.length - 1; i >= 0; i--) {
    const part = rest[i] as Value
    args[i] = part === NIL && rest.length > 1 ? undefined : evaluateTree(q, part, resolve)
  }
  const target = evaluateTree(q, head, resolve)
  if (args.includes(undefined)) return applyOpen(q, target, args)
  return q.apply(target, args as Value[])
}

function resolved(q: Interpreter, name: string, resolve: Resolve): Value {
  return resolve(name) ?? q.lookUp(q.environment.qualify(name))
}

/** What is no application: assignments, control, signals; undefined for all else. */
function specialForm(
  q: Interpreter,
  head: Value,
  rest: readonly Value[],
  resolve: Resolve,
): Value | undefined {
  if (head.kind === 'primitive') return primitiveForm(q, head.verb, rest, resolve)
  if (head.kind === 'iterator' && head.iterator === "'" && rest.length === 1) {
    const value = evaluateTree(q, rest[0] as Value, resolve)
    const isText = value.kind === 'atom' ? isSymbolic(value.type) : isString(value)
    return isText ? signalValue(value, 0) : { kind: 'derived', iterator: "'", target: value }
  }
  if (head.kind !== 'atom') return undefined
  if (head.type === CHAR) {
    let last: Value = NIL
    for (const part of rest) last = evaluateTree(q, part, resolve)
    return last
  }
  return head.type === SYMBOL ? controlForm(q, String(head.value), rest, resolve) : undefined
}

function primitiveForm(
  q: Interpreter,
  verb: Verb,
  rest: readonly Value[],
  resolve: Resolve,
): Value | undefined {
  if (verb.name === '$' && rest.length >= 3) return conditional(q, rest, resolve)
  if (verb.name === ':' && rest.length === 1) return evaluateTree(q, rest[0] as Value, resolve)
  const isThrough = verb.name === '::' || (verb.nary === undefined && /^[^:]:$/.test(verb.shown))
  if (rest.length !== 2 || !(verb.name === ':' || isThrough)) return undefined
  const operator = verb.name === ':' ? undefined : findVerb(verb.shown.slice(0, -1))
  return assigned(q, operator?.name === ':' ? undefined : operator, rest, resolve)
}

function controlForm(
  q: Interpreter,
  word: string,
  parts: readonly Value[],
  resolve: Resolve,
): Value | undefined {
  const evaluated = (part: Value): Value => evaluateTree(q, part, resolve)
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
    if (isTrue(evaluateTree(q, parts[i] as Value, resolve))) {
      return evaluateTree(q, parts[i + 1] as Value, resolve)
    }
  }
  return parts.length % 2 === 1 ? evaluateTree(q, parts.at(-1) as Value, resolve) : NIL
}

function assigned(
  q: Interpreter,
  operator: Verb | undefined,
  parts: readonly Value[],
  resolve: Resolve,
): Value {
  const [target, value] = parts as readonly [Value, Value]
  const result = evaluateTree(q, value, resolve)
  const [named, ...indexes] = target.kind === 'list' ? target.items : cells(target)
  if (named?.kind !== 'atom' || !isSymbolic(named.type)) return signal('type')
  const name = q.environment.qualify(String(named.value))
  if (operator === undefined && indexes.length === 0) {
    q.assign(name, result)
    return result
  }
  const path = indexes.map((index) => evaluateTree(q, index, resolve))
  const verb = operator === undefined ? undefined : primitive(operator)
  const before = q.lookUp(name)
  q.assign(name, amendDeep(q, before, path, verb, result))
  return operator === undefined ? result : NIL
}
