import type { PhoneTask } from '../../sim/phone/task.ts'
import { type Booked, rewardTable, sumOf } from '../reward.ts'
import { isBroken, isFinished, lapses, unitsIn } from './house.ts'
import { callsDone, isComplete, type PhoneState } from './state.ts'
import type { PhoneContext } from './task.ts'
import { minutesOver, needlessMessages, overAskedFields, overToldDetails } from './waste.ts'

/** Thousandths per occurrence and at most. */
const PENALTIES = {
  rejected: { each: 50, most: 300 },
  overAsked: { each: 20, most: 200 },
  refusedForm: { each: 100, most: 100 },
  malformed: { each: 20, most: 100 },
  /** A detail that a department neither asked for nor wanted. */
  overTold: { each: 10, most: 100 },
  /** A message to the customer beyond the fewest, or for details while an employee waited. */
  messages: { each: 20, most: 100 },
  /** A rule of the house that is broken, where its breach is but waste. */
  rules: { each: 60, most: 240 },
  /** A minute beyond those that it takes. */
  waiting: { each: 2, most: 60 },
} as const

/** For each row changed wrongly, half if put right later; each offer nobody wanted; at most. */
const MISUSE = {
  row: 150,
  repaired: 75,
  unwanted: 150,
  madeUp: 100,
  repeated: 50,
  most: 500,
} as const

/** What work and its completion are worth, alone and under the rules of a house. */
const PLAIN = { progress: 600, completion: 400 } as const
const RULED = { progress: 500, completion: 500 } as const
/** What a completed business is worth at least. */
const COMPLETED_LEAST = 600

const penalty = (count: number, { each, most }: { each: number; most: number }): number =>
  count === 0 ? 0 : -Math.min(each * count, most)

type Part = (state: PhoneState, context: PhoneContext, before: Booked) => number | undefined

const shareOf = (whole: number, { done, all }: { done: number; all: number }): number =>
  Math.round((whole * done) / all)

// A line that is open at the end is one on which nothing was done. The call on which one was told
// what stands in the way was not in vain.
const rejected: Part = ({ rejected_calls, line, obstacle }, { closed }) =>
  penalty(
    rejected_calls + (closed && line !== null ? 1 : 0) - (obstacle === null ? 0 : 1),
    PENALTIES.rejected,
  )
const overAsked: Part = (state, context) =>
  penalty(overAskedFields(state, context).length, PENALTIES.overAsked)
const refusedForm: Part = ({ forms_refused, talk }) =>
  penalty(forms_refused + talk.tooLate, PENALTIES.refusedForm)
const malformed: Part = (_, { conduct }) => penalty(conduct.malformedCalls, PENALTIES.malformed)

/** Waste costs nothing where the business was not done: there, going on must not. */
const onceDone =
  (part: Part): Part =>
  (state, context, before) =>
    isDone(context, before) ? part(state, context, before) : 0

const overTold = onceDone((state, context) =>
  penalty(overToldDetails(state, context), PENALTIES.overTold),
)
const messages = onceDone((state, context) =>
  penalty(needlessMessages(state, context), PENALTIES.messages),
)

const waiting = onceDone((state, context) =>
  penalty(minutesOver(state, context), PENALTIES.waiting),
)

/**
 * Over-asking is booked when the episode is closed: earlier it would tell which of the fields some
 * department wants. So are needless messages and details, and misuse, which counts even where the
 * business was completed in the end. `floor` is what the clamps give back.
 */
const WORK = rewardTable<PhoneState, PhoneContext, string>({
  progress: (state, { task }) =>
    shareOf(PLAIN.progress, {
      done: callsDone(task, state),
      all: task.required_calls.length,
    }),
  completion: (state, { task }) => (isComplete(task, state) ? PLAIN.completion : 0),
  rejected_calls: rejected,
  over_asked: (state, context, before) => (context.closed ? overAsked(state, context, before) : 0),
  refused_form: refusedForm,
  malformed_calls: malformed,
  over_told: (state, context, before) =>
    context.settings.conversation === 'on' ? overTold(state, context, before) : undefined,
  messages: (state, context, before) =>
    context.settings.customer === 'dialogue' ? messages(state, context, before) : undefined,
  waiting: (state, context, before) =>
    context.settings.clock === 'on' ? waiting(state, context, before) : undefined,
  misuse: (state, { closed }) => (closed ? misuseOf(state) : 0),
  floor(_, __, before) {
    const { completion = 0, misuse = 0 } = before
    const booked = sumOf(before)
    const least = completion > 0 ? COMPLETED_LEAST : 0
    return Math.max(0, Math.max(least, booked - misuse) + misuse) - booked
  },
})

/**
 * The same under the rules of a house: all waste counts at the close, and only where the business
 * was done; made-up details and vain repetitions always do.
 */
const RULED_WORK = rewardTable<PhoneState, PhoneContext, string>({
  progress: (state, context) => shareOf(RULED.progress, unitsIn(state, context, context.closed)),
  completion: (state, context) =>
    context.closed && isFinished(state, context) ? RULED.completion : 0,
  malformed_calls: malformed,
  rejected_calls: onceDone(rejected),
  over_asked: onceDone(overAsked),
  refused_form: onceDone(refusedForm),
  over_told: (state, context, before) =>
    context.settings.conversation === 'on' ? overTold(state, context, before) : undefined,
  messages: (state, context, before) =>
    context.settings.customer === 'dialogue' ? messages(state, context, before) : undefined,
  waiting: (state, context, before) =>
    context.settings.clock === 'on' ? waiting(state, context, before) : undefined,
  rules: onceDone((state, context) => penalty(lapses(state, context), PENALTIES.rules)),
  misuse: (state, { closed }) => (closed ? misuseOf(state) : 0),
  floor(_, __, before) {
    const { completion = 0, misuse = 0, malformed_calls = 0 } = before
    const booked = sumOf(before)
    const harm = misuse + malformed_calls
    const least = completion > 0 ? COMPLETED_LEAST : 0
    return Math.max(0, Math.max(least, booked - harm) + harm) - booked
  },
  breach: (state, { closed }, before) => (closed && isBroken(state) ? -sumOf(before) : 0),
})

const isDone = ({ closed }: PhoneContext, { completion = 0 }: Booked): boolean =>
  closed && completion > 0

const LADDER = rewardTable<PhoneState, PhoneContext, 'ladder'>({
  ladder: (state, { task }) => ladder(state, task),
})

const ALL_NAMES = [...WORK.names, ...RULED_WORK.names, ...LADDER.names]
export const REWARD_PARTS: readonly string[] = [...new Set(ALL_NAMES)]

/** Reward parts in thousandths, without those that an episode of these settings cannot have. */
export function scorePhoneCall(state: PhoneState, context: PhoneContext): Booked {
  const { reward_profile, page } = context.settings
  if (reward_profile === 'ladder') return LADDER.score(state, context)
  return (page === 'on' ? RULED_WORK : WORK).score(state, context)
}

/** What wrong changes of the customer's records cost, and what was made up or said in vain. */
function misuseOf({ changes, unwanted, made_up, repeated }: PhoneState): number {
  const costs = Object.values(changes).map(
    ({ rows_damaged, is_right }) => rows_damaged * (is_right ? MISUSE.repaired : MISUSE.row),
  )
  const said =
    unwanted.length * MISUSE.unwanted + made_up * MISUSE.madeUp + repeated * MISUSE.repeated
  const cost = costs.reduce((sum, one) => sum + one, said)
  return cost === 0 ? 0 : -Math.min(cost, MISUSE.most)
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
  if (state.form?.status === 'answered' || Object.keys(state.talk.values).length > 0) return 300
  return state.searches > 0 ? 200 : 0
}
