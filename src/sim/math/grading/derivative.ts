import type { Cursor } from './cursor.ts'
import type { Node } from './node.ts'
import { formText } from './tree.ts'

/** Letters that denote a differential before another letter. */
const DIFFERENTIAL = /^(?:d|delta|Delta)$/

/**
 * `\frac{d}{dx}`, `\frac{d^2 y}{dx^2}` and `\frac{d(x^2)}{dx}` as operators. Numerator and
 * denominator begin with the same letter. `null` for a fraction.
 */
export function toDerivative(numerator: Node, denominator: Node): Node | null {
  const [upper, lower] = [toDifferential(numerator), toDifferential(denominator)]
  if (upper === null || lower === null || upper.letter !== lower.letter) return null
  if (lower.operands.length === 0) return null
  const variables = formText({ kind: 'product', factors: lower.operands })
  const text = `${upper.letter}${upper.order}/${variables}`
  const [first] = upper.operands
  const operand: Node =
    upper.operands.length === 1 && first ? first : { kind: 'product', factors: upper.operands }
  return { kind: 'opaque', text, operands: upper.operands.length === 0 ? [] : [operand] }
}

interface Differential {
  readonly letter: string
  /** The order of the derivative, as written. */
  readonly order: string
  readonly operands: readonly Node[]
}

/** The letter of a differential and what follows it, or `null`. */
function toDifferential(node: Node): Differential | null {
  if (node.kind === 'applied') {
    return DIFFERENTIAL.test(node.name)
      ? { letter: node.name, order: '', operands: node.operands }
      : null
  }
  const [first, ...operands] = node.kind === 'product' ? node.factors : [node]
  const base = first?.kind === 'power' ? first.base : first
  if (first?.kind === 'applied') {
    const differential = toDifferential(first)
    return differential === null
      ? null
      : { ...differential, operands: [...differential.operands, ...operands] }
  }
  if (base?.kind !== 'symbol' || !DIFFERENTIAL.test(base.name)) return null
  const order = first?.kind === 'power' ? formText(first.exponent) : ''
  return { letter: base.name, order, operands }
}

/** Whether `dx` comes next, after a slash that follows `dividend`. */
export function seesDifferential(cursor: Cursor, dividend: Node): boolean {
  const [letter, variable] = [cursor.peek(), cursor.peek(1)]
  if (letter.type !== 'letter' || variable.type !== 'letter' || variable.isSpaced) return false
  return toDifferential(dividend)?.letter === letter.text
}

/** Whether a node is an operator without an operand, which applies to the next term. */
export const isOpenOperator = (node: Node): node is Extract<Node, { kind: 'opaque' }> =>
  node.kind === 'opaque' &&
  node.operands.length === 0 &&
  /^(?:d|delta|Delta)[^a-zA-Z]/.test(node.text)
