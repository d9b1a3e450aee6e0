import { type Finding, isUnfinished } from './finding.ts'
import { HINTS } from './tables/hints.ts'

/** A problem has no more hints for one kind of mistake. */
const HINTS_MAX = 3

/** How much a feedback may say. */
interface Manner {
  /** Whether it says that an answer is right or wrong. */
  readonly confirm: boolean
  /** Whether it says nothing else. */
  readonly bare: boolean
  /** Requests for feedback that were answered before; each later one is told more. */
  readonly earlier: number
}

/** Feedback without a model: the verdict, the kind of mistake, and where to look. */
export function ruleFeedback(finding: Finding, { confirm, bare, earlier }: Manner): string {
  const hints = HINTS[finding.kind]
  const verdict = verdictOf(finding, confirm)
  if (finding.kind === 'right') return `${verdict} ${hints[0]}`
  if (bare) return verdict
  let text = finding.note === undefined ? verdict : `${verdict} ${finding.note}`
  if (finding.step !== undefined) text += ` ${finding.step}`
  const told = Math.min(earlier + 1, HINTS_MAX, hints.length)
  for (let at = 0; at < told; at++) text += ` ${hints[at]}`
  return text
}

/** What a feedback says of an answer; `untold` where it may not say more. */
export type FeedbackVerdict = 'right' | 'wrong' | 'unfinished' | 'untold'

const VERDICTS: Readonly<Record<FeedbackVerdict, string>> = {
  right: 'Your answer is right.',
  wrong: 'Your answer is not right.',
  unfinished: 'Your answer is not worked out yet.',
  untold: 'Whether your answer is right is not told here.',
}

export function verdictNamed(finding: Finding, confirm: boolean): FeedbackVerdict {
  if (isUnfinished(finding)) return 'unfinished'
  if (!confirm) return 'untold'
  return finding.kind === 'right' ? 'right' : 'wrong'
}

/** The sentence that every feedback begins with. */
export const verdictOf = (finding: Finding, confirm: boolean): string =>
  VERDICTS[verdictNamed(finding, confirm)]
