import { readLimits, type SteppedPayload } from '../../env/log.ts'
import type { AnyEnvironment } from '../../env/plugin.ts'
import { toolsIn } from '../../env/settings.ts'
import { readTurn, type Turn } from '../../env/turn.ts'
import type { TrainingEpisode } from './episode.ts'

/**
 * Which turns of an episode failed, in order: calls that were refused for their form, turns that
 * got a nudge, turns that a penalty was booked for, wrong answers that were shown to a tutor, and
 * the last turn of an episode without success.
 */
export function failedTurns(episode: TrainingEpisode, environment: AnyEnvironment): boolean[] {
  const limits = readLimits(episode.opened.limits)
  const { task, settings } = episode.opened
  const tools = toolsIn({ environment, settings })
  return episode.steps.map((step, index) => {
    if (step.end !== undefined) return !episode.success
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

/** A turn without a call that the episode went on after: no final answer was due yet. */
const wasNudged = ({ calls }: Turn, { messages }: SteppedPayload): boolean =>
  calls.length === 0 && messages.some(({ role }) => role === 'user')

/** Parts that give points back move with the others, so only those below zero are penalties. */
function wasPenalised({ parts }: SteppedPayload, before: SteppedPayload | undefined): boolean {
  return Object.entries(parts).some(
    ([name, points]) => points < 0 && points < (before?.parts[name] ?? 0),
  )
}
