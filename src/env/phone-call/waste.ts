import { nowOf } from '../../sim/phone/clock/now.ts'
import { messagesNeeded } from '../../sim/phone/dialogue/reply.ts'
import type { Field } from '../../sim/phone/tables/fields.ts'
import { soonestEnd } from './fair-minutes.ts'
import { decisionsIn, rulesIn, secretsIn } from './house.ts'
import { neededFields, type PhoneState, wantsIn } from './state.ts'
import type { PhoneContext } from './task.ts'

/** Messages beyond the fewest that would do, and while an employee waited those for details. */
export function needlessMessages({ talk }: PhoneState, context: PhoneContext): number {
  const before = talk.messages - talk.whileHeld
  const idle = talk.whileHeld - talk.decidedWhileHeld
  return Math.max(0, before - fewestMessages(context)) + idle
}

function fewestMessages(context: PhoneContext): number {
  const { task, world } = context
  const all = neededFields(task, world, secretsIn(context))
  const needed = all.filter((field) => field !== task.customer.tells)
  return messagesNeeded(task, needed, decisionsIn(context))
}

/** Minutes that were lost: by waiting, by calling when nobody answers, by talking in vain. */
export function minutesOver(state: PhoneState, context: PhoneContext): number {
  const { task, world, settings } = context
  const begun = nowOf(task, world)
  const messages = settings.customer === 'dialogue' ? fewestMessages(context) : 1
  const fair = soonestEnd(task, world, rulesIn(context), begun, messages) - begun
  return Math.max(0, state.minutes - fair)
}

/** Details that departments were told and had no use for. */
export const overToldDetails = ({ told }: PhoneState, context: PhoneContext): number =>
  Object.entries(told).reduce((sum, [department, fields]) => {
    const wanted = usefulAt(context, department)
    return sum + fields.filter((field) => !wanted.has(field)).length
  }, 0)

/** What a department can make use of: what it wants, and what replaces what cannot be told. */
function usefulAt(context: PhoneContext, department: string): ReadonlySet<Field> {
  const { task, world } = context
  const wanted = new Set<Field>()
  if (!task.required_calls.includes(department)) return wanted
  const { required, alternatives } = wantsIn(task, world, department)
  const secrets = secretsIn(context)
  for (const field of required) {
    const alternative = alternatives[field]
    const isSecret = secrets.includes(field)
    if (!isSecret) wanted.add(field)
    const lacks = isSecret || task.customer.missing.includes(field)
    if (lacks && alternative !== undefined) wanted.add(alternative)
  }
  return wanted
}

/** Fields that were asked for though no needed department wanted them. */
export function overAskedFields(state: PhoneState, context: PhoneContext): Field[] {
  const { required_calls: calls } = context.task
  const wanted = new Set(calls.flatMap((id) => [...usefulAt(context, id)]))
  return fieldsAsked(state).filter((field) => !wanted.has(field))
}

/** Every detail that the customer was asked for. */
export const fieldsAsked = ({ form, talk }: PhoneState): readonly Field[] => [
  ...(form?.asked ?? []),
  ...talk.asked,
]
