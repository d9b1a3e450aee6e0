import { QError } from '../errors.ts'
import type { Node } from './ast.ts'
import { patternOf } from './pattern.ts'

/** `:[value;pattern;result;…;otherwise]`, or `:` applied to two arguments. */
export function matchOf(parts: readonly (Node | undefined)[], position: number): Node {
  const [value, ...rest] = parts
  if (rest.length < 2 || value === undefined) {
    return { kind: 'apply', target: { kind: 'verb', name: ':', position }, args: parts, position }
  }
  const otherwise = rest.length % 2 === 1 ? rest.pop() : undefined
  const cases = Array.from({ length: rest.length / 2 }, (_, i) => {
    const [from, result] = [rest[2 * i], rest[2 * i + 1]]
    const pattern = patternOf(from)
    if (pattern === undefined || result === undefined) throw new QError('parse', position)
    return { pattern, result }
  })
  return { kind: 'match', value, cases, otherwise, position }
}
