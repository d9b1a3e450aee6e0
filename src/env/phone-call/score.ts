import type { Field } from '../../sim/phone/tables/fields.ts'
import type { PhoneTask } from '../../sim/phone/task.ts'
import type { PhoneWorld } from '../../sim/phone/world.ts'
import type { Context } from '../environment.ts'
import { callsDone, isComplete, type PhoneState, wantsIn } from './state.ts'
import type { Settings } from './task.ts'

export type PhoneContext = Context<PhoneTask, PhoneWorld, Settings>

/** Thousandths per occurrence and at most. */
const PENALTIES = {
  rejected: { each: 50, most: 300 },
  overAsked: { each: 20, most: 200 },
  refusedForm: { each: 100, most: 100 },
  malformed: { each: 20, most: 100 },
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
  'refused_form',
  'malformed_calls',
  'misuse',
  'floor',
  'ladder',
] as const

const penalty = (count: number, { each, most }: { each: number; most: number }): number =>
  count === 0 ? 0 : -Math.min(each * count, most)

/**
 * Reward parts in thousandths. Over-asking is booked when the episode is closed: earlier it would
 * tell which of the fields some department wants. So is misuse, which counts even where the
 * business was completed in the end. `floor` is what the clamps give back.
 */
export function scorePhoneCall(
  state: PhoneState,
  context: PhoneContext,
): Readonly<Record<string, number>> {
  if (context.settings.reward_profile === 'ladder') return { ladder: ladder(state, context.task) }
  const { task, world, conduct, closed } = context
  const complete = isComplete(task, state)
  const calls = task.required_calls.length
  const progress = Math.round((PROGRESS * callsDone(task, state)) / calls)
  const completion = complete ? COMPLETION : 0
  const rejected_calls = penalty(state.rejected_calls, PENALTIES.rejected)
  const unneeded = closed ? overAskedFields(task, world, state).length : 0
  const over_asked = penalty(unneeded, PENALTIES.overAsked)
  const refused_form = penalty(state.forms_refused, PENALTIES.refusedForm)
  const malformed_calls = penalty(conduct.malformedCalls, PENALTIES.malformed)
  const penalties = rejected_calls + over_asked + refused_form + malformed_calls
  const least = complete ? COMPLETED_LEAST : 0
  const worked = progress + completion + penalties
  const misuse = closed ? misuseOf(state) : 0
  const floor = Math.max(0, Math.max(least, worked) + misuse) - (worked + misuse)
  return {
    progress,
    completion,
    rejected_calls,
    over_asked,
    refused_form,
    malformed_calls,
    misuse,
    floor,
  }
}

/** What wrong changes of the customer's records cost. */
function misuseOf({ changes }: PhoneState): number {
  const costs = Object.values(changes).map(
    ({ rows_damaged, is_right }) => rows_damaged * (is_right ? MISUSE.repaired : MISUSE.row),
  )
  const cost = costs.reduce((sum, one) => sum + one, 0)
  return cost === 0 ? 0 : -Math.min(cost, MISUSE.most)
}

/** Fields that were asked for though no needed department wanted them. */
export function overAskedFields(task: PhoneTask, world: PhoneWorld, state: PhoneState): Field[] {
  const wanted = new Set<Field>()
  for (const department of task.required_calls) {
    const { required, alternatives } = wantsIn(task, world, department)
    for (const field of required) {
      wanted.add(field)
      const alternative = alternatives[field]
      const lacks = task.customer.missing.includes(field)
      if (lacks && alternative !== undefined) wanted.add(alternative)
    }
  }
  return (state.form?.asked ?? []).filter((field) => !wanted.has(field))
}

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
  if (state.form?.status === 'answered') return 300
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
  { task, world }: PhoneContext,
): Record<(typeof METRICS)[number], number> {
  return {
    success: isComplete(task, state) ? 1 : 0,
    required_calls: task.required_calls.length,
    required_calls_done: callsDone(task, state),
    phone_calls: state.phone_calls,
    rejected_calls: state.rejected_calls,
    searches: state.searches,
    fields_asked: state.form?.asked.length ?? 0,
    fields_over_asked: overAskedFields(task, world, state).length,
    form_abandoned: state.form?.status === 'abandoned' ? 1 : 0,
    forms_refused: state.forms_refused,
    departments_held: state.held.length,
    rows_damaged: Object.values(state.changes).reduce((sum, one) => sum + one.rows_damaged, 0),
  }
}
