import type { ColumnNode, Node, TableNode } from './ast.ts'
import type { Parser } from './parser.ts'

/** Parses `([keys] columns)` from the bracket on; the parenthesis is taken already. */
export function parseTable(parser: Parser, position: number): TableNode {
  parser.expect('[')
  const keys = columnsOf(parser.sequence())
  parser.expect(']')
  const isDictionary = keys.length > 0 && parser.sees(')')
  const columns = columnsOf(parser.sequence())
  parser.expect(')')
  return { kind: 'table', keys, columns, isDictionary, position }
}

const columnsOf = (items: readonly (Node | undefined)[]): ColumnNode[] =>
  items.filter((item) => item !== undefined).map(columnOf)

/** A column from an expression: `name:value` names it. */
export function columnOf(node: Node): ColumnNode {
  const isNamed = node.kind === 'assign' && node.indexes === undefined && !node.operator
  return isNamed ? { name: node.name, value: node.value } : { name: undefined, value: node }
}
