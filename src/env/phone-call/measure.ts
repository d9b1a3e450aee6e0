import {
  hardBreaches,
  isBroken,
  isFileRight,
  isFinished,
  isReportRight,
  lapses,
  unitsIn,
} from './house.ts'
import { callsDone, isComplete, type PhoneState } from './state.ts'
import type { PhoneContext, Settings } from './task.ts'
import { fieldsAsked, minutesOver, overAskedFields, overToldDetails } from './waste.ts'

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
const LINE_METRICS = ['says', 'holds', 'not_understood'] as const

/** What episodes under the rules of a house report besides. */
const HOUSE_METRICS = [
  'units',
  'units_done',
  'file_right',
  'report_right',
  'unwanted_offers',
] as const

/** What episodes with a clock report besides. */
const CLOCK_METRICS = ['minutes', 'minutes_over', 'transfers'] as const

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
    ...(settings.clock === 'on' ? measureClock(state, context) : {}),
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
    unwanted_offers: state.unwanted.length,
  }
}

const measureClock = (
  state: PhoneState,
  context: PhoneContext,
): Record<(typeof CLOCK_METRICS)[number], number> => ({
  minutes: state.minutes,
  minutes_over: minutesOver(state, context),
  transfers: state.transfers,
})
