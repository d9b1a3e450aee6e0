import type { Cursor } from './cursor.ts'
import type { ConstantName, Node } from './node.ts'
import { integerNode } from './number-text.ts'
import { SMALL_NUMBER_WORDS } from './tables/number-words.ts'

/** An index makes another symbol. After digits it is their base. */
export function parseIndex(cursor: Cursor, node: Node): Node {
  cursor.next()
  const text = parseIndexText(cursor)
  if (node.kind === 'number' && node.decimals === null && node.value.denominator === 1n) {
    const bareText = text.replace(/^\((.*)\)$/, '$1')
    const base = SMALL_NUMBER_WORDS.get(bareText) ?? Number(bareText)
    const digits = `${node.value.numerator}`
    const isPossible = base >= 2 && base <= 36 && [...digits].every((digit) => Number(digit) < base)
    return isPossible ? { kind: 'based', digits, base } : cursor.fail()
  }
  if (node.kind === 'symbol') return { kind: 'symbol', name: `${node.name}_${text}` }
  if (node.kind === 'constant') return constantWith(text, node.name) ?? cursor.fail()
  // Decimal points in another base, and formulas with an index, are not supported.
  return UNINDEXED.has(node.kind) && text !== '10' ? cursor.fail() : node
}

const UNINDEXED: ReadonlySet<string> = new Set([
  'number',
  'negative',
  'sum',
  'product',
  'quotient',
  'power',
])

/** `e_1` is a name, and `\mathbb{R}_{>0}` the numbers above 0; otherwise `null`. */
export function constantWith(index: string, name: ConstantName): Node | null {
  if (name === 'e' || name === 'i' || name === 'pi') {
    return { kind: 'symbol', name: `${name}_${index}` }
  }
  const isOpen = index === '>0'
  if (name !== 'reals' || !(isOpen || index === '>=0')) return null
  const items: readonly Node[] = [integerNode(0), { kind: 'constant', name: 'infinity' }]
  return { kind: 'tuple', open: isOpen ? 'round' : 'square', close: 'round', items }
}

export function parseIndexText(cursor: Cursor): string {
  if (!cursor.accept('open', '{')) return cursor.next().text
  let text = ''
  for (let depth = 1; ; ) {
    if (cursor.isAtEnd) cursor.fail()
    const token = cursor.next()
    if (token.type === 'open') depth++
    if (token.type === 'close' && --depth === 0) return text
    text += token.text
  }
}
