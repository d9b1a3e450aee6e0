import { parseLabel } from './labels.ts'
import type { Node } from './node.ts'
import { finalSide, isEquation, withoutMiddle } from './relation.ts'

/**
 * The final value of a short answer, as a tree: 12 for `3 \cdot 4 = 12`.
 *
 * @param parse parses a short answer
 */
export function finalNode(
  answer: string,
  gold: Node | null,
  parse: (text: string) => Node | null,
): Node | null {
  const label = parseLabel(answer.trim())
  const node = parse(label === null ? answer : label.text)
  if (node === null) return null
  const isRelation = gold?.kind === 'relation'
  return node.kind === 'list'
    ? { ...node, items: node.items.map((item) => finalValue(item, false)) }
    : finalValue(node, isRelation)
}

function finalValue(node: Node, keepsName: boolean): Node {
  // `x \equiv 58 \pmod{59}` gives 58.
  if (node.kind === 'modulo' && !keepsName) return node.operand
  if (node.kind === 'relation' && !keepsName && node.comparisons.every((sign) => sign === '≡')) {
    return finalValue(node.sides.at(-1) as Node, false)
  }
  if (node.kind !== 'relation' || !isEquation(node)) return node
  return keepsName ? withoutMiddle(node) : finalSide(node)
}
