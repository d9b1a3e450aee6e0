import type { Field } from '../../sim/phone/tables/fields.ts'
import { type PhoneState, requirementsInTask } from './state.ts'
import type { PhoneContext } from './task.ts'

/** Fields that the form asked for and no department of the task requires. */
export function overAskedFields({ form }: PhoneState, { task, world }: PhoneContext): Field[] {
  const { missing } = task.customer
  const usable = new Set<Field>()
  for (const id of task.required_calls) {
    const { required, alternatives } = requirementsInTask(task, world, id)
    for (const field of required) {
      usable.add(field)
      const alternative = alternatives[field]
      if (missing.includes(field) && alternative !== undefined) usable.add(alternative)
    }
  }
  return (form?.asked ?? []).filter((field) => !usable.has(field))
}
