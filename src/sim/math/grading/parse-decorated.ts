import type { Cursor } from './cursor.ts'
import type { Node } from './node.ts'

/**
 * Over a letter an arrow or a hat is left out; over several, an arrow goes from the first to the
 * last. What it says over anything else, such as a number, is not read.
 */
export function decorated(name: string, node: Node): Node | null {
  if (node.kind === 'symbol' || node.kind === 'constant') return node
  const isName = node.kind === 'product' && node.factors.every(({ kind }) => kind === 'symbol')
  if (!isName || !/vec|arrow/.test(name)) return null
  const letters = node.factors.map((factor) => (factor.kind === 'symbol' ? factor.name : ''))
  return { kind: 'symbol', name: `${letters.join('')}→` }
}

/**
 * Over two letters or more a bar names a length, over one it makes another name; what it says of
 * anything else, such as a number, is not read.
 */
export function barred(node: Node): Node | null {
  if (node.kind === 'symbol') return { kind: 'symbol', name: `${node.name}_bar` }
  const isName = node.kind === 'product' && node.factors.every(({ kind }) => kind === 'symbol')
  return isName ? node : null
}

/** The name of a figure by its points in order; an angle is the same from either end. */
export function figure(cursor: Cursor, name: string): Node {
  let points = ''
  while (points.length < 3 && /^[A-Z]$/.test(cursor.peek().text)) points += cursor.next().text
  const reversed = [...points].reverse().join('')
  const isTurned = name === 'angle' && reversed < points
  return { kind: 'symbol', name: name + (isTurned ? reversed : points) }
}
