import { QError } from '../errors.ts'
import type { Node } from './ast.ts'
import { toPattern } from './pattern.ts'

/** `:[value;pattern;result;…;otherwise]`, or `:` applied to two arguments. */
export function toMatch(parts: readonly (Node | undefined)[], position: number): Node {
  const [value, ...clauses] = parts
  if (clauses.length < 2 || value === undefined) {
    return { kind: 'apply', target: { kind: 'verb', name: ':', position }, args: parts, position }
  }
  const otherwise = clauses.length % 2 === 1 ? clauses.pop() : undefined
  const cases = Array.from({ length: clauses.length / 2 }, (_, i) => {
    const [source, result] = [clauses[2 * i], clauses[2 * i + 1]]
    const pattern = toPattern(source)
    if (pattern === undefined || result === undefined) throw new QError('parse', position)
    return { pattern, result }
  })
  return { kind: 'match', value, cases, otherwise, position }
}
