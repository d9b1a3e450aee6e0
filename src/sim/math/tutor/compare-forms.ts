import type { Sort } from '../grading/form/sort.ts'
import type { FindingKind } from './finding.ts'

/** What is said where the answer is another sort of thing than the right one. */
const WANTED: Readonly<Record<Sort, FindingKind>> = {
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
const AKIN: readonly (readonly Sort[])[] = [
  ['tuple', 'list', 'interval'],
  ['tuple', 'list', 'matrix'],
  ['number', 'ratio'],
  ['expression', 'equation'],
]

/** The mistake of answering with another sort of thing than asked for; undefined if it is none. */
export function compareForms(gold: Sort, answer: Sort): FindingKind | undefined {
  const isAkin = AKIN.some((forms) => forms.includes(gold) && forms.includes(answer))
  return gold === answer || isAkin ? undefined : WANTED[gold]
}
