import { QError } from '../errors.ts'
import type { Token } from '../lexer/token.ts'
import type { ColumnNode, Node, QueryNode, QueryWord } from './ast.ts'
import type { Parser, Stops } from './parser.ts'
import { columnNode } from './table.ts'

const BEFORE_FROM: Stops = { words: new Set(['by', 'from']), commas: true }
const AFTER_FROM: Stops = { words: new Set(['where']), commas: true }
const AFTER_WHERE: Stops = { words: new Set(), commas: true }

/** Parses a query after its first word. */
export function parseQuery(parser: Parser, word: Token): QueryNode {
  const { limit, order } = brackets(parser)
  const distinct = parser.seesWord('distinct') && word.text === 'select'
  if (distinct) parser.take()
  const columns = parser.within(BEFORE_FROM, () => columnList(parser))
  const by = parser.seesWord('by') ? groups(parser) : undefined
  if (!parser.seesWord('from')) noTable(parser)
  parser.take()
  const from = parser.within(AFTER_FROM, () => parser.expression()?.node)
  if (from === undefined) noTable(parser)
  const where = parser.seesWord('where') ? conditions(parser) : []
  return {
    kind: 'query',
    word: word.text as QueryWord,
    distinct,
    limit,
    order,
    columns,
    by,
    from,
    where,
    position: word.start,
  }
}

/** @throws QError `from` where the table of a query is missing, else with what stands there */
function noTable(parser: Parser): never {
  const next = parser.peek()
  if (next.kind === 'end') throw new QError('from', next.start)
  return parser.fail(next)
}

function groups(parser: Parser): ColumnNode[] {
  parser.take()
  return parser.within(BEFORE_FROM, () => columnList(parser))
}

function conditions(parser: Parser): Node[] {
  parser.take()
  return parser.within(AFTER_WHERE, () => columnList(parser)).map(({ value }) => value)
}

function columnList(parser: Parser): ColumnNode[] {
  const columns: ColumnNode[] = []
  for (;;) {
    const expression = parser.expression()
    if (expression !== undefined) columns.push(columnNode(expression.node))
    const { kind, text } = parser.peek()
    if (kind !== 'verb' || text !== ',') return columns
    parser.take()
  }
}

type Bracketed = Pick<QueryNode, 'limit' | 'order'>

/** The limit and the order in `select[5;>price]`. */
function brackets(parser: Parser): Bracketed {
  let limit: Node | undefined
  let order: QueryNode['order']
  if (!parser.sees('[')) return { limit, order }
  parser.take()
  while (!parser.sees(']')) {
    const { kind, text } = parser.peek()
    if (kind === 'verb' && (text === '<' || text === '>')) {
      parser.take()
      const column = parser.expression()?.node
      if (column === undefined) parser.fail(parser.peek())
      order = { descending: text === '>', column }
    } else limit = parser.expression()?.node
    if (!parser.sees(']')) parser.expect(';')
  }
  parser.take()
  return { limit, order }
}
