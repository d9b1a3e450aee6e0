import type { Cursor } from './cursor.ts'
import type { Bracket, Node } from './node.ts'
import { isStatement, parseCases } from './parse-cases.ts'

/** Parses round, square, set, floor and ceiling brackets with their content. */
export function parseBrackets(cursor: Cursor): Node {
  const open = cursor.next().text
  if (open === '\\{') return parseSet(cursor)
  if (open === '⌊' || open === '⌈') return rounded(cursor, open)
  if (open === '{') return cursor.fail()
  const before = enter(cursor)
  const list = cursor.takes('close', ')') ? null : cursor.grammar.list(cursor)
  if (list === null) return { kind: 'tuple', open: 'round', close: 'round', items: [] }
  const close = cursor.peek().text
  // An opening bracket may close here, as in ]1, 2[.
  const isClosed = cursor.sees('close') ? /^[)\]]$/.test(close) : cursor.sees('open', '[')
  if (!isClosed) cursor.fail()
  cursor.next()
  leave(cursor, before)
  const items = list.kind === 'list' ? list.items : [list]
  if (items.length === 1 && open !== ']') return items[0] ?? cursor.fail()
  if (items.length > 2 && (open === ']' || close === '[')) cursor.fail()
  return { kind: 'tuple', open: sideOf(open, '['), close: sideOf(close, ']'), items }
}

const sideOf = (bracket: string, closed: string): Bracket =>
  bracket === closed ? 'square' : 'round'

interface Surroundings {
  readonly bars: number
  readonly groupsThousands: boolean
  readonly sets: number
}

function enter(cursor: Cursor): Surroundings {
  const { bars, groupsThousands, sets } = cursor
  cursor.bars = 0
  cursor.sets = 0
  cursor.groupsThousands = false
  return { bars, groupsThousands, sets }
}

function leave(cursor: Cursor, before: Surroundings): void {
  cursor.bars = before.bars
  cursor.sets = before.sets
  cursor.groupsThousands = before.groupsThousands
}

function rounded(cursor: Cursor, open: string): Node {
  const of = cursor.grammar.sum(cursor)
  if (!cursor.takes('close', open === '⌊' ? '⌋' : '⌉')) cursor.fail()
  return { kind: 'call', name: open === '⌊' ? 'floor' : 'ceil', of: [of] }
}

function parseSet(cursor: Cursor): Node {
  if (cursor.takes('close', '\\}')) return { kind: 'constant', name: 'empty' }
  const before = enter(cursor)
  cursor.sets = 1
  let items = cursor.grammar.items(cursor)
  const isCondition = cursor.takes('such_that') || cursor.takes('bar') || cursor.takes('colon')
  let condition: Node | null = null
  if (isCondition) {
    condition = described(items, cursor.grammar.list(cursor)) ?? cursor.fail()
    items = []
  }
  const isClosed = cursor.takes('close', '\\}') || cursor.isAtEnd
  if (!isClosed) cursor.fail()
  leave(cursor, before)
  return condition ?? { kind: 'set', items }
}

/** `{n | n even}`. Only its words distinguish it from other sets. */
function inWords(name: string, condition: Node): Node | null {
  if (condition.kind !== 'quantity' || condition.of.kind !== 'symbol') return null
  return { kind: 'text', text: `set of ${name} with ${condition.of.name} ${condition.unit}` }
}

/** A set from its members and their condition. `null` for {x^2 | x > 3}, which is not supported. */
function described(items: readonly Node[], condition: Node): Node | null {
  const [first] = items
  if (items.length !== 1 || first === undefined) return null
  if (first.kind === 'symbol' || first.kind === 'tuple') {
    if (isStatement(condition) || condition.kind === 'text') return condition
    return first.kind === 'symbol' ? inWords(first.name, condition) : null
  }
  // In {x ∈ ℤ | x > 2} and {2k | k ∈ ℤ}, both halves count.
  const parts = { kind: 'list', joint: 'and' } as const
  if (first.kind === 'member') return { ...parts, items: [condition, first] }
  return condition.kind === 'member' ? { ...parts, items: [first, condition] } : null
}

/** Braces that group. Items separated by commas are a set written without backslashes. */
export function parseBraces(cursor: Cursor): Node {
  cursor.next()
  if (cursor.takes('close', '}')) return { kind: 'constant', name: 'empty' }
  const { bars, sets } = cursor
  cursor.bars = 0
  cursor.sets = 0
  const list = cursor.grammar.list(cursor)
  // {x | x > 2} is a set written without backslashes.
  const isCondition = list.kind === 'symbol' && (cursor.takes('bar') || cursor.takes('colon'))
  const condition = isCondition ? cursor.grammar.list(cursor) : list
  if (!cursor.takes('close', '}') && !cursor.isAtEnd) cursor.fail()
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
    if (!cursor.takes('command', `end ${name}`) && !cursor.isAtEnd) cursor.fail()
    return list
  }
  const before = enter(cursor)
  const rows: Node[][] = [[]]
  while (!cursor.takes('command', `end ${name}`)) {
    if (cursor.isAtEnd) cursor.fail()
    // Doubled backslashes may end a line twice.
    if (cursor.takes('separator', 'line')) rows.at(-1)?.length === 0 || rows.push([])
    else if (!cursor.takes('ampersand')) rows.at(-1)?.push(cursor.grammar.sum(cursor))
  }
  leave(cursor, before)
  if (rows.at(-1)?.length === 0) rows.pop()
  const width = rows[0]?.length ?? 0
  if (width === 0 || rows.some((row) => row.length !== width)) return cursor.fail()
  const matrix: Node = { kind: 'matrix', rows }
  return name === 'vmatrix' ? { kind: 'call', name: 'det', of: [matrix] } : matrix
}
