import { nowOf } from '../../sim/phone/clock/now.ts'
import { messagesNeeded } from '../../sim/phone/dialogue/reply.ts'
import type { Field } from '../../sim/phone/tables/fields.ts'
import type { PhoneTask } from '../../sim/phone/task.ts'
import type { PhoneWorld } from '../../sim/phone/world.ts'
import type { Context } from '../environment.ts'
import { type Booked, rewardTable, sumOf } from '../reward.ts'
import { soonestEnd } from './fair-minutes.ts'
import {
  decisionsIn,
  hardBreaches,
  isBroken,
  isFileRight,
  isFinished,
  isReportRight,
  lapses,
  rulesIn,
  secretsIn,
  unitsIn,
} from './house.ts'
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
  /** A minute beyond those that it takes. */
  waiting: { each: 2, most: 60 },
} as const

/** For each row that was changed wrongly, half if it was put right later, and in all at most. */
const MISUSE = { row: 150, repaired: 75, madeUp: 100, repeated: 50, most: 500 } as const

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

/** Messages beyond the fewest that would do, and all while an employee waited. */
function needlessMessages({ talk }: PhoneState, context: PhoneContext): number {
  const before = talk.messages - talk.whileHeld
  return Math.max(0, before - fewestMessages(context)) + talk.whileHeld
}

function fewestMessages(context: PhoneContext): number {
  const { task, world } = context
  const all = neededFields(task, world, secretsIn(context))
  const needed = all.filter((field) => field !== task.customer.tells)
  return messagesNeeded(task, needed, decisionsIn(context))
}

/** Minutes that were lost: by waiting, by calling when nobody answers, by talking in vain. */
function minutesOver(state: PhoneState, context: PhoneContext): number {
  const { task, world, settings } = context
  const begun = nowOf(task, world)
  const messages = settings.customer === 'dialogue' ? fewestMessages(context) : 1
  const fair = soonestEnd(task, world, rulesIn(context), begun, messages) - begun
  return Math.max(0, state.minutes - fair)
}

/** Details that departments were told and had no use for. */
const overToldDetails = ({ told }: PhoneState, context: PhoneContext): number =>
  Object.entries(told).reduce((sum, [department, fields]) => {
    const wanted = usefulAt(context, department)
    return sum + fields.filter((field) => !wanted.has(field)).length
  }, 0)

/** What wrong changes of the customer's records cost, and what was made up or said in vain. */
function misuseOf({ changes, made_up, repeated }: PhoneState): number {
  const costs = Object.values(changes).map(
    ({ rows_damaged, is_right }) => rows_damaged * (is_right ? MISUSE.repaired : MISUSE.row),
  )
  const said = made_up * MISUSE.madeUp + repeated * MISUSE.repeated
  const cost = costs.reduce((sum, one) => sum + one, said)
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
  'messages',
  'details_told',
  'details_over_told',
  'made_up',
  'hard_breaches',
  'soft_breaches',
] as const

/** What episodes on open lines report besides: how the talk went. */
export const LINE_METRICS = ['says', 'holds', 'not_understood'] as const

/** What episodes under the rules of a house report besides. */
export const HOUSE_METRICS = ['units', 'units_done', 'file_right', 'report_right'] as const

/** What episodes with a clock report besides. */
export const CLOCK_METRICS = ['minutes', 'minutes_over'] as const

/** The metrics of episodes with these settings. */
export const metricsOf = ({ conversation, page, clock }: Settings): readonly string[] => [
  ...METRICS,
  ...(conversation === 'on' ? LINE_METRICS : []),
  ...(page === 'on' ? HOUSE_METRICS : []),
  ...(clock === 'on' ? CLOCK_METRICS : []),
]

type Measured = Record<(typeof METRICS)[number], number> &
  Partial<
    Record<(typeof LINE_METRICS | typeof HOUSE_METRICS | typeof CLOCK_METRICS)[number], number>
  >

/** The numbers that every closed episode reports. */
export function measurePhoneCall(state: PhoneState, context: PhoneContext): Measured {
  const { task, settings } = context
  const isRuled = settings.page === 'on'
  const isRight = isRuled ? isFinished(state, context) : isComplete(task, state)
  return {
    ...(settings.conversation === 'on' ? measureLine(state) : {}),
    ...(isRuled ? measureHouse(state, context) : {}),
    ...(settings.clock === 'on'
      ? { minutes: state.minutes, minutes_over: minutesOver(state, context) }
      : {}),
    success: isRight && !isBroken(state) ? 1 : 0,
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
    messages: state.talk.messages,
    details_told: Object.values(state.told).flat().length,
    details_over_told: overToldDetails(state, context),
    made_up: state.made_up,
    hard_breaches: hardBreaches(state),
    soft_breaches: lapses(state, context),
  }
}

const measureLine = ({
  says,
  talk,
  not_understood,
}: PhoneState): Record<(typeof LINE_METRICS)[number], number> => ({
  says,
  holds: talk.whileHeld,
  not_understood,
})

function measureHouse(
  state: PhoneState,
  context: PhoneContext,
): Record<(typeof HOUSE_METRICS)[number], number> {
  const { done, all } = unitsIn(state, context, true)
  return {
    units: all,
    units_done: done,
    file_right: isFileRight(state, context) ? 1 : 0,
    report_right: isReportRight(state, context) ? 1 : 0,
  }
}
