import { Cursor, type Grammar, type Premise, Unreadable } from './cursor.ts'
import type { Node } from './node.ts'
import { parseArgument, parseFactor, parseOperand } from './parse-factor.ts'
import { parseItems, parseList, parseSets } from './parse-statement.ts'
import { parseSum, parseTerm } from './parse-sum.ts'
import { tokenize } from './token.ts'
import type { Token } from './token-type.ts'
import { childNodes } from './tree.ts'

const LEVELS_MAX = 250

const GRAMMAR: Grammar = {
  list: parseList,
  items: (cursor) => parseItems(cursor),
  sets: parseSets,
  sum: parseSum,
  term: parseTerm,
  factor: parseFactor,
  operand: parseOperand,
  argument: parseArgument,
}

/** A formula as a tree, and whether its commas could separate items instead of thousands. */
interface Parsed {
  readonly node: Node
  readonly hasGroups: boolean
  readonly premises: readonly Premise[]
}

/**
 * Parses a short answer in LaTeX or plain text; `null` if it is not a formula. Never throws. Takes
 * time in proportion to the length of the text.
 *
 * @param groupsThousands whether `1,000` outside brackets is one number
 */
export function parse(text: string, groupsThousands = true): Parsed | null {
  const tokens = tokenize(text)
  if (tokens === null || tokens.length === 0) return null
  const cursor = new Cursor(resolveAlignment(tokens), groupsThousands, GRAMMAR)
  try {
    const node = parseList(cursor)
    // Few tokens cannot make a deep tree.
    const isDeep = tokens.length > LEVELS_MAX / 2 && isTooDeep(node)
    return cursor.isAtEnd && !isDeep
      ? { node, hasGroups: cursor.hasGroups, premises: cursor.premises }
      : null
  } catch (error) {
    if (error instanceof Unreadable) return null
    throw error
  }
}

/** Whether a tree is too deep for the call stack: consecutive signs add a level each. */
function isTooDeep(node: Node): boolean {
  let level: readonly Node[] = [node]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > LEVELS_MAX) return true
    level = level.flatMap(childNodes)
  }
  return false
}

/** Resolves `&` by its environment, and drops gaps that separate nothing. */
function resolveAlignment(tokens: readonly Token[]): Token[] {
  const result: Token[] = []
  const environments: string[] = []
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] as Token
    if (token.type === 'command' && token.text.startsWith('begin ')) environments.push(token.text)
    if (token.type === 'command' && token.text.startsWith('end ')) environments.pop()
    const environment = environments.at(-1) ?? ''
    if (token.type === 'ampersand' && !/(?:matrix|array|cases)$/.test(environment)) continue
    else if (token.type !== 'gap' || isSeparator(result.at(-1), tokens[index + 1]))
      result.push(token)
  }
  return result
}

const isSeparator = (previous: Token | undefined, next: Token | undefined): boolean =>
  previous !== undefined && next !== undefined && !joins(previous, 'open') && !joins(next, 'close')

function joins({ type }: Token, bracket: 'open' | 'close'): boolean {
  switch (type) {
    case 'separator':
    case 'operator':
    case 'relation':
    case 'gap':
    case 'set':
    case 'text':
    case 'arrow':
      return true
    default:
      return type === bracket
  }
}
