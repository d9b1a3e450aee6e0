import type { CaseGoal, Reason } from '../../sim/phone/case.ts'
import type { LineAnswer, LineQuestion } from '../../sim/phone/line.ts'
import type { Field, FieldValues } from '../../sim/phone/tables/fields.ts'
import type { TalkEvent } from './talk-events.ts'
import { withReason } from './talk-result.ts'
import { hasRightDetails, type TalkState } from './talk-state.ts'

/** A department's answer that refuses a service and ends the call. */
export type LineRefusal = Extract<LineAnswer, { readonly kind: 'refused' }>

/** The members that all events of one answer have in common. */
export type EventContext = Pick<
  Extract<TalkEvent, { readonly kind: 'done' }>,
  'said' | 'company' | 'department'
>

/** The event of a refusal. */
export function refusedEvent(refusal: LineRefusal, context: EventContext): TalkEvent {
  if (refusal.reason === 'other_department') return { ...context, ...refusal }
  if (refusal.reason === 'other_first') return { ...context, ...refusal }
  if (refusal.reason === 'too_early') return { ...context, ...refusal }
  if (refusal.reason === 'blocked') return { ...context, ...refusal }
  return { kind: 'refused', reason: refusal.reason, ...context }
}

/** The event of a question. */
export function askedEvent(question: LineQuestion, context: EventContext): TalkEvent {
  if (question.for !== 'right_details') return { ...question, ...context }
  const { kind, wrong, notUnavailable: not_unavailable, held } = question
  return { kind, for: question.for, wrong, not_unavailable, held, ...context }
}

/** Records what a question reveals about the department and about a wish. */
export function recordQuestion(
  state: TalkState,
  id: string,
  question: LineQuestion,
  goal: CaseGoal | undefined,
): TalkState {
  const isAboutFields = question.for === 'field' || question.for === 'right_details'
  const nextState = isAboutFields ? { ...state, contacted: [...state.contacted, id] } : state
  if (question.for === 'right_details') {
    const errors = question.wrong.length + question.notUnavailable.length
    const wrongCounts = { ...state.wrong, [id]: (state.wrong[id] ?? 0) + errors }
    const remainingValues = omit(state.line?.given ?? {}, question.wrong)
    const line =
      state.line === null ? null : { ...state.line, given: remainingValues, unavailable: [] }
    return {
      ...nextState,
      line,
      wrong: wrongCounts,
      held: question.held ? [...state.held, id] : state.held,
    }
  }
  if (goal === undefined || (question.for !== 'offer' && question.for !== 'read_back'))
    return nextState
  const withFirstCall = withFirstCallOf(nextState, goal)
  const withReasons = (...reasons: readonly Reason[]): TalkState =>
    reasons.reduce((before, reason) => withReason(before, goal, reason), withFirstCall)
  const ruledOut: readonly Reason[] = goal.right === 'ruled_out' ? ['ruled_out'] : []
  if (question.for === 'offer') {
    const isFee = question.offer.kind === 'fee'
    return withReasons(...ruledOut, isFee ? 'fee_not_accepted' : 'term_not_accepted')
  }
  // What is said of an order with other details is not said of the customer's order.
  if (!hasRightDetails(goal, question.details, state)) return withFirstCall
  const sideEffect = question.consequence === null ? [] : (['side_effect_not_accepted'] as const)
  return withReasons(...ruledOut, ...sideEffect)
}

/** Records the call of the first question about a wish that only this call can settle. */
const withFirstCallOf = (state: TalkState, { service, lapses }: CaseGoal): TalkState =>
  lapses === undefined || state.only_then[service] !== undefined
    ? state
    : { ...state, only_then: { ...state.only_then, [service]: state.phone_calls } }

const omit = (values: FieldValues, fields: readonly Field[]): FieldValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !fields.includes(name as Field)))
