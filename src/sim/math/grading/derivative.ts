import type { Cursor } from './cursor.ts'
import type { Node } from './node.ts'
import { formText } from './tree.ts'

/** Letters that denote a differential before another letter. */
const DIFFERENTIAL = /^(?:d|delta|Delta)$/

/**
 * `\frac{d}{dx}`, `\frac{d^2 y}{dx^2}` and `\frac{d(x^2)}{dx}` as operators. Numerator and
 * denominator begin with the same letter. `null` for a fraction.
 */
export function derivativeOf(over: Node, under: Node): Node | null {
  const [above, below] = [partsOf(over), partsOf(under)]
  if (above === null || below === null || above.letter !== below.letter) return null
  if (below.rest.length === 0) return null
  const text = `${above.letter}${above.order}/${formText({ kind: 'product', factors: below.rest })}`
  const [first] = above.rest
  const of: Node =
    above.rest.length === 1 && first ? first : { kind: 'product', factors: above.rest }
  return { kind: 'opaque', text, of: above.rest.length === 0 ? [] : [of] }
}

interface Parts {
  readonly letter: string
  /** The order of the derivative, as written. */
  readonly order: string
  readonly rest: readonly Node[]
}

/** The letter of a differential and what follows it, or `null`. */
function partsOf(node: Node): Parts | null {
  if (node.kind === 'applied') {
    return DIFFERENTIAL.test(node.name) ? { letter: node.name, order: '', rest: node.of } : null
  }
  const [first, ...rest] = node.kind === 'product' ? node.factors : [node]
  const base = first?.kind === 'power' ? first.base : first
  if (first?.kind === 'applied') {
    const inner = partsOf(first)
    return inner === null ? null : { ...inner, rest: [...inner.rest, ...rest] }
  }
  if (base?.kind !== 'symbol' || !DIFFERENTIAL.test(base.name)) return null
  const order = first?.kind === 'power' ? formText(first.exponent) : ''
  return { letter: base.name, order, rest }
}

/** Whether `dx` comes next, after a stroke. */
export function seesDifferential(cursor: Cursor, over: Node): boolean {
  const [letter, next] = [cursor.peek(), cursor.peek(1)]
  if (letter.type !== 'letter' || next.type !== 'letter' || next.isSpaced) return false
  return partsOf(over)?.letter === letter.text
}

/** An operator without an operand applies to what follows. */
export const isOpenOperator = (node: Node): node is Extract<Node, { kind: 'opaque' }> =>
  node.kind === 'opaque' && node.of.length === 0 && /^(?:d|delta|Delta)[^a-zA-Z]/.test(node.text)
