import { QError } from '../errors.ts'
import type { AssignNode, ColumnNode, ControlNode, Node, TableNode } from '../parser/ast.ts'
import { columnNames } from '../parser/names.ts'
import { lowerQuery } from '../qsql/lower.ts'
import { char, list, NIL, symbol, symbols } from '../values/build.ts'
import { SYMBOL } from '../values/types.ts'
import type { Value } from '../values/value.ts'
import { primitive } from '../verbs/verb.ts'
import { lambdaValue, type Scope, verbValue } from './scope.ts'

/**
 * The parse tree of an expression as a value, as in `parse` and functional queries. A symbol is a
 * name, an enlisted symbol is a symbol, and a list is an application with the function first.
 */
export function parseTree(scope: Scope, node: Node | undefined): Value {
  if (node === undefined) return NIL
  switch (node.kind) {
    case 'constant':
      return constantTree(node.value)
    case 'name': {
      const verb = scope.q.verbs.find(node.name)
      return verb !== undefined && !node.name.startsWith('.') ? primitive(verb) : symbol(node.name)
    }
    case 'verb':
      return verbValue(scope, node.name, node.position)
    case 'iterator':
      return { kind: 'iterator', iterator: node.iterator }
    case 'derived': {
      const target = parseTree(scope, node.target)
      const iterator: Value = { kind: 'iterator', iterator: node.iterator }
      return list([iterator, target])
    }
    case 'apply': {
      const args = node.args.length === 0 ? [undefined] : node.args
      return list([node.target, ...args].map((part) => parseTree(scope, part)))
    }
    case 'compose':
      return list([
        { kind: 'iterator', iterator: "'" },
        parseTree(scope, node.outer),
        parseTree(scope, node.inner),
      ])
    case 'list':
      return listTree(scope, node.items)
    case 'lambda':
      return lambdaValue(scope, node)
    case 'assign':
      return assignTree(scope, node)
    case 'return':
      return list([verbValue(scope, ':', node.position), parseTree(scope, node.value)])
    case 'signal':
      return list([{ kind: 'iterator', iterator: "'" }, parseTree(scope, node.value)])
    case 'control':
      return list([
        controlHead(scope, node.word, node.position),
        ...node.parts.map((part) => parseTree(scope, part)),
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
    ? list([symbol(node.name), ...node.indexes.map((index) => parseTree(scope, index))])
    : symbol(node.name)
  const through = node.operator?.kind === 'verb' ? `${node.operator.name}:` : undefined
  const sign = node.global ? NIL : verbValue(scope, through ?? ':', node.position)
  return list([sign, target, parseTree(scope, node.value)])
}

function controlHead(scope: Scope, word: ControlNode['word'], position: number): Value {
  if (word === '$') return verbValue(scope, word, position)
  return word === 'block' ? char(';') : symbol(word)
}

/** Symbols are enlisted, since a plain one would be a name. */
function constantTree(value: Value): Value {
  if (value.kind === 'atom' && value.type === SYMBOL) return symbols([value.value as string])
  return value.kind === 'vector' && value.type === SYMBOL ? list([value]) : value
}

function listTree(scope: Scope, items: readonly (Node | undefined)[]): Value {
  if (items.length === 0) return list([])
  const enlist = verbValue(scope, 'enlist', 0)
  return list([enlist, ...items.map((item) => parseTree(scope, item))])
}

/** A table literal is the flip of a dictionary. A keyed one is a dictionary of two tables. */
function tableTree(scope: Scope, node: TableNode): Value {
  const make = verbValue(scope, '!', node.position)
  const flipped = (columns: readonly ColumnNode[]): Value => {
    const names = columnNames(columns)
    const values = listTree(
      scope,
      columns.map(({ value }) => value),
    )
    const entries = list([make, list([symbols(names)]), values])
    return node.isDictionary ? entries : list([verbValue(scope, 'flip', node.position), entries])
  }
  if (node.isDictionary) return flipped(node.keys)
  if (node.keys.length === 0) return flipped(node.columns)
  return list([make, flipped(node.keys), flipped(node.columns)])
}
