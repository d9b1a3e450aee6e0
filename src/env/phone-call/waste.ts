import type { Field } from '../../sim/phone/tables/fields.ts'
import { type PhoneState, wantsIn } from './state.ts'
import type { PhoneContext } from './task.ts'

/** Fields of the form that no needed department wanted. */
export function overAskedFields({ form }: PhoneState, { task, world }: PhoneContext): Field[] {
  const { missing } = task.customer
  const wanted = new Set<Field>()
  for (const id of task.required_calls) {
    const { required, alternatives } = wantsIn(task, world, id)
    for (const field of required) {
      wanted.add(field)
      const alternative = alternatives[field]
      if (missing.includes(field) && alternative !== undefined) wanted.add(alternative)
    }
  }
  return (form?.asked ?? []).filter((field) => !wanted.has(field))
}
