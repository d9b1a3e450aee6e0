import { FIELDS, type Field } from '../../sim/phone/tables/fields.ts'
import type { PhoneTask } from '../../sim/phone/task.ts'
import type { PhoneWorld } from '../../sim/phone/world.ts'
import { stream } from '../../sim/random.ts'
import type { HiddenVariant } from '../audit.ts'
import { type PhoneState, wantsIn } from './state.ts'
import type { TalkState } from './talk-state.ts'

type State = PhoneState | TalkState

/**
 * The same task, except that one needed department requires one more field. Nothing may reveal the
 * difference before that department checks details. A form that asks for the field counts as a
 * check, because over-asking is booked at the close.
 */
export function hiddenVariantOf(
  task: PhoneTask,
  world: PhoneWorld,
  seed: number,
): HiddenVariant<PhoneTask, State> | undefined {
  const random = stream(seed, 0, 'hidden-variant')
  const department = random.pick(task.required_calls)
  const taken = new Set<Field | null>([...task.customer.missing, task.customer.tells])
  for (const id of task.required_calls) {
    const { required, alternatives } = wantsIn(task, world, id)
    for (const field of [...required, ...Object.values(alternatives)]) taken.add(field)
  }
  const free = FIELDS.filter((field) => !taken.has(field))
  if (free.length === 0) return undefined
  const added = random.pick(free)
  const also_required = [...(task.also_required ?? []), { department, fields: [added] }]
  return {
    task: { ...task, also_required },
    revealed: (state) =>
      state.contacted.includes(department) ||
      ('form' in state && state.form?.asked.includes(added) === true),
  }
}
