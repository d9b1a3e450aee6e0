import { type Node, symbolsOf } from '../grading/index.ts'
import type { FindingKind } from './finding.ts'

/** What sort of thing an answer is, whatever its value. */
export type Form =
  | 'number'
  | 'expression'
  | 'equation'
  | 'interval'
  | 'tuple'
  | 'list'
  | 'ratio'
  | 'matrix'
  | 'words'

/** The sort of thing that an answer without its unit is. */
export function formOf(node: Node): Form {
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
      return symbolsOf(node).size > 0 ? 'expression' : 'number'
  }
}

type Tuple = Extract<Node, { readonly kind: 'tuple' }>

const isInterval = ({ items, open, close }: Tuple): boolean =>
  items.length === 2 &&
  (open === 'square' || close === 'square' || items.some((item) => isInfinite(item)))

const isInfinite = (node: Node): boolean =>
  node.kind === 'negative'
    ? isInfinite(node.of)
    : node.kind === 'constant' && node.name === 'infinity'

/** What is said where the answer is another sort of thing than the right one. */
const WANTED: Readonly<Record<Form, FindingKind>> = {
  number: 'wants_number',
  expression: 'wants_expression',
  equation: 'wants_equation',
  interval: 'wants_interval',
  tuple: 'wants_tuple',
  list: 'wants_several',
  ratio: 'wants_ratio',
  matrix: 'wants_matrix',
  words: 'wants_words',
}

/** Sorts that may stand for each other, so that their parts are compared. */
const AKIN: readonly (readonly Form[])[] = [
  ['tuple', 'list', 'interval'],
  ['tuple', 'list', 'matrix'],
  ['number', 'ratio'],
  ['expression', 'equation'],
]

/** The mistake of answering with another sort of thing than asked for; undefined if it is none. */
export function compareForms(gold: Form, answer: Form): FindingKind | undefined {
  const isAkin = AKIN.some((forms) => forms.includes(gold) && forms.includes(answer))
  return gold === answer || isAkin ? undefined : WANTED[gold]
}
