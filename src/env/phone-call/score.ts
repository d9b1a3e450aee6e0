import type { PhoneTask } from '../../sim/phone/task.ts'
import { type Booked, rewardTable, sumParts } from '../reward.ts'
import { isComplete, type PhoneState, unwantedRows } from './state.ts'
import type { PhoneContext } from './task.ts'
import { overAskedFields } from './waste.ts'

/** Penalties in thousandths: per occurrence, and at most. */
const PENALTIES = {
  rejected: { each: 50, most: 300 },
  overAsked: { each: 20, most: 200 },
  refusedForm: { each: 100, most: 100 },
  malformed: { each: 20, most: 100 },
  /** A service carried out that nobody asked for. */
  unwanted: { each: 150, most: 600 },
} as const

/** Thousandths for all work, and for success. */
export const PROGRESS = 600
export const COMPLETION = 400
/** The least total after success. */
export const COMPLETED_LEAST = 600

/** The penalty for a number of occurrences, in thousandths. */
export const penalty = (count: number, { each, most }: { each: number; most: number }): number =>
  count === 0 ? 0 : -Math.min(each * count, most)

/**
 * Over-asking and unwanted services are booked at the close; earlier they would reveal
 * requirements. `floor` compensates the clamps.
 */
const WORK = rewardTable<PhoneState, PhoneContext, string>({
  progress: ({ earned }, { task }) =>
    Math.round((PROGRESS * earned.length) / task.required_calls.length),
  completion: (state, { task }) => (isComplete(task, state) ? COMPLETION : 0),
  rejected_calls: ({ rejected_calls }) => penalty(rejected_calls, PENALTIES.rejected),
  over_asked: (state, context) =>
    context.closed ? penalty(overAskedFields(state, context).length, PENALTIES.overAsked) : 0,
  refused_form: ({ forms_refused }) => penalty(forms_refused, PENALTIES.refusedForm),
  malformed_calls: (_, { conduct }) => penalty(conduct.malformedCalls, PENALTIES.malformed),
  misuse: (state, { task, closed }) =>
    closed ? penalty(unwantedRows(task, state).length, PENALTIES.unwanted) : 0,
  floor(_, __, bookedParts) {
    const { completion = 0 } = bookedParts
    const booked = sumParts(bookedParts)
    return Math.max(completion > 0 ? COMPLETED_LEAST : 0, booked) - booked
  },
})

const LADDER = rewardTable<PhoneState, PhoneContext, 'ladder'>({
  ladder: (state, { task }) => ladder(state, task),
})

export const REWARD_PARTS: readonly string[] = [...WORK.names, ...LADDER.names]

/** Reward parts in thousandths. */
export const scorePhoneCall = (state: PhoneState, context: PhoneContext): Booked =>
  (context.settings.reward_profile === 'ladder' ? LADDER : WORK).score(state, context)

/**
 * The reward of the first version of this environment, by the last step reached: searched, form
 * answered, details checked, a call done, all done. It is exploitable: it pays for gestures, and
 * waste and probing cost nothing. It is kept only for comparison.
 */
function ladder(state: PhoneState, task: PhoneTask): number {
  if (isComplete(task, state)) return 1000
  if (Object.keys(state.done).length > 0) return 700
  if (state.contacted.length > 0) return 500
  if (state.form?.status === 'completed') return 300
  return state.searches > 0 ? 200 : 0
}
