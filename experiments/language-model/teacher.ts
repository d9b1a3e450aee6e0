import type { Action } from '../../src/env/message.ts'
import { nextHabitualCall } from '../../src/env/phone-call/players/habit.ts'
import { readSeed, type SeedReading } from '../../src/env/phone-call/players/reading.ts'
import { neededFields, requirementsInTask, serviceWanted } from '../../src/env/phone-call/state.ts'
import { STOP, toolTurn } from '../../src/env/phone-call/survey.ts'
import type { Policy, Situation } from '../../src/policies/policy.ts'
import { FIELDS } from '../../src/sim/phone/tables/fields.ts'
import type { PhoneTask } from '../../src/sim/phone/task.ts'
import { findLine, type PhoneWorld } from '../../src/sim/phone/world.ts'
import type { RandomStream } from '../../src/sim/random.ts'

/** Probabilities that a field of a spoilt form is left out, or added. */
const LEAVE_OUT = 0.4
const PUT_IN = 0.1
/** Probability of asking for a required field that the customer turns out to lack. */
const ASK_LACKING = 0.6
/** Probability that the first call goes to another department of the company. */
const WRONG_DESK = 0.15
const SEARCHES_MAX = 3

/**
 * Plays as somebody would who knows what is wanted and what will be asked for, and nothing else:
 * searches until the departments are listed, sends the form, calls in the habitual order and where
 * employees direct, stops when nothing is left. Now and then it asks for what the customer lacks,
 * or asks the wrong department first, so that it shows how to go on from there. Spoilt, its form is
 * wrong in places.
 */
export function teacherPolicy(isSpoilt: (task: PhoneTask) => boolean): Policy {
  return {
    name: 'teacher',
    needsHidden: true,
    act({ transcript, events, hidden, random }: Situation) {
      const read = readSeed({ transcript, events })
      if (read === undefined || hidden === undefined) return STOP
      const task = hidden.task as unknown as PhoneTask
      const world = hidden.world as unknown as PhoneWorld
      const reading = { ...read, wishes: wishesIn(read, task, world) }
      return (
        search(reading, task, world) ??
        form(reading, task, world, random, isSpoilt(task)) ??
        wrongDesk(reading, random) ??
        nextHabitualCall(reading) ??
        STOP
      )
    },
  }
}

/** The services that the customer wants, at the listed departments. */
const wishesIn = (
  { own }: SeedReading,
  task: PhoneTask,
  world: PhoneWorld,
): SeedReading['wishes'] =>
  task.goals.flatMap(({ department: id }) => {
    const { name } = findLine(world, id).department
    const listedDepartment = [...own.values()].find((one) => one.department === name)
    const service = serviceWanted(task, id)
    return listedDepartment === undefined || service === undefined
      ? []
      : [{ department: listedDepartment, service, overlap: 1 }]
  })

function search(reading: SeedReading, task: PhoneTask, world: PhoneWorld): Action | undefined {
  const { calls, searches, company, own } = reading
  if (calls.length > 0 || searches.length >= SEARCHES_MAX) return undefined
  if (searches.length === 0) return toolTurn('company_directory', { query: company }, reading)
  const listedDepartments = new Set([...own.values()].map(({ department }) => department))
  const missingDepartment = task.required_calls
    .map((id) => findLine(world, id).department.name)
    .find((name) => !listedDepartments.has(name))
  if (missingDepartment === undefined) return undefined
  return toolTurn('company_directory', { query: `${company} ${missingDepartment}` }, reading)
}

function form(
  reading: SeedReading,
  task: PhoneTask,
  world: PhoneWorld,
  random: RandomStream,
  isSpoilt: boolean,
): Action | undefined {
  if (reading.form !== 'unsent' || reading.calls.length > 0) return undefined
  const neededNames = new Set<string>(neededFields(task, world))
  const requiredNames = new Set(
    task.required_calls.flatMap((id) => requirementsInTask(task, world, id).required),
  )
  const fields = FIELDS.filter((field) => {
    if (reading.values[field] !== undefined) return false
    const isNeeded = neededNames.has(field)
    if (!isNeeded && requiredNames.has(field)) return random.chance(ASK_LACKING)
    if (!isSpoilt) return isNeeded
    return random.chance(isNeeded ? 1 - LEAVE_OUT : PUT_IN)
  })
  return fields.length === 0 ? undefined : toolTurn('auth_info_form', { fields }, reading)
}

/** Asks a department for a service of another one, which directs the call and does nothing. */
function wrongDesk(reading: SeedReading, random: RandomStream): Action | undefined {
  const [wish] = reading.wishes
  if (reading.calls.length > 0 || wish === undefined || !random.chance(WRONG_DESK)) return undefined
  const otherDepartments = [...reading.own.values()].filter(
    ({ services }) => !services.some(({ id }) => id === wish.service),
  )
  if (otherDepartments.length === 0) return undefined
  const { phone_number } = random.pick(otherDepartments)
  const args = { phone_number, service: wish.service, auth_info: { ...reading.values } }
  return toolTurn('phone_call', args, reading)
}
