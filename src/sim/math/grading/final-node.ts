import { labelled } from './labels.ts'
import type { Node } from './node.ts'
import { finalSide, isEquation, shortened } from './relation.ts'

/**
 * What a short answer says in the end, as a tree: of `3 \cdot 4 = 12` that is 12.
 *
 * @param read reads a short answer
 */
export function finalNode(
  answer: string,
  gold: Node | null,
  read: (text: string) => Node | null,
): Node | null {
  const label = labelled(answer.trim())
  const node = read(label === null ? answer : label.rest)
  if (node === null) return null
  const isRelation = gold?.kind === 'relation'
  return node.kind === 'list'
    ? { ...node, items: node.items.map((item) => inTheEnd(item, false)) }
    : inTheEnd(node, isRelation)
}

function inTheEnd(node: Node, keepsName: boolean): Node {
  // `x \equiv 58 \pmod{59}` says 58.
  if (node.kind === 'modulo' && !keepsName) return node.of
  if (node.kind === 'relation' && !keepsName && node.comparisons.every((sign) => sign === '≡')) {
    return inTheEnd(node.sides.at(-1) as Node, false)
  }
  if (node.kind !== 'relation' || !isEquation(node)) return node
  return keepsName ? shortened(node) : finalSide(node)
}
