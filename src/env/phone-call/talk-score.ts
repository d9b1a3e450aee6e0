import type { Case } from '../../sim/phone/case.ts'
import type { Field } from '../../sim/phone/tables/fields.ts'
import type { PhoneWorld } from '../../sim/phone/world.ts'
import { type Booked, rewardTable, sumOf } from '../reward.ts'
import { COMPLETED_LEAST, COMPLETION, PROGRESS, penalty } from './score.ts'
import {
  hardViolations,
  isAllRight,
  isReportRight,
  softViolations,
  unitsOf,
  unwantedServices,
} from './talk-outcome.ts'
import { caseWants, secretIn, type TalkState } from './talk-state.ts'
import type { PhoneContext } from './task.ts'

/** Penalties in thousandths: per occurrence, and at most. */
const PENALTIES = {
  rejected: { each: 50, most: 300 },
  overAsked: { each: 20, most: 200 },
  overTold: { each: 10, most: 100 },
  malformed: { each: 20, most: 100 },
  rules: { each: 60, most: 240 },
} as const
/** The minutes of needless waiting that cost one thousandth. */
const WAIT = 6
const MISUSE = { unwanted: 150, repaired: 75, madeUp: 100, most: 500 } as const
/** What the score depends on besides the state. */
export interface TalkContext {
  readonly made: Case
  readonly world: PhoneWorld
  readonly context: PhoneContext
}

type Part = (state: TalkState, context: TalkContext, before: Booked) => number

/** Waste costs only after success, so that continuing never costs reward. */
const onceDone =
  (part: Part): Part =>
  (state, context, before) =>
    (before.completion ?? 0) > 0 ? part(state, context, before) : 0

/**
 * All parts are booked at the close; earlier they would reveal what is right. A broken hard rule
 * takes everything that was earned. `floor` compensates the clamps.
 */
const TALK = rewardTable<TalkState, TalkContext, string>({
  progress(state, { made, world, context }) {
    if (!context.closed) return 0
    const { done, all } = unitsOf(made, world, state)
    return Math.round((PROGRESS * done) / all)
  },
  completion: (state, { made, world, context }) =>
    context.closed && isAllRight(made, world, state) ? COMPLETION : 0,
  malformed_calls: (_, { context }) => penalty(context.conduct.malformedCalls, PENALTIES.malformed),
  rejected_calls: onceDone(({ rejected_calls }) => penalty(rejected_calls, PENALTIES.rejected)),
  over_asked: onceDone((state, context) =>
    penalty(overAsked(state, context).length + state.needless, PENALTIES.overAsked),
  ),
  over_told: onceDone((state, context) => penalty(overTold(state, context), PENALTIES.overTold)),
  waiting: onceDone(({ waited }) => (waited < WAIT ? 0 : -Math.floor(waited / WAIT))),
  rules: onceDone((state) => penalty(softViolations(state), PENALTIES.rules)),
  misuse: (state, { made, context }) => (context.closed ? misuse(made, state) : 0),
  floor(_, __, before) {
    const { completion = 0, misuse: harm = 0, malformed_calls: malformed = 0 } = before
    const booked = sumOf(before)
    const rest = harm + malformed
    const least = completion > 0 ? COMPLETED_LEAST : 0
    return Math.max(0, Math.max(least, booked - rest) + rest) - booked
  },
  breach: (state, { context }, before) =>
    context.closed && hardViolations(state) > 0 ? -Math.max(0, sumOf(before)) : 0,
})

export const TALK_PARTS = TALK.names
export const scoreTalk = (state: TalkState, context: TalkContext): Booked =>
  TALK.score(state, context)

/** Unwanted services, repairs, and made-up details. */
function misuse(made: Case, state: TalkState): number {
  const unwanted = unwantedServices(made, state).length
  const repaired = made.goals.reduce((sum, { service }) => {
    const times = state.completed.filter((one) => one.service === service)
    return sum + times.slice(1).filter(({ corrected }) => !corrected).length
  }, 0)
  const madeUp = Object.values(state.wrong).reduce((sum, count) => sum + count, 0)
  const cost = unwanted * MISUSE.unwanted + repaired * MISUSE.repaired + madeUp * MISUSE.madeUp
  return cost === 0 ? 0 : -Math.min(cost, MISUSE.most)
}

/** The fields that a department can use. */
function useful({ made, world }: TalkContext, department: string): ReadonlySet<Field> {
  const wanted = new Set<Field>()
  if (!made.calls.includes(department)) return wanted
  const secret = secretIn(made)
  for (const { required, alternatives } of caseWants(made, world, department)) {
    for (const field of required) {
      const alternative = alternatives[field]
      if (field !== secret) wanted.add(field)
      const isLacking = field === secret || made.customer.missing.includes(field)
      if (isLacking && alternative !== undefined) wanted.add(alternative)
    }
  }
  return wanted
}

/** The number of fields that the customer was asked for and no department requires. */
function overAsked({ asked }: TalkState, context: TalkContext): Field[] {
  const wanted = new Set(context.made.calls.flatMap((id) => [...useful(context, id)]))
  return asked.filter((field) => !wanted.has(field))
}

/** The number of details that departments were given and could not use. */
const overTold = ({ disclosed }: TalkState, context: TalkContext): number =>
  Object.entries(disclosed).reduce((sum, [department, fields]) => {
    const wanted = useful(context, department)
    return sum + fields.filter((field) => !wanted.has(field)).length
  }, 0)

export const TALK_METRICS = [
  'success',
  'wishes',
  'units',
  'units_done',
  'report_right',
  'phone_calls',
  'rejected_calls',
  'searches',
  'messages',
  'fields_asked',
  'fields_over_asked',
  'details_over_told',
  'details_wrong',
  'unwanted_services',
  'departments_held',
  'customer_left',
  'hard_breaches',
  'soft_breaches',
  'minutes',
  'minutes_waited',
] as const

/** The numbers that every closed episode reports. */
export function measureTalk(
  state: TalkState,
  context: TalkContext,
): Record<(typeof TALK_METRICS)[number], number> {
  const { made, world } = context
  const { done, all } = unitsOf(made, world, state)
  return {
    success: isAllRight(made, world, state) ? 1 : 0,
    wishes: made.goals.length,
    units: all,
    units_done: done,
    report_right: isReportRight(made, state) ? 1 : 0,
    phone_calls: state.phone_calls,
    rejected_calls: state.rejected_calls,
    searches: state.searches,
    messages: state.messages,
    fields_asked: state.asked.length,
    fields_over_asked: overAsked(state, context).length,
    details_over_told: overTold(state, context),
    details_wrong: Object.values(state.wrong).reduce((sum, count) => sum + count, 0),
    unwanted_services: unwantedServices(made, state).length,
    departments_held: state.held.length,
    customer_left: state.gone ? 1 : 0,
    hard_breaches: hardViolations(state),
    soft_breaches: softViolations(state),
    minutes: state.minutes,
    minutes_waited: state.waited,
  }
}
