import { messagesNeeded } from '../../sim/phone/dialogue/reply.ts'
import type { Field } from '../../sim/phone/tables/fields.ts'
import type { PhoneTask } from '../../sim/phone/task.ts'
import type { PhoneWorld } from '../../sim/phone/world.ts'
import type { Context } from '../environment.ts'
import { isBroken, lapses, secretsIn } from './house.ts'
import { callsDone, isComplete, neededFields, type PhoneState, wantsIn } from './state.ts'
import type { Settings } from './task.ts'

export type PhoneContext = Context<PhoneTask, PhoneWorld, Settings>

/** Thousandths per occurrence and at most. */
const PENALTIES = {
  rejected: { each: 50, most: 300 },
  overAsked: { each: 20, most: 200 },
  refusedForm: { each: 100, most: 100 },
  malformed: { each: 20, most: 100 },
  /** A detail that a department neither asked for nor wanted. */
  overTold: { each: 10, most: 100 },
  /** A message to the customer beyond the fewest, or while an employee waited. */
  messages: { each: 20, most: 100 },
  /** A rule of the house that is broken, where its breach is but waste. */
  rules: { each: 60, most: 240 },
} as const

/** For each row that was changed wrongly, half if it was put right later, and in all at most. */
const MISUSE = { row: 150, repaired: 75, most: 500 } as const

const PROGRESS = 600
const COMPLETION = 400
/** What a completed business is worth at least. */
const COMPLETED_LEAST = 600

export const REWARD_PARTS = [
  'progress',
  'completion',
  'rejected_calls',
  'over_asked',
  'over_told',
  'messages',
  'rules',
  'refused_form',
  'malformed_calls',
  'misuse',
  'floor',
  'breach',
  'ladder',
] as const

const penalty = (count: number, { each, most }: { each: number; most: number }): number =>
  count === 0 ? 0 : -Math.min(each * count, most)

/**
 * Reward parts in thousandths. Over-asking is booked when the episode is closed: earlier it would
 * tell which of the fields some department wants. So are needless messages and details, and misuse,
 * which counts even where the business was completed in the end. `floor` is what the clamps give
 * back.
 */
export function scorePhoneCall(
  state: PhoneState,
  context: PhoneContext,
): Readonly<Record<string, number>> {
  const { task, settings, closed } = context
  if (settings.reward_profile === 'ladder') return { ladder: ladder(state, task) }
  const complete = isComplete(task, state)
  const worked = {
    progress: Math.round((PROGRESS * callsDone(task, state)) / task.required_calls.length),
    completion: complete ? COMPLETION : 0,
    ...penaltiesOf(state, context),
  }
  const sum = Object.values(worked).reduce((all, part) => all + part, 0)
  const least = complete ? COMPLETED_LEAST : 0
  const misuse = closed ? misuseOf(state) : 0
  const floor = Math.max(0, Math.max(least, sum) + misuse) - (sum + misuse)
  if (settings.page === 'off') return { ...worked, misuse, floor }
  const total = sum + misuse + floor
  return { ...worked, misuse, floor, breach: closed && isBroken(state) ? -total : 0 }
}

/** What waste costs; parts that an episode cannot have are left out. */
function penaltiesOf(state: PhoneState, context: PhoneContext): Readonly<Record<string, number>> {
  const { task, settings, conduct, closed } = context
  const { rejected, overAsked, overTold, messages, rules, refusedForm, malformed } = PENALTIES
  const { talk } = state
  // A line that is open at the end is one on which nothing was done.
  const calls = state.rejected_calls + (closed && state.line !== null ? 1 : 0)
  const unneeded = closed ? overAskedFields(state, context).length : 0
  // These cost nothing where the business was not done: there, going on must not.
  const isDone = closed && isComplete(task, state)
  const needless = isDone ? needlessMessages(state, context) : 0
  const told = isDone ? overToldDetails(state, context) : 0
  const tooLate = state.forms_refused + talk.tooLate
  return {
    rejected_calls: penalty(calls, rejected),
    over_asked: penalty(unneeded, overAsked),
    refused_form: penalty(tooLate, refusedForm),
    malformed_calls: penalty(conduct.malformedCalls, malformed),
    ...(settings.conversation === 'on' ? { over_told: penalty(told, overTold) } : {}),
    ...(settings.customer === 'dialogue' ? { messages: penalty(needless, messages) } : {}),
    ...(settings.page === 'on'
      ? { rules: penalty(isDone ? lapses(state, context) : 0, rules) }
      : {}),
  }
}

/** Messages beyond the fewest that would do, and all while an employee waited. */
function needlessMessages({ talk }: PhoneState, context: PhoneContext): number {
  const { task, world } = context
  const all = neededFields(task, world, secretsIn(context))
  const needed = all.filter((field) => field !== task.customer.tells)
  const before = talk.messages - talk.whileHeld
  return Math.max(0, before - messagesNeeded(task, needed)) + talk.whileHeld
}

/** Details that departments were told and had no use for. */
const overToldDetails = ({ told }: PhoneState, context: PhoneContext): number =>
  Object.entries(told).reduce((sum, [department, fields]) => {
    const wanted = usefulAt(context, department)
    return sum + fields.filter((field) => !wanted.has(field)).length
  }, 0)

/** What wrong changes of the customer's records cost. */
function misuseOf({ changes }: PhoneState): number {
  const costs = Object.values(changes).map(
    ({ rows_damaged, is_right }) => rows_damaged * (is_right ? MISUSE.repaired : MISUSE.row),
  )
  const cost = costs.reduce((sum, one) => sum + one, 0)
  return cost === 0 ? 0 : -Math.min(cost, MISUSE.most)
}

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
const fieldsAsked = ({ form, talk }: PhoneState): readonly Field[] => [
  ...(form?.asked ?? []),
  ...talk.asked,
]

/**
 * The reward of the first environment of this kind: 0, 0.2, 0.3, 0.5, 0.7 or 1 by the last stage
 * reached (searched, form answered, a department heard the details, some call done, all done).
 * EXPLOITABLE, kept for comparison only: it pays for gestures that bring the business no further,
 * and neither waste nor probing costs anything.
 */
function ladder(state: PhoneState, task: PhoneTask): number {
  if (isComplete(task, state)) return 1000
  if (callsDone(task, state) > 0) return 700
  if (state.authenticated.length > 0) return 500
  if (state.form?.status === 'answered' || Object.keys(state.talk.values).length > 0) return 300
  return state.searches > 0 ? 200 : 0
}

export const METRICS = [
  'success',
  'required_calls',
  'required_calls_done',
  'phone_calls',
  'rejected_calls',
  'searches',
  'fields_asked',
  'fields_over_asked',
  'form_abandoned',
  'forms_refused',
  'departments_held',
  'rows_damaged',
] as const

/** The numbers that every closed episode reports. */
export function measurePhoneCall(
  state: PhoneState,
  context: PhoneContext,
): Record<(typeof METRICS)[number], number> {
  const { task } = context
  return {
    success: isComplete(task, state) && !isBroken(state) ? 1 : 0,
    required_calls: task.required_calls.length,
    required_calls_done: callsDone(task, state),
    phone_calls: state.phone_calls,
    rejected_calls: state.rejected_calls,
    searches: state.searches,
    fields_asked: fieldsAsked(state).length,
    fields_over_asked: overAskedFields(state, context).length,
    form_abandoned: state.form?.status === 'abandoned' || state.talk.gone ? 1 : 0,
    forms_refused: state.forms_refused + state.talk.tooLate,
    departments_held: state.held.length,
    rows_damaged: Object.values(state.changes).reduce((sum, one) => sum + one.rows_damaged, 0),
  }
}
