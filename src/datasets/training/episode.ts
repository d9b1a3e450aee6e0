import { type Condition, NO_ATTEMPT } from '../../env/group.ts'
import type { ClosedPayload, OpenedPayload, SteppedPayload } from '../../env/log.ts'
import type { LogFileRow } from '../log-file.ts'

/** A finished episode as a source of training data. */
export interface TrainingEpisode {
  readonly id: string
  readonly opened: OpenedPayload
  /** Its steps in order, at least one. */
  readonly steps: readonly SteppedPayload[]
  /** Its condition: whether the opening could show earlier attempts, or showed any. */
  readonly condition: Condition
  readonly success: boolean
  /** Sum of its rewards in thousandths. */
  readonly total: number
}

/** Why an episode gives no training data. */
type Unfit = 'still_open' | 'broken_off' | 'without_turns'

/**
 * Reads the rows of an episode. It is unfit if it is still open, was broken off for reasons
 * unrelated to the agent, or has no turn of the agent.
 */
export function readEpisode(rows: readonly LogFileRow[]): TrainingEpisode | Unfit {
  const [first, ...others] = rows
  const last = others.at(-1)
  if (first === undefined || last === undefined) return 'still_open'
  const { end, metrics = {} } = JSON.parse(last.payload) as SteppedPayload | ClosedPayload
  if (end === undefined) return 'still_open'
  if (NO_ATTEMPT.includes(end.reason)) return 'broken_off'
  const payloads = others.map(({ payload }) => JSON.parse(payload) as SteppedPayload)
  const steps = payloads.filter((_, index) => others[index]?.kind === 'stepped')
  if (steps.length === 0) return 'without_turns'
  const opened = JSON.parse(first.payload) as OpenedPayload
  const wasShown = opened.attempts_shown.length > 0
  return {
    id: first.episode_id,
    opened,
    steps,
    condition: wasShown ? 'guided' : (opened.group?.condition ?? 'clean'),
    success: metrics.success === 1,
    total: payloads.reduce((sum, { reward }) => sum + reward, 0),
  }
}
