import type { Cursor } from './cursor.ts'
import type { Node } from './node.ts'
import { CONDITIONS } from './tables/words.ts'
import { textKey } from './text.ts'
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
  const rows = rowsOf(cursor.until(`end ${name}`)).map(caseOf)
  if (rows.every(({ condition }) => condition === null)) return null
  if (rows.some(({ condition }) => condition === null)) cursor.fail()
  const values = rows.map(({ value }) => cursor.branch(value, cursor.grammar.list))
  const conditions = rows.map(({ condition }) => conditionOf(cursor, condition ?? []))
  if (conditions.filter((each) => each === null).length > 1) cursor.fail()
  cursor.skip(`end ${name}`)
  return { kind: 'piecewise', values, conditions }
}

function rowsOf(tokens: readonly Token[]): Token[][] {
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
  type === 'text' && (CONDITIONS.has(text.toLowerCase()) || OTHERWISE.has(text.toLowerCase()))

const OTHERWISE: ReadonlySet<string> = new Set(['otherwise', 'else', 'elsewhere'])

/** The value ends at an alignment sign or at a word such as "if". */
function caseOf(row: readonly Token[]): Case {
  const at = row.findIndex((token) => token.type === 'ampersand' || isWord(token))
  const value = withoutEnd(row.slice(0, at < 0 ? row.length : at))
  const rest = row.slice(at).filter(({ type }) => type !== 'ampersand')
  // An equation that is aligned at its sign has no condition.
  const isAligned = rest[0]?.type === 'relation' || rest[0]?.type === 'operator'
  if (at < 0 || rest.length === 0 || isAligned || value.length === 0) {
    return { value: row.filter(({ type }) => type !== 'ampersand'), condition: null }
  }
  return { value, condition: withoutEnd(rest) }
}

function withoutEnd(tokens: readonly Token[]): readonly Token[] {
  let end = tokens.length
  while (end > 0 && /^(?:separator|gap)$/.test((tokens[end - 1] as Token).type)) end--
  return tokens.slice(0, end)
}

/** A condition as a statement or as its words; `null` means "otherwise". */
export function conditionOf(cursor: Cursor, tokens: readonly Token[]): Node | null {
  const from = tokens.findIndex((token) => token.type !== 'text' || !isWord(token))
  if (tokens.some(({ text }) => OTHERWISE.has(text.toLowerCase())) && from < 0) return null
  const conditionTokens = tokens.slice(Math.max(from, 0))
  const statement = cursor.attempt(() => cursor.branch(conditionTokens, cursor.grammar.list))
  if (statement !== null && isStatement(statement)) return statement
  return { kind: 'text', text: textKey(conditionTokens.map(({ text }) => text).join(' ')) }
}

/** Whether a node states something, rather than only naming a value. */
export function isStatement(node: Node): boolean {
  if (node.kind === 'list') return node.items.every(isStatement)
  return node.kind === 'relation' || node.kind === 'member'
}
