import { QError } from '../errors.ts'
import type { Parameters } from './ast.ts'
import { isReserved } from './keywords.ts'
import type { Parser } from './parser.ts'
import { toPattern } from './pattern.ts'

const PARAMETERS_MAX = 8

/**
 * Parses the parameter list in brackets: names, and patterns for the arguments. Patterns get names
 * that no program can write.
 */
export function parseParameters(parser: Parser): Parameters {
  const open = parser.expect('[')
  const items = parser.sequence()
  parser.expect(']', open)
  if (items.length > PARAMETERS_MAX) throw new QError('params', parser.peek().start)
  if (items.length === 1 && items[0] === undefined) return { names: [], patterns: [] }
  const patterns: Parameters['patterns'][number][] = []
  const names = items.map((item, i) => {
    if (item?.kind === 'name') {
      // A keyword is a value, which cannot be a pattern before the call.
      if (isReserved(item.name)) throw new QError('match', item.position)
      return item.name
    }
    const pattern = toPattern(item)
    if (pattern === undefined) throw new QError('parse', item?.position ?? open.start)
    const hiddenName = `argument ${i}`
    patterns.push({ name: hiddenName, pattern })
    return hiddenName
  })
  return { names, patterns }
}
