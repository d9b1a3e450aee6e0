import { type Finding, isUnworked } from './finding.ts'
import { HINTS } from './tables/hints.ts'

/** The maximum number of hints for one kind of mistake. */
const HINTS_MAX = 3

/** How much the feedback may say. */
interface FeedbackManner {
  /** Whether it says if an answer is right or wrong. */
  readonly confirm: boolean
  /** Whether it says only that. */
  readonly bare: boolean
  /** The number of requests answered before. Each later request gets one more hint. */
  readonly earlier: number
}

/** Feedback without a model: the verdict, the kind of mistake, and where to look. */
export function ruleFeedback(finding: Finding, { confirm, bare, earlier }: FeedbackManner): string {
  const hints = HINTS[finding.kind]
  const verdict = verdictOf(finding, confirm)
  if (finding.kind === 'right') return `${verdict} ${hints[0]}`
  if (bare) return verdict
  let text = finding.note === undefined ? verdict : `${verdict} ${finding.note}`
  if (finding.step !== undefined) text += ` ${finding.step}`
  const hintCount = Math.min(earlier + 1, HINTS_MAX, hints.length)
  for (let at = 0; at < hintCount; at++) text += ` ${hints[at]}`
  return text
}

/** The verdict of a feedback; `untold` if it must not say more. */
export type FeedbackVerdict = 'right' | 'wrong' | 'unfinished' | 'untold'

const VERDICTS: Readonly<Record<FeedbackVerdict, string>> = {
  right: 'Your answer is right.',
  wrong: 'Your answer is not right.',
  unfinished: 'Your answer is not worked out yet.',
  untold: 'Whether your answer is right is not told here.',
}

export function verdictNamed(finding: Finding, confirm: boolean): FeedbackVerdict {
  if (isUnworked(finding)) return 'unfinished'
  if (!confirm) return 'untold'
  return finding.kind === 'right' ? 'right' : 'wrong'
}

/** The first sentence of every feedback. */
export const verdictOf = (finding: Finding, confirm: boolean): string =>
  VERDICTS[verdictNamed(finding, confirm)]
