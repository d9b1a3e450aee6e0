import { truncate } from './clip.ts'
import type { ParsedLog } from './episode-log.ts'
import { capitalize } from './format.ts'
import { departmentsOf, phoneAnswer } from './tool-call.ts'

const CHARACTERS_MAX = 110

/** A task's own description; '' if it has none. */
export const taskDescription = (task: Readonly<Record<string, unknown>>): string => {
  const summary = [task.goal, task.question, task.statement, task.problem].find(
    (value) => typeof value === 'string' && value !== '',
  )
  return String(summary ?? '')
}

/** A one-line description of an episode. */
export function episodeTitle(log: ParsedLog): string {
  const { task, environment, settings } = log.opening
  const taskName = `${environment} ${String(task.id ?? '')}`
  // Admins get the stored task, which describes a phone call only at the stage `seed`.
  const isOtherStage = typeof settings.stage === 'string' && settings.stage !== 'seed'
  const goal = isOtherStage ? '' : truncate(taskDescription(task), CHARACTERS_MAX)
  const company = companyOf(log)
  if (company !== undefined) return `${company}: ${goal || taskName}`
  return goal === '' ? taskName : capitalize(goal)
}

/** The company that the opening names, if the agent found or reached it. */
function companyOf({ opening, turns }: ParsedLog): string | undefined {
  const openingText = opening.messages.map(({ content }) => String(content ?? '')).join('\n')
  for (const { calls } of turns) {
    for (const call of calls) {
      const reached = phoneAnswer(call).company
      const found = (departmentsOf(call) ?? []).map(({ company }) => company)
      const named = [reached, ...found].find(
        (name) => name !== undefined && openingText.includes(name),
      )
      if (named !== undefined) return named
    }
  }
  return undefined
}
