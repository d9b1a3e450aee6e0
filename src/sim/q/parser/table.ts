import type { Token } from '../lexer/token.ts'
import type { ColumnNode, Node, TableNode } from './ast.ts'
import type { Parser } from './parser.ts'

/** Parses `([keys] columns)` from the bracket on; the parenthesis is taken already. */
export function parseTable(parser: Parser, open: Token): TableNode {
  const bracket = parser.expect('[')
  const keys = columnsOf(parser.sequence())
  parser.expect(']', bracket)
  const isDictionary = keys.length > 0 && parser.sees(')')
  const columns = columnsOf(parser.sequence())
  parser.expect(')', open)
  return { kind: 'table', keys, columns, isDictionary, position: open.start }
}

const columnsOf = (items: readonly (Node | undefined)[]): ColumnNode[] =>
  items.filter((item) => item !== undefined).map(columnOf)

/** A column from an expression: `name:value` names it. */
export function columnOf(node: Node): ColumnNode {
  const isNamed = node.kind === 'assign' && node.indexes === undefined && !node.operator
  return isNamed ? { name: node.name, value: node.value } : { name: undefined, value: node }
}
