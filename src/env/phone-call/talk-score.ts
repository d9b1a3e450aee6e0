import type { Case } from '../../sim/phone/case.ts'
import type { Field } from '../../sim/phone/tables/fields.ts'
import type { PhoneWorld } from '../../sim/phone/world.ts'
import { type Booked, rewardTable, sumParts } from '../reward.ts'
import { COMPLETED_LEAST, COMPLETION, PROGRESS, penalty } from './score.ts'
import {
  countUnits,
  hardViolations,
  isAllRight,
  isReportRight,
  softViolations,
  unwantedServices,
} from './talk-outcome.ts'
import {
  type CompletedService,
  caseRequirements,
  findSecret,
  type TalkState,
} from './talk-state.ts'
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
const MINUTES_PER_THOUSANDTH = 6
/** Penalties in thousandths for each occurrence, and at most for all of them together. */
const MISUSE = { unwanted: 150, repaired: 75, wrongDetail: 100, most: 500 } as const

/** The facts besides the state that the score depends on. */
export interface TalkContext {
  readonly phoneCase: Case
  readonly world: PhoneWorld
  readonly context: PhoneContext
}

type RewardPart = (state: TalkState, context: TalkContext, bookedParts: Booked) => number

/** Waste costs only after success, so that continuing never costs reward. */
const onlyAfterSuccess =
  (rewardPart: RewardPart): RewardPart =>
  (state, context, bookedParts) =>
    (bookedParts.completion ?? 0) > 0 ? rewardPart(state, context, bookedParts) : 0

/**
 * Malformed calls are booked at once, and all other parts at the close, because earlier they would
 * reveal what is right. `floor` keeps the total from becoming negative, and after success it keeps
 * `COMPLETED_LEAST` before the penalties for misuse and malformed calls. A broken hard rule takes
 * everything that was earned.
 */
const TALK = rewardTable<TalkState, TalkContext, string>({
  progress(state, { phoneCase, world, context }) {
    if (!context.closed) return 0
    const { done, total } = countUnits(phoneCase, world, state)
    return Math.round((PROGRESS * done) / total)
  },
  completion: (state, { phoneCase, world, context }) =>
    context.closed && isAllRight(phoneCase, world, state) ? COMPLETION : 0,
  malformed_calls: (_, { context }) => penalty(context.conduct.malformedCalls, PENALTIES.malformed),
  rejected_calls: onlyAfterSuccess(({ rejected_calls }) =>
    penalty(rejected_calls, PENALTIES.rejected),
  ),
  over_asked: onlyAfterSuccess((state, context) =>
    penalty(overAskedFields(state, context).length + state.needless, PENALTIES.overAsked),
  ),
  over_told: onlyAfterSuccess((state, context) =>
    penalty(countOverTold(state, context), PENALTIES.overTold),
  ),
  waiting: onlyAfterSuccess(({ waited }) =>
    waited < MINUTES_PER_THOUSANDTH ? 0 : -Math.floor(waited / MINUTES_PER_THOUSANDTH),
  ),
  rules: onlyAfterSuccess((state) => penalty(softViolations(state), PENALTIES.rules)),
  misuse: (state, { phoneCase, context }) => (context.closed ? misuse(phoneCase, state) : 0),
  floor(_, __, bookedParts) {
    const { completion = 0, misuse: misuseCost = 0, malformed_calls: malformed = 0 } = bookedParts
    const booked = sumParts(bookedParts)
    const otherCosts = misuseCost + malformed
    const minimum = completion > 0 ? COMPLETED_LEAST : 0
    return Math.max(0, Math.max(minimum, booked - otherCosts) + otherCosts) - booked
  },
  breach: (state, { context }, bookedParts) =>
    context.closed && hardViolations(state) > 0 ? -Math.max(0, sumParts(bookedParts)) : 0,
})

export const TALK_PARTS = TALK.names
export const scoreTalk = (state: TalkState, context: TalkContext): Booked =>
  TALK.score(state, context)

/** The penalty for unwanted services, services repeated without a correction, and wrong details. */
function misuse(phoneCase: Case, state: TalkState): number {
  const unwantedCount = unwantedServices(phoneCase, state).length
  const repairCount = phoneCase.goals.reduce((sum, { service }) => {
    const completions = state.completed.filter((one) => one.service === service)
    // The first one that follows the customer's correction repairs no mistake of the agent.
    const isRepair = ({ after_correction: isAfter }: CompletedService, at: number): boolean =>
      !isAfter || completions[at]?.after_correction === true
    return sum + completions.slice(1).filter(isRepair).length
  }, 0)
  const cost =
    unwantedCount * MISUSE.unwanted +
    repairCount * MISUSE.repaired +
    countWrongDetails(state) * MISUSE.wrongDetail
  return cost === 0 ? 0 : -Math.min(cost, MISUSE.most)
}

/** The number of details that departments were given and that were wrong. */
const countWrongDetails = ({ wrong }: TalkState): number =>
  Object.values(wrong).reduce((sum, count) => sum + count, 0)

/** The fields that a department can use. */
function usableFields({ phoneCase, world }: TalkContext, department: string): ReadonlySet<Field> {
  const usable = new Set<Field>()
  if (!phoneCase.calls.includes(department)) return usable
  const secret = findSecret(phoneCase)
  for (const { required, alternatives } of caseRequirements(phoneCase, world, department)) {
    for (const field of required) {
      const alternative = alternatives[field]
      if (field !== secret) usable.add(field)
      const isLacking = field === secret || phoneCase.customer.missing.includes(field)
      if (isLacking && alternative !== undefined) usable.add(alternative)
    }
  }
  return usable
}

/** The fields that the customer was asked for and no department requires. */
function overAskedFields({ asked }: TalkState, context: TalkContext): Field[] {
  const usable = new Set(context.phoneCase.calls.flatMap((id) => [...usableFields(context, id)]))
  return asked.filter((field) => !usable.has(field))
}

/** The number of details that departments were given and could not use. */
const countOverTold = ({ disclosed }: TalkState, context: TalkContext): number =>
  Object.entries(disclosed).reduce((sum, [department, fields]) => {
    const usable = usableFields(context, department)
    return sum + fields.filter((field) => !usable.has(field)).length
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
  const { phoneCase, world } = context
  const { done, total } = countUnits(phoneCase, world, state)
  return {
    success: isAllRight(phoneCase, world, state) ? 1 : 0,
    wishes: phoneCase.goals.length,
    units: total,
    units_done: done,
    report_right: isReportRight(phoneCase, state) ? 1 : 0,
    phone_calls: state.phone_calls,
    rejected_calls: state.rejected_calls,
    searches: state.searches,
    messages: state.messages,
    fields_asked: state.asked.length,
    fields_over_asked: overAskedFields(state, context).length,
    details_over_told: countOverTold(state, context),
    details_wrong: countWrongDetails(state),
    unwanted_services: unwantedServices(phoneCase, state).length,
    departments_held: state.held.length,
    customer_left: state.gone ? 1 : 0,
    hard_breaches: hardViolations(state),
    soft_breaches: softViolations(state),
    minutes: state.minutes,
    minutes_waited: state.waited,
  }
}
