import type { Cursor } from './cursor.ts'
import type { Node } from './node.ts'
import { integerNode } from './number-text.ts'
import { parseIndexText } from './parse-index.ts'
import { childNodes, nodeCount, replaceNodes } from './tree.ts'

const TERMS_MAX = 100
/** The maximum number of nodes of all expanded series of a formula. */
const SIZE_MAX = 1_500

/** The index of the next `\\sum_{k=…}`, or `null`. */
export function seriesIndex(cursor: Cursor): string | null {
  const [indexSign, open, letter, equals] = [1, 2, 3, 4].map((ahead) => cursor.peek(ahead))
  const isBounded = indexSign?.text === '_' && open?.text === '{' && equals?.text === '='
  return isBounded && letter?.type === 'letter' ? letter.text : null
}

/** The bounds of a series; `null` for a bound that is not an integer. */
interface Bounds {
  readonly first: number | null
  readonly last: number | null
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
  const bounds = parseBounds(cursor, index)
  if (bounds === null) return null
  const body = cursor.within(() => cursor.grammar.term(cursor))
  const { first, last } = bounds
  const isCounted = index !== null && (name === 'sum' || name === 'prod')
  if (isCounted && first !== null && last !== null && last >= first && last - first < TERMS_MAX) {
    cursor.seriesNodes += nodeCount(body) * (last - first + 1)
    if (cursor.seriesNodes > SIZE_MAX) return null
    const terms = Array.from({ length: last - first + 1 }, (_, offset) =>
      replaceNodes(body, (node) => (isIndex(node, index) ? integerNode(first + offset) : node)),
    )
    return name === 'sum'
      ? { kind: 'sum', terms, isSeries: true }
      : { kind: 'product', factors: terms, isSeries: true }
  }
  // Nested sums have indices of their own.
  const counter: Node = { kind: 'symbol', name: `#${opaqueDepth(body)}` }
  const operand = replaceNodes(body, (node) =>
    index !== null && isIndex(node, index) ? counter : node,
  )
  return { kind: 'opaque', text: `${name} ${bounds.text}`, operands: [operand] }
}

/** An index is not the imaginary unit. */
const isIndex = (node: Node, index: string): boolean =>
  (node.kind === 'symbol' || node.kind === 'constant') && node.name === index

const opaqueDepth = (node: Node): number =>
  childNodes(node).reduce((depth, child) => Math.max(depth, opaqueDepth(child)), 0) +
  (node.kind === 'opaque' ? 1 : 0)

/** The bounds below and above the sign. */
function parseBounds(cursor: Cursor, index: string | null): Bounds | null {
  const texts: Record<string, string | undefined> = {}
  while (cursor.sees('operator', '_') || cursor.sees('operator', '^')) {
    const sign = cursor.next().text
    if (texts[sign] !== undefined) return null
    // Without braces, a bound is one digit.
    texts[sign] = (sign === '^' ? cursor.acceptDigit() : null) ?? parseIndexText(cursor)
  }
  const { _: lower = '', '^': upper = '' } = texts
  const first = index === null ? lower : lower.slice(index.length + 1)
  const text = `${index === null ? lower : `#=${first}`} ${upper}`
  return { first: toBound(first), last: toBound(upper), text }
}

const toBound = (text: string): number | null => (/^-?\d{1,4}$/.test(text) ? Number(text) : null)
