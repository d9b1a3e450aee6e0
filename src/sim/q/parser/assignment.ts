import { QError } from '../errors.ts'
import type { Token } from '../lexer/token.ts'
import type { Node } from './ast.ts'
import { isReserved } from './keywords.ts'
import type { Parser } from './parser.ts'
import { toPattern } from './pattern.ts'

/** Whether the token assigns to the noun before it, which may be in parentheses. */
export function isAssignment(token: Token, target: Node, isEnclosed: boolean): boolean {
  if (token.kind === 'verb' ? token.text !== ':' && token.text !== '::' : true) {
    if (token.kind !== 'verb-colon') return false
  }
  if (target.kind === 'name') return true
  if (isEnclosed && token.text === ':') return toPattern(target) !== undefined
  return target.kind === 'apply' && target.target.kind === 'name'
}

/**
 * Parses an assignment from its operator on.
 *
 * @throws QError `assign` for a reserved word
 */
export function assignment(parser: Parser, target: Node, isEnclosed: boolean): Node {
  const sign = parser.take()
  const value = parser.expression()?.node
  if (value === undefined) parser.fail(sign)
  const position = sign.start
  const pattern = isEnclosed && sign.text === ':' ? toPattern(target) : undefined
  if (pattern !== undefined) return { kind: 'pattern', pattern, value, position }
  const indexedTarget = target.kind === 'apply' ? target : undefined
  const namedTarget = indexedTarget?.target ?? target
  if (namedTarget.kind !== 'name') throw new QError('assign', position)
  if (isReserved(namedTarget.name)) throw new QError('assign', namedTarget.position)
  const isNamed = value.kind === 'lambda' && indexedTarget === undefined && sign.kind === 'verb'
  const operator: Node | undefined =
    sign.kind === 'verb-colon'
      ? { kind: 'verb', name: sign.text.slice(0, -1), position }
      : undefined
  return {
    kind: 'assign',
    name: namedTarget.name,
    global: sign.text === '::',
    // Empty brackets select all items, like the elided index in `x[;i]`.
    indexes: indexedTarget?.args.length === 0 ? [undefined] : indexedTarget?.args,
    operator,
    valueText: parser.textSince(sign.end),
    value: isNamed ? { ...value, name: namedTarget.name } : value,
    position,
  }
}
