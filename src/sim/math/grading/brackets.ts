import type { Cursor } from './cursor.ts'
import type { Bracket, Node } from './node.ts'
import { isStatement, parseCases } from './parse-cases.ts'

/** Parses round, square, set, floor and ceiling brackets with their content. */
export function parseBrackets(cursor: Cursor): Node {
  const open = cursor.next().text
  if (open === '\\{') return parseSet(cursor)
  if (open === '⌊' || open === '⌈') return parseRounding(cursor, open)
  if (open === '{') return cursor.fail()
  if (cursor.accept('close', ')'))
    return { kind: 'tuple', open: 'round', close: 'round', items: [] }
  const list = cursor.inBrackets(() => cursor.grammar.list(cursor))
  const close = cursor.peek().text
  // An opening bracket may close here, as in ]1, 2[.
  const isClosed = cursor.sees('close') ? /^[)\]]$/.test(close) : cursor.sees('open', '[')
  if (!isClosed) cursor.fail()
  cursor.next()
  const items = list.kind === 'list' ? list.items : [list]
  if (items.length === 1 && open !== ']') return items[0] ?? cursor.fail()
  if (items.length > 2 && (open === ']' || close === '[')) cursor.fail()
  return { kind: 'tuple', open: bracketShape(open, '['), close: bracketShape(close, ']'), items }
}

const bracketShape = (bracket: string, squareBracket: string): Bracket =>
  bracket === squareBracket ? 'square' : 'round'

function parseRounding(cursor: Cursor, open: string): Node {
  const operand = cursor.grammar.sum(cursor)
  if (!cursor.accept('close', open === '⌊' ? '⌋' : '⌉')) cursor.fail()
  return { kind: 'call', name: open === '⌊' ? 'floor' : 'ceil', operands: [operand] }
}

function parseSet(cursor: Cursor): Node {
  if (cursor.accept('close', '\\}')) return { kind: 'constant', name: 'empty' }
  const set = cursor.inBrackets((): Node => {
    cursor.sets = 1
    const items = cursor.grammar.items(cursor)
    const hasCondition =
      cursor.accept('such_that') || cursor.accept('bar') || cursor.accept('colon')
    if (!hasCondition) return { kind: 'set', items }
    return conditionalSet(items, cursor.grammar.list(cursor)) ?? cursor.fail()
  })
  if (!cursor.accept('close', '\\}') && !cursor.isAtEnd) cursor.fail()
  return set
}

/** `{n | n even}`. Only its words distinguish it from other sets. */
function wordedSet(name: string, condition: Node): Node | null {
  if (condition.kind !== 'quantity' || condition.operand.kind !== 'symbol') return null
  return { kind: 'text', text: `set of ${name} with ${condition.operand.name} ${condition.unit}` }
}

/** A set from its members and their condition. `null` for {x^2 | x > 3}, which is not supported. */
function conditionalSet(items: readonly Node[], condition: Node): Node | null {
  const [first] = items
  if (items.length !== 1 || first === undefined) return null
  if (first.kind === 'symbol' || first.kind === 'tuple') {
    if (isStatement(condition) || condition.kind === 'text') return condition
    return first.kind === 'symbol' ? wordedSet(first.name, condition) : null
  }
  // In {x ∈ ℤ | x > 2} and {2k | k ∈ ℤ}, both halves count.
  const parts = { kind: 'list', joint: 'and' } as const
  if (first.kind === 'member') return { ...parts, items: [condition, first] }
  return condition.kind === 'member' ? { ...parts, items: [first, condition] } : null
}

/** Braces that group. Items separated by commas are a set written without backslashes. */
export function parseBraces(cursor: Cursor): Node {
  cursor.next()
  if (cursor.accept('close', '}')) return { kind: 'constant', name: 'empty' }
  const content = cursor.inBrackets(() => {
    const list = cursor.grammar.list(cursor)
    // {x | x > 2} is a set written without backslashes.
    const isSet = list.kind === 'symbol' && (cursor.accept('bar') || cursor.accept('colon'))
    return isSet ? cursor.grammar.list(cursor) : list
  }, cursor.groupsThousands)
  if (!cursor.accept('close', '}') && !cursor.isAtEnd) cursor.fail()
  return content
}

const isTable = (name: string): boolean => name.endsWith('matrix') || name === 'array'

/** `\begin{…} … \end{…}`: a matrix, or statements on lines of their own. */
export function parseEnvironment(cursor: Cursor): Node {
  const name = cursor.next().text.slice('begin '.length)
  const cases = name.endsWith('cases') ? parseCases(cursor, name) : null
  if (cases !== null) return cases
  if (!isTable(name)) {
    const list = cursor.grammar.list(cursor)
    if (!cursor.accept('command', `end ${name}`) && !cursor.isAtEnd) cursor.fail()
    return list
  }
  const rows: Node[][] = [[]]
  while (!cursor.accept('command', `end ${name}`)) {
    if (cursor.isAtEnd) cursor.fail()
    // Doubled backslashes may end a line twice.
    if (cursor.accept('separator', 'line')) rows.at(-1)?.length === 0 || rows.push([])
    else if (!cursor.accept('ampersand'))
      rows.at(-1)?.push(cursor.inBrackets(() => cursor.grammar.sum(cursor)))
  }
  if (rows.at(-1)?.length === 0) rows.pop()
  const width = rows[0]?.length ?? 0
  if (width === 0 || rows.some((row) => row.length !== width)) return cursor.fail()
  const matrix: Node = { kind: 'matrix', rows }
  return name === 'vmatrix' ? { kind: 'call', name: 'det', operands: [matrix] } : matrix
}
