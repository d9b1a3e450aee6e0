import type { AnswerKind } from '../problem.ts'

/**
 * What can be said about an answer without revealing the right one: whether it is right, its kind
 * of mistake, and where to look. Feedback depends on the hidden answer only through this.
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
  /** For a typical mistake only: what went wrong, in the problem's own words. */
  readonly note?: string
  /** For a tutor that checks steps only: the first wrong step of the work. */
  readonly step?: string
}

/** Findings about the form of an answer. Everybody can see them, so they reveal nothing hidden. */
const ABOUT_WRITING: ReadonlySet<FindingKind> = new Set([
  'no_answer',
  'several_answers',
  'no_such_option',
  'unworked',
])

/** Whether an answer has to be worked out before its value is judged. */
export const isUnworked = ({ kind }: Finding): boolean => kind === 'unworked' || kind === 'given'

/**
 * The part of a finding that may be shown. Without confirmation, a right answer looks like a wrong
 * one without a known mistake, so silence does not confirm. Options get no feedback then, because
 * excluding all but one confirms that one.
 */
export function publicFinding(finding: Finding, kind: AnswerKind, confirm: boolean): Finding {
  if (confirm || ABOUT_WRITING.has(finding.kind)) return finding
  const isRight = finding.kind === 'right' || finding.kind === 'given'
  return isRight || kind === 'choice' ? { kind: 'unexplained' } : finding
}
