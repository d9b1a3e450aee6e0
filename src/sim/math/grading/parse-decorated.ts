import type { Cursor } from './cursor.ts'
import type { Node } from './node.ts'

/**
 * An arrow or a hat over one letter is ignored. Over several letters, an arrow points from the
 * first to the last. Over anything else it is not supported.
 */
export function withDecoration(name: string, node: Node): Node | null {
  if (node.kind === 'symbol' || node.kind === 'constant') return node
  const isName = node.kind === 'product' && node.factors.every(({ kind }) => kind === 'symbol')
  if (!isName || !/vec|arrow/.test(name)) return null
  const letters = node.factors.map((factor) => (factor.kind === 'symbol' ? factor.name : ''))
  return { kind: 'symbol', name: `${letters.join('')}→` }
}

/**
 * A bar over two or more letters names a length, and over one letter another name. Over anything
 * else it is not supported.
 */
export function withBar(node: Node): Node | null {
  if (node.kind === 'symbol') return { kind: 'symbol', name: `${node.name}_bar` }
  const isName = node.kind === 'product' && node.factors.every(({ kind }) => kind === 'symbol')
  return isName ? node : null
}

/** A figure named by its points in order. An angle is the same from either end. */
export function parseFigure(cursor: Cursor, name: string): Node {
  let points = ''
  while (points.length < 3 && /^[A-Z]$/.test(cursor.peek().text)) points += cursor.next().text
  const reversedPoints = [...points].reverse().join('')
  const isReversed = name === 'angle' && reversedPoints < points
  return { kind: 'symbol', name: name + (isReversed ? reversedPoints : points) }
}
