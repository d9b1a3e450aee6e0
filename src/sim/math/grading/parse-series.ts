import type { Cursor } from './cursor.ts'
import type { Node } from './node.ts'
import { wholeNode } from './number-text.ts'
import { indexText } from './parse-index.ts'
import { childrenOf, exchange, nodeCount } from './tree.ts'

const TERMS_MAX = 100
/** The maximum number of nodes of all expanded series of a formula. */
const SIZE_MAX = 1_500

/** The index of the next `\\sum_{k=…}`, or `null`. */
export function seriesIndex(cursor: Cursor): string | null {
  const [lower, open, letter, equals] = [1, 2, 3, 4].map((ahead) => cursor.peek(ahead))
  const isBounded = lower?.text === '_' && open?.text === '{' && equals?.text === '='
  return isBounded && letter?.type === 'letter' ? letter.text : null
}

/** The bounds of a series; `null` for a bound that is not an integer. */
interface Bounds {
  readonly from: number | null
  readonly to: number | null
  /** The bounds as written, with a cross for the index. */
  readonly text: string
}

const WITH_BODY = /^(?:sum|prod|i*int|lim)$/

/**
 * A sum or product over few integers is expanded. Other ones, integrals and limits keep their
 * operand if its end is clear. Otherwise `null`.
 */
export function parseSeries(cursor: Cursor): Node | null {
  const index = seriesIndex(cursor)
  const { text: name } = cursor.next()
  if (!WITH_BODY.test(name)) return null
  const bounds = boundsOf(cursor, index)
  if (bounds === null) return null
  const body = cursor.within(() => cursor.grammar.term(cursor))
  const { from, to } = bounds
  const isCounted = index !== null && (name === 'sum' || name === 'prod')
  if (isCounted && from !== null && to !== null && to >= from && to - from < TERMS_MAX) {
    cursor.seriesNodes += nodeCount(body) * (to - from + 1)
    if (cursor.seriesNodes > SIZE_MAX) return null
    const terms = Array.from({ length: to - from + 1 }, (_, offset) =>
      exchange(body, (node) => (isIndex(node, index) ? wholeNode(from + offset) : node)),
    )
    return name === 'sum'
      ? { kind: 'sum', terms, isSeries: true }
      : { kind: 'product', factors: terms, isSeries: true }
  }
  // Nested sums have indices of their own.
  const counter: Node = { kind: 'symbol', name: `#${depthOf(body)}` }
  const of = exchange(body, (node) => (index !== null && isIndex(node, index) ? counter : node))
  return { kind: 'opaque', text: `${name} ${bounds.text}`, of: [of] }
}

/** An index is not the imaginary unit. */
const isIndex = (node: Node, index: string): boolean =>
  (node.kind === 'symbol' || node.kind === 'constant') && node.name === index

const depthOf = (node: Node): number =>
  childrenOf(node).reduce((depth, child) => Math.max(depth, depthOf(child)), 0) +
  (node.kind === 'opaque' ? 1 : 0)

/** The bounds below and above the sign. */
function boundsOf(cursor: Cursor, index: string | null): Bounds | null {
  const written: Record<string, string | undefined> = {}
  while (cursor.sees('operator', '_') || cursor.sees('operator', '^')) {
    const sign = cursor.next().text
    if (written[sign] !== undefined) return null
    const isShort = sign === '^' && cursor.sees('number')
    written[sign] = isShort ? digit(cursor) : indexText(cursor)
  }
  const { _: below = '', '^': above = '' } = written
  const from = index === null ? below : below.slice(index.length + 1)
  const text = `${index === null ? below : `#=${from}`} ${above}`
  return { from: bound(from), to: bound(above), text }
}

const bound = (text: string): number | null => (/^-?\d{1,4}$/.test(text) ? Number(text) : null)

/** Without braces a bound is one digit. */
function digit(cursor: Cursor): string {
  const token = cursor.peek()
  if (token.text.length === 1) cursor.next()
  else cursor.replace({ ...token, text: token.text.slice(1) })
  return token.text[0] as string
}
