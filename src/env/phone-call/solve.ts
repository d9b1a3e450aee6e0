import type { JsonObject } from '../../sim/json.ts'
import { businessOf } from '../../sim/phone/opening.ts'
import { wishSaid } from '../../sim/phone/records/wording.ts'
import { fieldsNeeded } from '../../sim/phone/requirements.ts'
import { FIELDS, type Field } from '../../sim/phone/tables/fields.ts'
import type { PhoneTask } from '../../sim/phone/task.ts'
import { lineAt, lineOf, type PhoneWorld } from '../../sim/phone/world.ts'
import type { Action, Transcript } from '../message.ts'
import { wantsIn } from './state.ts'
import { readEpisode, type SeenEpisode } from './transcript.ts'

/**
 * The next turn of a player who knows the task and the world: the form with exactly the fields
 * needed, then the calls in order. Taken up in the middle of a spoilt episode it does what can
 * still be done, and stops when nothing can.
 */
export function solvePhoneCall(task: PhoneTask, world: PhoneWorld, transcript: Transcript): Action {
  const seen = readEpisode(transcript)
  const done = doneIn(seen, world)
  const known = knownIn(seen)
  const formClosed = seen.calls.length > 0 || seen.forms.some(usesUp)
  if (!formClosed) {
    const wanted = neededFields(task, world).filter((field) => known[field] === undefined)
    if (wanted.length > 0) return toolTurn('auth_info_form', { fields: wanted }, seen)
  }
  const held = new Set(
    seen.calls
      .filter(({ held }) => held)
      .map(({ phoneNumber }) => lineAt(world, phoneNumber)?.department.id),
  )
  for (const id of task.required_calls) {
    if (done[id] !== undefined || held.has(id)) continue
    const { department } = lineOf(world, id)
    if (!department.hidden.after.every((first) => done[first] !== undefined)) continue
    const given = detailsFor(task, world, id, known)
    if (given === undefined) continue
    const from = department.hidden.reference_from
    return toolTurn(
      'phone_call',
      {
        phone_number: department.phone_number,
        request: requestFor(task, world, id, seen),
        auth_info: given,
        ...(from === null ? {} : { reference_number: done[from] ?? '' }),
      },
      seen,
    )
  }
  return { content: 'I cannot get any further with this.' }
}

/** One tool call as a turn; the id counts the tool answers so far, so it is new. */
export function toolTurn(name: string, args: JsonObject, seen: SeenEpisode): Action {
  const number = seen.searches.length + seen.forms.length + seen.calls.length + seen.malformed + 1
  const id = `call_${number}`
  return {
    content: null,
    tool_calls: [{ id, type: 'function', function: { name, arguments: args } }],
  }
}

const usesUp = ({ status }: SeenEpisode['forms'][number]): boolean =>
  status === 'completed' || status === 'abandoned'

/** The fields that settle the whole task, in list order. */
export function neededFields(task: PhoneTask, world: PhoneWorld): Field[] {
  const wants = task.required_calls.map((id) => wantsIn(task, world, id))
  const needed = fieldsNeeded(wants, task.customer.missing)
  if (needed === undefined) throw new Error(`task ${task.id} cannot be solved`)
  return needed
}

/** What a request must say so that a department knows it is meant. */
function requestFor(task: PhoneTask, world: PhoneWorld, id: string, seen: SeenEpisode): string {
  const goal = task.goals.find(({ department }) => department === id)
  if (goal !== undefined) {
    const said = seen.opening.goals.find(({ business }) => business?.id === goal.business)?.text
    // Where the customer said all that decides, so must the request.
    const whole = said !== undefined && wishSaid(said) !== undefined ? said : undefined
    return `My customer wants to ${whole ?? businessOf(goal.business).phrases[0]}.`
  }
  return `${lineOf(world, id).department.name}: please clear this customer's file.`
}

function detailsFor(
  task: PhoneTask,
  world: PhoneWorld,
  id: string,
  known: Readonly<Partial<Record<Field, string>>>,
): JsonObject | undefined {
  const { required, alternatives } = wantsIn(task, world, id)
  const given: Record<string, string> = {}
  for (const field of required) {
    const alternative = alternatives[field]
    const used = task.customer.missing.includes(field) ? alternative : field
    const value = used === undefined ? undefined : known[used]
    if (used === undefined || value === undefined) return undefined
    given[used] = value
  }
  return given
}

function doneIn(seen: SeenEpisode, world: PhoneWorld): Record<string, string> {
  const done: Record<string, string> = {}
  for (const { kind, phoneNumber, reference } of seen.calls) {
    const id = lineAt(world, phoneNumber)?.department.id
    if (kind === 'done' && id !== undefined) done[id] = reference
  }
  return done
}

function knownIn(seen: SeenEpisode): Partial<Record<Field, string>> {
  const known: Partial<Record<Field, string>> = {}
  const { tells } = seen.opening
  if (tells !== undefined) known[tells.field] = tells.value
  for (const form of seen.forms) {
    for (const field of FIELDS) {
      const value = form.values[field]
      if (value !== undefined) known[field] = value
    }
  }
  return known
}
