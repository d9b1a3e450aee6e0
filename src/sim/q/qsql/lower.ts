import { QError } from '../errors.ts'
import { eachNode } from '../evaluate/locals.ts'
import { type Scope, toTree, verbValue } from '../evaluate/scope.ts'
import type { ColumnNode, Node, QueryNode } from '../parser/ast.ts'
import { columnName, freshName, queryColumnName } from '../parser/names.ts'
import { namesOf } from '../values/access.ts'
import { bool, collapse, dictionary, list, long, symbols } from '../values/build.ts'
import type { Value } from '../values/value.ts'

/**
 * The functional form of a query: `(?;table;where;by;columns)`, followed by a limit and an order if
 * there are any; with `!` for update and delete.
 */
export function lowerQuery(scope: Scope, node: QueryNode): Value {
  const verb = verbValue(
    scope,
    node.word === 'update' || node.word === 'delete' ? '!' : '?',
    node.position,
  )
  const where = node.where.map((condition) => phraseTree(scope, condition))
  const conditions = list(where.length === 0 ? [] : [list(where)])
  const by = byTree(scope, node)
  const columns = columnsTree(scope, node)
  if (node.word === 'select') refuseSharedNames(by, columns, node.position)
  const parts = [verb, toTree(scope, node.from), conditions, by, columns]
  if (node.limit === undefined && node.order === undefined) return list(parts)
  parts.push(node.limit === undefined ? long(Number.POSITIVE_INFINITY) : toTree(scope, node.limit))
  if (node.order !== undefined) {
    const sort = verbValue(scope, node.order.descending ? '>:' : '<:', node.position)
    parts.push(list([list([sort, toTree(scope, node.order.column)])]))
  }
  return list(parts)
}

/** @throws QError with the first name that a column shares with a group */
function refuseSharedNames(by: Value, columns: Value, position: number): void {
  if (by.kind !== 'dictionary' || columns.kind !== 'dictionary') return
  const groups = namesOf(by.keys)
  const sharedName = namesOf(columns.keys).find((name) => groups.includes(name))
  if (sharedName !== undefined)
    throw new QError(`dup names for cols/groups ${sharedName}`, position)
}

/** A part of a query as a tree. It has no conditional: `$` has rank two there. */
function phraseTree(scope: Scope, node: Node | undefined): Value {
  let hasConditional = false
  if (node !== undefined) {
    eachNode(node, (inner) => {
      hasConditional ||= inner.kind === 'control' && inner.word === '$'
    })
  }
  if (!hasConditional) return toTree(scope, node)
  return list([{ kind: 'iterator', iterator: "'" }, symbols(['rank'])])
}

function byTree(scope: Scope, node: QueryNode): Value {
  const { by, word } = node
  if (by === undefined) {
    if (word === 'exec') return list([])
    return bool(node.distinct)
  }
  if (word !== 'exec') return namedTrees(scope, by)
  const [only] = by
  return by.length === 1 && only?.name === undefined
    ? list([phraseTree(scope, only?.value)])
    : namedTrees(scope, by)
}

function columnsTree(scope: Scope, node: QueryNode): Value {
  const { columns, word } = node
  if (columns.length === 0) return word === 'delete' ? symbols([]) : list([])
  if (word === 'delete') {
    return list([symbols(columns.map(({ value }) => columnName(value) ?? ''))])
  }
  const [only] = columns
  if (word === 'exec' && columns.length === 1 && only?.name === undefined) {
    return list([phraseTree(scope, only?.value)])
  }
  return namedTrees(scope, columns)
}

/** A dictionary of trees by column name; repeated names get a number. */
function namedTrees(scope: Scope, columns: readonly ColumnNode[]): Value {
  const names: string[] = []
  for (const { name, value } of columns) {
    names.push(freshName(names, name ?? inferredName(value)))
  }
  return dictionary(symbols(names), collapse(columns.map(({ value }) => phraseTree(scope, value))))
}

/** The row number provides no name. */
function inferredName(value: Node): string {
  const name = queryColumnName(value) ?? 'x'
  return name === 'i' ? 'x' : name
}
