import type { AnswerKind } from '../problem.ts'

/**
 * What can be known about an answer without telling the right one: whether it is right, what kind
 * of mistake it shows, and where to look. Feedback depends on the hidden answer through this alone.
 */
export const FINDING_KINDS = [
  'right',
  'unworked',
  'given',
  'no_answer',
  'several_answers',
  'no_such_option',
  'typical',
  'precision',
  'percent',
  'reciprocal',
  'square',
  'sign',
  'power_of_ten',
  'factor',
  'units',
  'form',
  'base',
  'unreadable',
  'wants_number',
  'wants_expression',
  'wants_equation',
  'wants_interval',
  'wants_tuple',
  'wants_several',
  'wants_ratio',
  'wants_matrix',
  'wants_words',
  'expression',
  'constant_term',
  'letters',
  'equation',
  'direction',
  'interval_check',
  'interval_brackets',
  'interval_end',
  'interval_both_ends',
  'missing_elements',
  'extra_elements',
  'other_elements',
  'order',
  'matrix_size',
  'digits_length',
  'digits_leading',
  'digits_middle',
  'digits_last',
  'option',
  'text',
  'unexplained',
] as const
export type FindingKind = (typeof FINDING_KINDS)[number]

export interface Finding {
  readonly kind: FindingKind
  /** Only of a typical mistake: what went wrong, in the problem's own words. */
  readonly note?: string
  /** Only where the tutor looks at steps: which one of the work is the first that fails. */
  readonly step?: string
}

/** Findings about how an answer is written: anybody can see them, they tell nothing hidden. */
const ABOUT_WRITING: ReadonlySet<FindingKind> = new Set([
  'no_answer',
  'several_answers',
  'no_such_option',
  'unworked',
])

/** Whether an answer is to be worked out before anything is said of its value. */
export const isUnfinished = ({ kind }: Finding): boolean => kind === 'unworked' || kind === 'given'

/**
 * What may be made known of a finding. Without confirmation a right answer looks like a wrong one
 * without a known mistake, so that silence does not confirm; of options nothing is told then, since
 * ruling out all but one confirms that one.
 */
export function publicFinding(finding: Finding, kind: AnswerKind, confirm: boolean): Finding {
  if (confirm || ABOUT_WRITING.has(finding.kind)) return finding
  const isRight = finding.kind === 'right' || finding.kind === 'given'
  return isRight || kind === 'choice' ? { kind: 'unexplained' } : finding
}
