import type { JsonObject } from '../../sim/json.ts'
import { CLEARANCE } from '../../sim/phone/services.ts'
import type { Field } from '../../sim/phone/tables/fields.ts'
import type { PhoneTask } from '../../sim/phone/task.ts'
import { findLine, type PhoneWorld } from '../../sim/phone/world.ts'
import type { Action } from '../message.ts'
import type { PhoneEvent } from './events.ts'
import { neededFields, requirementsInTask, serviceWanted } from './state.ts'
import { computeSeedProgress, type SeedProgress, STOP, toolTurn } from './survey.ts'

/**
 * The next turn of a player who knows the task: the needed form, then the calls in order. In a
 * spoilt episode it does what is still possible, then stops.
 */
export function solveSeed(
  task: PhoneTask,
  world: PhoneWorld,
  events: readonly PhoneEvent[],
): Action {
  const survey = computeSeedProgress(events)
  const fields = neededFields(task, world)
  if (survey.form === 'unsent' && survey.calls.length === 0 && fields.length > 0) {
    return toolTurn('auth_info_form', { fields }, survey)
  }
  for (const id of task.required_calls) {
    const call = callTo(task, world, id, survey)
    if (call !== undefined) return toolTurn('phone_call', call, survey)
  }
  return STOP
}

/** The call for a department's part; undefined if the part is done or has become impossible. */
function callTo(
  task: PhoneTask,
  world: PhoneWorld,
  id: string,
  survey: SeedProgress,
): JsonObject | undefined {
  const { department } = findLine(world, id)
  const service = serviceWanted(task, id) ?? CLEARANCE
  const departmentName = (other: string): string => findLine(world, other).department.name
  const findReference = (other: string): string | undefined =>
    survey.doneAt(departmentName(other), serviceWanted(task, other) ?? CLEARANCE)
  const { after, reference_from: referenceFrom } = department.hidden
  const isHeld = survey.held.includes(department.name)
  if (findReference(id) !== undefined || isHeld) return undefined
  if (after.some((other) => findReference(other) === undefined)) return undefined
  const details = detailsFor(task, world, id, survey)
  if (details === undefined) return undefined
  return {
    phone_number: department.phone_number,
    service,
    auth_info: details,
    ...(referenceFrom === null ? {} : { reference_number: findReference(referenceFrom) ?? '' }),
  }
}

/** The details for a department; undefined if one is missing. */
function detailsFor(
  task: PhoneTask,
  world: PhoneWorld,
  id: string,
  { values, lacking }: SeedProgress,
): JsonObject | undefined {
  const { required, alternatives } = requirementsInTask(task, world, id)
  const details: Partial<Record<Field, string>> = {}
  for (const field of required) {
    const alternative = alternatives[field]
    const givenField = lacking.includes(field) && alternative !== undefined ? alternative : field
    const value = values[givenField]
    if (value === undefined) return undefined
    details[givenField] = value
  }
  return details
}
