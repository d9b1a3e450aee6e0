import type { Cursor } from './cursor.ts'
import type { Bracket, Node } from './node.ts'
import { isStatement, parseCases } from './parse-cases.ts'

/** Parses round, square, set, floor and ceiling brackets with their content. */
export function parseBrackets(cursor: Cursor): Node {
  const open = cursor.next().text
  if (open === '\\{') return parseSet(cursor)
  if (open === '⌊' || open === '⌈') return parseRounding(cursor, open)
  if (open === '{') return cursor.fail()
  const surroundings = enterBrackets(cursor)
  const list = cursor.accept('close', ')') ? null : cursor.grammar.list(cursor)
  if (list === null) return { kind: 'tuple', open: 'round', close: 'round', items: [] }
  const close = cursor.peek().text
  // An opening bracket may close here, as in ]1, 2[.
  const isClosed = cursor.sees('close') ? /^[)\]]$/.test(close) : cursor.sees('open', '[')
  if (!isClosed) cursor.fail()
  cursor.next()
  leaveBrackets(cursor, surroundings)
  const items = list.kind === 'list' ? list.items : [list]
  if (items.length === 1 && open !== ']') return items[0] ?? cursor.fail()
  if (items.length > 2 && (open === ']' || close === '[')) cursor.fail()
  return { kind: 'tuple', open: bracketShape(open, '['), close: bracketShape(close, ']'), items }
}

const bracketShape = (bracket: string, squareBracket: string): Bracket =>
  bracket === squareBracket ? 'square' : 'round'

interface Surroundings {
  readonly bars: number
  readonly groupsThousands: boolean
  readonly sets: number
}

function enterBrackets(cursor: Cursor): Surroundings {
  const { bars, groupsThousands, sets } = cursor
  cursor.bars = 0
  cursor.sets = 0
  cursor.groupsThousands = false
  return { bars, groupsThousands, sets }
}

function leaveBrackets(cursor: Cursor, surroundings: Surroundings): void {
  cursor.bars = surroundings.bars
  cursor.sets = surroundings.sets
  cursor.groupsThousands = surroundings.groupsThousands
}

function parseRounding(cursor: Cursor, open: string): Node {
  const operand = cursor.grammar.sum(cursor)
  if (!cursor.accept('close', open === '⌊' ? '⌋' : '⌉')) cursor.fail()
  return { kind: 'call', name: open === '⌊' ? 'floor' : 'ceil', operands: [operand] }
}

function parseSet(cursor: Cursor): Node {
  if (cursor.accept('close', '\\}')) return { kind: 'constant', name: 'empty' }
  const surroundings = enterBrackets(cursor)
  cursor.sets = 1
  let items = cursor.grammar.items(cursor)
  const isCondition = cursor.accept('such_that') || cursor.accept('bar') || cursor.accept('colon')
  let condition: Node | null = null
  if (isCondition) {
    condition = conditionalSet(items, cursor.grammar.list(cursor)) ?? cursor.fail()
    items = []
  }
  const isClosed = cursor.accept('close', '\\}') || cursor.isAtEnd
  if (!isClosed) cursor.fail()
  leaveBrackets(cursor, surroundings)
  return condition ?? { kind: 'set', items }
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
  const { bars, sets } = cursor
  cursor.bars = 0
  cursor.sets = 0
  const list = cursor.grammar.list(cursor)
  // {x | x > 2} is a set written without backslashes.
  const isCondition = list.kind === 'symbol' && (cursor.accept('bar') || cursor.accept('colon'))
  const condition = isCondition ? cursor.grammar.list(cursor) : list
  if (!cursor.accept('close', '}') && !cursor.isAtEnd) cursor.fail()
  cursor.bars = bars
  cursor.sets = sets
  return condition
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
  const surroundings = enterBrackets(cursor)
  const rows: Node[][] = [[]]
  while (!cursor.accept('command', `end ${name}`)) {
    if (cursor.isAtEnd) cursor.fail()
    // Doubled backslashes may end a line twice.
    if (cursor.accept('separator', 'line')) rows.at(-1)?.length === 0 || rows.push([])
    else if (!cursor.accept('ampersand')) rows.at(-1)?.push(cursor.grammar.sum(cursor))
  }
  leaveBrackets(cursor, surroundings)
  if (rows.at(-1)?.length === 0) rows.pop()
  const width = rows[0]?.length ?? 0
  if (width === 0 || rows.some((row) => row.length !== width)) return cursor.fail()
  const matrix: Node = { kind: 'matrix', rows }
  return name === 'vmatrix' ? { kind: 'call', name: 'det', operands: [matrix] } : matrix
}
