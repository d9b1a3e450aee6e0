import { QError } from '../errors.ts'
import type { AssignNode, ColumnNode, ControlNode, Node, TableNode } from '../parser/ast.ts'
import { columnName } from '../parser/names.ts'
import { lowerQuery } from '../qsql/lower.ts'
import { runForm } from '../qsql/run.ts'
import { cells, char, list, NIL, symbol, symbols } from '../values/build.ts'
import { isSymbolic, SYMBOL } from '../values/types.ts'
import type { Primitive, Value } from '../values/value.ts'
import { findVerb } from '../verbs/registry.ts'
import { primitive } from '../verbs/verb.ts'
import { applyOpen } from './apply.ts'
import { lambdaValue, type Scope, verbValue } from './compile.ts'
import { specialForm } from './forms.ts'
import type { Interpreter } from './interpreter.ts'

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
    case 'apply': {
      const args = node.args.length === 0 ? [undefined] : node.args
      return list([node.target, ...args].map((part) => treeOf(scope, part)))
    }
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
    case 'table':
      return tableTree(scope, node)
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
  if (value.kind === 'atom' && value.type === SYMBOL) return symbols([value.value as string])
  return value.kind === 'vector' && value.type === SYMBOL ? list([value]) : value
}

function listTree(scope: Scope, items: readonly (Node | undefined)[]): Value {
  if (items.length === 0) return list([])
  const enlist = verbValue('enlist', 0)
  return list([enlist, ...items.map((item) => treeOf(scope, item))])
}

/** A table literal is the flip of a dictionary, a keyed one a dictionary of two of these. */
function tableTree(scope: Scope, node: TableNode): Value {
  const make = verbValue('!', node.position)
  const flipped = (columns: readonly ColumnNode[]): Value => {
    const names = columns.map(({ name, value }) => name ?? columnName(value) ?? 'x')
    const values = listTree(
      scope,
      columns.map(({ value }) => value),
    )
    const entries = list([make, list([symbols(names)]), values])
    return node.isDictionary ? entries : list([verbValue('flip', node.position), entries])
  }
  if (node.isDictionary) return flipped(node.keys)
  if (node.keys.length === 0) return flipped(node.columns)
  return list([make, flipped(node.keys), flipped(node.columns)])
}

/** What a name in a tree stands for: columns first, then locals; undefined to look for a global. */
export type Resolve = (name: string) => Value | undefined

/** Evaluates a parse tree. @throws QError with the name for a name without a value */
export function evaluateTree(q: Interpreter, tree: Value, resolve: Resolve): Value {
  if (tree.kind === 'atom' && isSymbolic(tree.type))
    return resolved(q, tree.value as string, resolve)
  const parts = applicationOf(tree)
  if (parts === undefined) return tree
  const [head, ...rest] = parts as [Value, ...Value[]]
  if (rest.length === 0) return head
  const special = specialForm(q, head, rest, resolve)
  if (special !== undefined) return special
  const args = new Array<Value | undefined>(rest.length)
  for (let i = rest.length - 1; i >= 0; i--) {
    const part = rest[i] as Value
    args[i] = part === NIL && rest.length > 1 ? undefined : evaluateTree(q, part, resolve)
  }
  const target = evaluateTree(q, head, resolve)
  if (isQueryForm(target, args)) return runForm(q, target.verb.name, args as Value[], resolve)
  if (args.includes(undefined)) return applyOpen(q, target, args)
  return q.apply(target, args as Value[])
}

/** The parts of a tree that is an application; undefined for a constant. */
function applicationOf(tree: Value): readonly Value[] | undefined {
  if (tree.kind === 'list') return tree.items.length === 0 ? undefined : tree.items
  const isNames = tree.kind === 'vector' && isSymbolic(tree.type) && tree.data.length > 0
  return isNames ? cells(tree) : undefined
}

const isQueryForm = (target: Value, args: readonly unknown[]): target is Primitive =>
  args.length >= 4 &&
  target.kind === 'primitive' &&
  (target.verb.name === '?' || target.verb.name === '!')

function resolved(q: Interpreter, name: string, resolve: Resolve): Value {
  return resolve(name) ?? q.lookUp(q.environment.qualify(name))
}
