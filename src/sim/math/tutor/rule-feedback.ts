import type { Finding } from './finding.ts'
import { HINTS } from './tables/hints.ts'

const RIGHT = 'Your answer is right.'
const WRONG = 'Your answer is not right.'
const SILENT = 'Whether your answer is right is not told here.'

/** How much a feedback may say. */
export interface Manner {
  /** Whether it says that an answer is right or wrong. */
  readonly confirm: boolean
  /** Whether it says nothing else. */
  readonly bare: boolean
  /** Requests for feedback that were answered before; each later one is told more. */
  readonly earlier: number
}

/** Feedback without a model: the verdict, the kind of mistake, and where to look. */
export function ruleFeedback(finding: Finding, { confirm, bare, earlier }: Manner): string {
  const hints = HINTS[finding.kind].slice(0, Math.min(earlier, 2) + 1)
  const verdict = verdictOf(finding, confirm)
  if (finding.kind === 'right') return `${verdict} ${hints[0]}`
  if (bare) return verdict
  const note = finding.note === undefined ? [] : [finding.note]
  return [verdict, ...note, ...hints].join(' ')
}

/** The sentence that every feedback begins with. */
export function verdictOf({ kind }: Finding, confirm: boolean): string {
  if (!confirm) return SILENT
  return kind === 'right' ? RIGHT : WRONG
}

/** Whether a text of this tutor, or one built on it, says that the answer is right. */
export const saysRight = (feedback: string): boolean => feedback.startsWith(RIGHT)

/** Whether it says that the answer is wrong. */
export const saysWrong = (feedback: string): boolean => feedback.startsWith(WRONG)
