import { tokenize } from '../../sim/q/lexer/lexer.ts'
import type { Token } from '../../sim/q/lexer/token.ts'

/** The call in a test script. */
export interface TestCall {
  readonly entry: string
  /** q expressions, one per argument. */
  readonly arguments: readonly string[]
  /** Statements of the script before the call; often empty. */
  readonly setup: string
}

const CALL = /^\s*result\s*:\s*([a-zA-Z][a-zA-Z0-9_]*)\s*/
const AFTER = /^\s*(?:show\s+result|exit\s+0)?\s*;?\s*$/

/**
 * The call of a script that assigns `result:solve[…];` and shows it; undefined for any other
 * script.
 */
export function callOfScript(script: string): TestCall | undefined {
  const lines = script.split(/\r?\n/).filter((line) => !/^\s*(\/|$)/.test(line))
  const callIndex = lines.findIndex((line) => CALL.test(line))
  const line = lines[callIndex]
  if (
    line === undefined ||
    lines.slice(callIndex + 1).some((laterLine) => !AFTER.test(laterLine))
  ) {
    return undefined
  }
  const [head, entry = ''] = CALL.exec(line) as RegExpExecArray
  const args = splitArguments(line.slice(head?.length))
  return args && { entry, arguments: args, setup: lines.slice(0, callIndex).join('\n') }
}

/** The arguments between brackets, or the single one without brackets. */
function splitArguments(text: string): string[] | undefined {
  let tokens: readonly Token[]
  try {
    tokens = tokenize(text)
  } catch {
    return undefined
  }
  const isBracketed = tokens[0]?.text === '['
  const args: string[] = []
  let depth = 0
  let start = isBracketed ? 1 : 0
  for (const { kind, text: tokenText, start: tokenStart, end } of tokens) {
    if (kind !== 'punctuation') continue
    if ('([{'.includes(tokenText)) depth++
    if (')]}'.includes(tokenText)) depth--
    const isEnd = isBracketed ? depth === 0 : depth === 0 && tokenText === ';'
    if (isEnd || (depth === (isBracketed ? 1 : 0) && tokenText === ';')) {
      args.push(text.slice(start, tokenStart).trim())
      start = end
    }
    if (isEnd)
      return AFTER.test(text.slice(isBracketed ? end : tokenStart)) ? filled(args) : undefined
  }
  return isBracketed || depth !== 0 ? undefined : filled([text.slice(start).trim()])
}

/** `solve[]` has no argument; a missing one would make a projection. */
function filled(args: readonly string[]): string[] | undefined {
  if (args.length === 1 && args[0] === '') return []
  return args.includes('') ? undefined : [...args]
}
