import type { Cursor } from './cursor.ts'
import type { Node } from './node.ts'
import { wholeNode } from './number-text.ts'
import { parseTerm } from './parse-sum.ts'
import { exchange, sizeOf } from './tree.ts'

const TERMS_MAX = 100
/** Nodes of all the series of a formula, written out. */
const SIZE_MAX = 1_500

/** The letter that counts the terms of the `\\sum_{k=…}` that comes next; `null` if none does. */
export function seriesIndex(cursor: Cursor): string | null {
  const [lower, open, letter, equals] = [1, 2, 3, 4].map((ahead) => cursor.peek(ahead))
  const isBounded = lower?.text === '_' && open?.text === '{' && equals?.text === '='
  return isBounded && letter?.type === 'letter' ? letter.text : null
}

/** A sum or product over few whole numbers, written out; `null` if it is none of that kind. */
export function parseSeries(cursor: Cursor): Node | null {
  const { text: name } = cursor.peek()
  const index = seriesIndex(cursor)
  if (index === null || (name !== 'sum' && name !== 'prod')) return null
  for (let count = 0; count < 5; count++) cursor.next()
  const from = bound(cursor)
  if (!cursor.takes('close', '}') || !cursor.takes('operator', '^')) return null
  const isBraced = cursor.takes('open', '{')
  const to = isBraced ? bound(cursor) : digit(cursor)
  if (from === null || to === null || (isBraced && !cursor.takes('close', '}'))) return null
  if (to < from || to - from >= TERMS_MAX) return null
  const body = cursor.within(() => parseTerm(cursor))
  cursor.seriesNodes += sizeOf(body) * (to - from + 1)
  if (cursor.seriesNodes > SIZE_MAX) return null
  const terms = Array.from({ length: to - from + 1 }, (_, place) =>
    exchange(body, (node) => (isIndex(node, index) ? wholeNode(from + place) : node)),
  )
  return name === 'sum' ? { kind: 'sum', terms } : { kind: 'product', factors: terms }
}

/** A letter that counts is no imaginary unit. */
const isIndex = (node: Node, index: string): boolean =>
  (node.kind === 'symbol' || node.kind === 'constant') && node.name === index

function bound(cursor: Cursor): number | null {
  const isNegative = cursor.takes('operator', '-')
  const { type, text } = cursor.next()
  if (type !== 'number' || !/^\d{1,4}$/.test(text)) return null
  return isNegative ? -Number(text) : Number(text)
}

/** Without braces a bound is one digit. */
function digit(cursor: Cursor): number | null {
  const token = cursor.peek()
  if (token.type !== 'number' || !/^\d+$/.test(token.text)) return null
  if (token.text.length === 1) cursor.next()
  else cursor.replace({ ...token, text: token.text.slice(1) })
  return Number(token.text[0])
}
