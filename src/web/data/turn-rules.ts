import type { ToolSchema } from '../../client/index.ts'
import type { EpisodeLog } from './episode-log.ts'

/** The rules of a turn that a person needs before taking it. */

const eventsOf = ({ turns }: EpisodeLog, ...kinds: readonly string[]): number =>
  turns.flatMap(({ events }) => events).filter(({ kind }) => kinds.includes(String(kind))).length

/** Turns that are left. Where a forgotten answer is asked for, that turn is not counted. */
export function turnsLeft(log: EpisodeLog): number {
  const { settings, turnsMax } = log.opening
  const own = Number(settings.assistant_turns)
  const taken = log.turns.length - eventsOf(log, 'answer_asked')
  return Number.isFinite(own) && own > 0 ? Math.min(own, turnsMax) - taken : turnsMax - taken
}

/**
 * Whether a message is an answer: `final` if it ends the episode, however it is graded.
 *
 * @param takesAnswers from the description: whether a message without a call is an answer
 */
export function answerIn(log: EpisodeLog, takesAnswers: boolean): 'final' | 'answer' | undefined {
  if (!takesAnswers) return undefined
  const given = eventsOf(log, 'example_failed', 'no_code')
  const left = Number(log.opening.settings.answers ?? 1) - given
  return left <= 1 || turnsLeft(log) <= 1 ? 'final' : 'answer'
}

type Rule = (log: EpisodeLog) => string | undefined

const after = (used: number, max: unknown): string | undefined =>
  used >= Number(max) ? `${used} of ${max} used` : undefined

/** Tools that can be used up, with the reason once they are. */
const LIMITS: Readonly<Record<string, Rule>> = {
  auth_info_form(log) {
    if (eventsOf(log, 'form_completed', 'form_abandoned') > 0) return 'it was used'
    const calls = log.turns.flatMap((turn) => turn.calls)
    const isCalled = ({ name, event }: (typeof calls)[number]): boolean =>
      name === 'phone_call' && event?.kind !== 'call_rejected'
    return calls.some(isCalled) ? 'it must come before the first call' : undefined
  },
  get_feedback(log) {
    const problem = log.opening.events.find(({ kind }) => kind === 'problem')
    const isChoice = problem?.answer_kind === 'choice' && Array.isArray(problem.options)
    const options = isChoice ? (problem.options as readonly unknown[]).length : undefined
    const max = Number(log.opening.settings.feedback_turns)
    const usable = options === undefined ? max : Math.max(0, Math.min(max, options - 2))
    return after(eventsOf(log, 'feedback'), usable)
  },
  q_sandbox: (log) => after(eventsOf(log, 'ran'), log.opening.settings.sandbox_calls),
}

/** The tools that would waste a turn, by name, with the reason. */
export function usedUpTools(
  log: EpisodeLog,
  tools: readonly ToolSchema[],
  takesAnswers: boolean,
): ReadonlyMap<string, string> {
  const isLast = takesAnswers && turnsLeft(log) <= 1
  const found = new Map<string, string>()
  for (const { function: tool } of tools) {
    const rule = Object.hasOwn(LIMITS, tool.name) ? LIMITS[tool.name] : undefined
    const reason = rule?.(log) ?? (isLast ? 'the last turn is for the answer' : undefined)
    if (reason !== undefined) found.set(tool.name, reason)
  }
  return found
}
