import type { Cursor } from './cursor.ts'
import type { Node } from './node.ts'
import { CONDITION_WORDS } from './tables/words.ts'
import { comparableText } from './text.ts'
import type { Token } from './token-type.ts'

/** A row of `cases`: a value, and its condition if it has one. */
interface Case {
  readonly value: readonly Token[]
  readonly condition: readonly Token[] | null
}

/**
 * Parses the rows of `\begin{cases}` with their conditions. `null` if no row has a condition: then
 * the rows are statements that hold together.
 */
export function parseCases(cursor: Cursor, name: string): Node | null {
  const rows = splitRows(cursor.until(`end ${name}`)).map(parseCase)
  if (rows.every(({ condition }) => condition === null)) return null
  if (rows.some(({ condition }) => condition === null)) cursor.fail()
  const values = rows.map(({ value }) => cursor.branch(value, cursor.grammar.list))
  const conditions = rows.map(({ condition }) => parseCondition(cursor, condition ?? []))
  if (conditions.filter((condition) => condition === null).length > 1) cursor.fail()
  cursor.skip(`end ${name}`)
  return { kind: 'piecewise', values, conditions }
}

function splitRows(tokens: readonly Token[]): Token[][] {
  const rows: Token[][] = [[]]
  let depth = 0
  for (const token of tokens) {
    if (token.type === 'open') depth++
    if (token.type === 'close') depth--
    if (depth === 0 && token.type === 'separator' && token.text === 'line') rows.push([])
    else rows.at(-1)?.push(token)
  }
  return rows.filter((row) => row.length > 0)
}

const isWord = ({ type, text }: Token): boolean =>
  type === 'text' && (CONDITION_WORDS.has(text.toLowerCase()) || OTHERWISE.has(text.toLowerCase()))

const OTHERWISE: ReadonlySet<string> = new Set(['otherwise', 'else', 'elsewhere'])

/** The value ends at an alignment sign or at a word such as "if". */
function parseCase(row: readonly Token[]): Case {
  const valueEnd = row.findIndex((token) => token.type === 'ampersand' || isWord(token))
  const value = trimEnd(row.slice(0, valueEnd < 0 ? row.length : valueEnd))
  const remainder = row.slice(valueEnd).filter(({ type }) => type !== 'ampersand')
  // An equation that is aligned at its sign has no condition.
  const isAligned = remainder[0]?.type === 'relation' || remainder[0]?.type === 'operator'
  if (valueEnd < 0 || remainder.length === 0 || isAligned || value.length === 0) {
    return { value: row.filter(({ type }) => type !== 'ampersand'), condition: null }
  }
  return { value, condition: trimEnd(remainder) }
}

function trimEnd(tokens: readonly Token[]): readonly Token[] {
  let end = tokens.length
  while (end > 0 && /^(?:separator|gap)$/.test((tokens[end - 1] as Token).type)) end--
  return tokens.slice(0, end)
}

/** A condition as a statement or as its words; `null` means "otherwise". */
export function parseCondition(cursor: Cursor, tokens: readonly Token[]): Node | null {
  const start = tokens.findIndex((token) => token.type !== 'text' || !isWord(token))
  if (tokens.some(({ text }) => OTHERWISE.has(text.toLowerCase())) && start < 0) return null
  const conditionTokens = tokens.slice(Math.max(start, 0))
  const statement = cursor.tryParse(() => cursor.branch(conditionTokens, cursor.grammar.list))
  if (statement !== null && isStatement(statement)) return statement
  return { kind: 'text', text: comparableText(conditionTokens.map(({ text }) => text).join(' ')) }
}

/** Whether a node states something, rather than only naming a value. */
export function isStatement(node: Node): boolean {
  if (node.kind === 'list') return node.items.every(isStatement)
  return node.kind === 'relation' || node.kind === 'member'
}
