import { readLimits, type SteppedPayload } from '../../env/log.ts'
import type { AnyEnvironment } from '../../env/plugin.ts'
import { toolsIn } from '../../env/settings.ts'
import { readTurn, type Turn } from '../../env/turn.ts'
import type { TrainingEpisode } from './episode.ts'

/**
 * Which turns of an episode failed, in order: refused calls, turns with a nudge, turns with a
 * penalty, wrong answers to a tutor, and the last turn without success.
 */
export function failedTurns(episode: TrainingEpisode, environment: AnyEnvironment): boolean[] {
  const limits = readLimits(episode.opened.limits)
  const { task, settings } = episode.opened
  const tools = toolsIn({ environment, settings })
  const lastIndex = episode.steps.length - 1
  return episode.steps.map((step, index) => {
    // The last step has no end if the episode was closed from outside.
    if (index === lastIndex && !episode.success) return true
    if (step.end !== undefined) return false
    const turn = readTurn(step.action, tools, limits, episode.opened.dialect)
    return (
      isMalformed(turn) ||
      wasNudged(turn, step) ||
      wasPenalised(step, episode.steps[index - 1]) ||
      environment.teaching.isFailedTurn?.(task, turn) === true
    )
  })
}

const isMalformed = ({ calls, malformed }: Turn): boolean =>
  malformed !== undefined || calls.some(({ status }) => status === 'rejected')

/** A turn without a call after which the episode continued: no final answer was due yet. */
const wasNudged = ({ calls }: Turn, { messages }: SteppedPayload): boolean =>
  calls.length === 0 && messages.some(({ role }) => role === 'user')

/** Parts that return points change with others, so only negative parts are penalties. */
function wasPenalised({ parts }: SteppedPayload, previous: SteppedPayload | undefined): boolean {
  return Object.entries(parts).some(
    ([name, points]) => points < 0 && points < (previous?.parts[name] ?? 0),
  )
}
