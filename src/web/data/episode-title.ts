import { clipped } from './clip.ts'
import type { EpisodeLog } from './episode-log.ts'
import { departmentsOf, phoneAnswerOf } from './tool-call.ts'

const CHARACTERS_MAX = 110

/** A task's own description; '' if it has none. */
export const aboutTask = (task: Readonly<Record<string, unknown>>): string => {
  const summary = [task.goal, task.question, task.statement, task.problem].find(
    (value) => typeof value === 'string' && value !== '',
  )
  return String(summary ?? '')
}

/** A one-line description of an episode. */
export function titleOf(log: EpisodeLog): string {
  const { task, environment, settings } = log.opening
  // At its other stages, the phone world's tasks differ from their summaries.
  const isOther = typeof settings.stage === 'string' && settings.stage !== 'seed'
  const about =
    (isOther ? '' : clipped(aboutTask(task), CHARACTERS_MAX)) ||
    `${environment} ${String(task.id ?? '')}`
  const company = companyOf(log)
  return company === undefined ? about : `${company}: ${about}`
}

/** The company that the customer named, if the agent found or reached it. */
function companyOf({ opening, turns }: EpisodeLog): string | undefined {
  const asked = opening.messages.map(({ content }) => String(content ?? '')).join('\n')
  for (const { calls } of turns) {
    for (const call of calls) {
      const reached = phoneAnswerOf(call).company
      const found = (departmentsOf(call) ?? []).map(({ company }) => company)
      const named = [reached, ...found].find((name) => name !== undefined && asked.includes(name))
      if (named !== undefined) return named
    }
  }
  return undefined
}
