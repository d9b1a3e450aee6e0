import type { Node } from '../node.ts'
import { collectSymbols } from '../tree.ts'

/** The sort of an answer, whatever its value. */
export type AnswerSort =
  | 'number'
  | 'expression'
  | 'equation'
  | 'interval'
  | 'tuple'
  | 'list'
  | 'ratio'
  | 'matrix'
  | 'words'

/** The sort of an answer without its unit. */
export function classifyAnswer(node: Node): AnswerSort {
  switch (node.kind) {
    case 'relation':
      return node.comparisons.every((sign) => sign === '=') ? 'equation' : 'interval'
    case 'combined':
      return 'interval'
    case 'constant':
      return node.name === 'reals' || node.name === 'empty' ? 'interval' : 'number'
    case 'tuple':
      return isInterval(node) ? 'interval' : 'tuple'
    case 'list':
    case 'set':
    case 'plus_minus':
      return 'list'
    case 'ratio':
    case 'matrix':
      return node.kind
    case 'text':
      return 'words'
    default:
      return collectSymbols(node).size > 0 ? 'expression' : 'number'
  }
}

type Tuple = Extract<Node, { readonly kind: 'tuple' }>

const isInterval = ({ items, open, close }: Tuple): boolean =>
  items.length === 2 &&
  (open === 'square' || close === 'square' || items.some((item) => isInfinite(item)))

const isInfinite = (node: Node): boolean =>
  node.kind === 'negative'
    ? isInfinite(node.operand)
    : node.kind === 'constant' && node.name === 'infinity'
