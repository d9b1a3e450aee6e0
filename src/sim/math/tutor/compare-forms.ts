import type { AnswerSort } from '../grading/form/sort.ts'
import type { FindingKind } from './finding.ts'

/** The finding if the answer has another sort than the gold. */
const WANTED: Readonly<Record<AnswerSort, FindingKind>> = {
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

/** Sorts that are comparable part by part. */
const AKIN: readonly (readonly AnswerSort[])[] = [
  ['tuple', 'list', 'interval'],
  ['tuple', 'list', 'matrix'],
  ['number', 'ratio'],
  ['expression', 'equation'],
]

/** The finding for an answer of the wrong sort; undefined if the sort is right. */
export function compareForms(gold: AnswerSort, answer: AnswerSort): FindingKind | undefined {
  const isAkin = AKIN.some((forms) => forms.includes(gold) && forms.includes(answer))
  return gold === answer || isAkin ? undefined : WANTED[gold]
}
