import type { Token } from '../lexer/token.ts'
import { NIL } from '../values/build.ts'
import type { ColumnNode, Node, TableNode } from './ast.ts'
import type { Parser } from './parser.ts'

/** Parses `([keys] columns)` from the bracket on; the parenthesis is already consumed. */
export function parseTable(parser: Parser, open: Token): TableNode {
  const bracket = parser.expect('[')
  const keys = columnsIn(parser)
  parser.expect(']', bracket)
  const isDictionary = keys.length > 0 && parser.sees(')')
  const columns = columnsIn(parser)
  parser.expect(')', open)
  return { kind: 'table', keys, columns, isDictionary, position: open.start }
}

/** Columns up to a bracket; a pattern may omit the value after a name and its colon. */
function columnsIn(parser: Parser): ColumnNode[] {
  const columns: ColumnNode[] = []
  for (;;) {
    const name = parser.peek()
    const isElided =
      name.kind === 'name' && parser.peek(1).text === ':' && /^[;\])]$/.test(parser.peek(2).text)
    if (isElided) {
      parser.take()
      const { start } = parser.take()
      const value: Node = { kind: 'constant', value: NIL, isElided: true, position: start }
      columns.push({ name: name.text, value })
    } else {
      const expression = parser.item()
      if (expression !== undefined) columns.push(columnNode(expression))
    }
    if (!parser.sees(';')) return columns
    parser.take()
  }
}

/** A column from an expression; `name:value` names it. */
export function columnNode(node: Node): ColumnNode {
  const isNamed = node.kind === 'assign' && node.indexes === undefined && !node.operator
  return isNamed ? { name: node.name, value: node.value } : { name: undefined, value: node }
}
