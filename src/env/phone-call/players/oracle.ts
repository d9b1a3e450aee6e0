import type { PhoneTask } from '../../../sim/phone/task.ts'
import { type Line, lineOf, type PhoneWorld } from '../../../sim/phone/world.ts'
import type { Action, Transcript } from '../../message.ts'
import type { SeenDepartment, SeenEpisode } from '../seen.ts'
import { lineAnswering, solvePhoneCall, toolTurn } from '../solve.ts'
import { readEpisode } from '../transcript.ts'

/**
 * As `solvePhoneCall`, but searches before it dials, and dials numbers as the directory has shown
 * them: what is learnt from its episodes must not be that numbers can be known without looking.
 * Whom the directory does not show in answer to any of its questions it does not call.
 */
export function solveAsShown(task: PhoneTask, world: PhoneWorld, transcript: Transcript): Action {
  const seen = readEpisode(transcript)
  const isBegun = seen.calls.length > 0 || seen.forms.length > 0 || seen.talks.length > 0
  const wanted = task.required_calls.map((id) => lineOf(world, id))
  for (const line of isBegun ? [] : wanted) {
    const search = searchFor(line, seen, world)
    if (search !== undefined) return search
  }
  return asShown(solvePhoneCall(task, world, transcript), seen, world)
}

/** A solution's turn with the number as it was shown; a search in its place where it was not. */
function asShown(action: Action, seen: SeenEpisode, world: PhoneWorld): Action {
  if (!('tool_calls' in action)) return action
  const given = action.tool_calls?.[0]?.function.arguments
  if (typeof given !== 'object' || typeof given.phone_number !== 'string') return action
  const line = lineAnswering(world, given.phone_number)
  if (line === undefined) return action
  const shown = shownAs(line, seen, world)
  if (shown !== undefined) {
    return toolTurn('phone_call', { ...given, phone_number: shown.phoneNumber }, seen)
  }
  return searchFor(line, seen, world) ?? { content: 'The directory does not show whom to call.' }
}

/** How the directory has shown a department, if it has. */
const shownAs = (line: Line, seen: SeenEpisode, world: PhoneWorld): SeenDepartment | undefined =>
  seen.departments.find(
    ({ phoneNumber }) => lineAnswering(world, phoneNumber)?.department.id === line.department.id,
  )

/** A search for a department that has not been shown, in words that were not tried yet. */
function searchFor(line: Line, seen: SeenEpisode, world: PhoneWorld): Action | undefined {
  if (shownAs(line, seen, world) !== undefined) return undefined
  const { company, department } = line
  const { name, services, description } = department
  const asked = new Set(seen.searches.map(({ query }) => query))
  const queries = [name, services[0] ?? '', description].map((words) => `${company.name} ${words}`)
  const query = queries.find((one) => !asked.has(one))
  return query === undefined ? undefined : toolTurn('company_directory', { query }, seen)
}
