import { FIELDS, type Field } from '../../sim/phone/tables/fields.ts'
import type { PhoneTask } from '../../sim/phone/task.ts'
import type { PhoneWorld } from '../../sim/phone/world.ts'
import { stream } from '../../sim/random.ts'
import type { HiddenVariant } from '../audit.ts'
import { type PhoneState, requirementsInTask } from './state.ts'
import type { TalkState } from './talk-state.ts'

type State = PhoneState | TalkState

/**
 * The same task, except that one needed department requires one more field. Nothing may reveal the
 * difference before that department checks details. A form that asks for the field counts as a
 * check, because over-asking is booked at the close.
 */
export function drawHiddenVariant(
  task: PhoneTask,
  world: PhoneWorld,
  seed: number,
): HiddenVariant<PhoneTask, State> | undefined {
  const random = stream(seed, 0, 'hidden-variant')
  const department = random.pick(task.required_calls)
  const fixedFields = new Set<Field | null>([...task.customer.missing, task.customer.tells])
  for (const id of task.required_calls) {
    const { required, alternatives } = requirementsInTask(task, world, id)
    for (const field of [...required, ...Object.values(alternatives)]) fixedFields.add(field)
  }
  const changeableFields = FIELDS.filter((field) => !fixedFields.has(field))
  if (changeableFields.length === 0) return undefined
  const addedField = random.pick(changeableFields)
  const also_required = [...(task.also_required ?? []), { department, fields: [addedField] }]
  return {
    task: { ...task, also_required },
    revealed: (state) =>
      state.contacted.includes(department) ||
      ('form' in state && state.form?.asked.includes(addedField) === true),
  }
}
