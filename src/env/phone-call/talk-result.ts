import type { Case, CaseGoal, Reason } from '../../sim/phone/case.ts'
import type { Moment } from '../../sim/phone/clock/time.ts'
import type { End } from '../end.ts'
import type { CallResult } from '../turn.ts'
import type { TalkEvent } from './talk-events.ts'
import type { TalkContext } from './talk-score.ts'
import type { TalkState } from './talk-state.ts'

/** The result of a tool call. */
export type TalkResult = CallResult<TalkState>

export const toResult = (
  state: TalkState,
  content: string,
  event: TalkEvent,
  end?: End,
): TalkResult =>
  end === undefined ? { state, content, events: [event] } : { state, content, events: [event], end }

/** The state after a number of minutes. */
export const afterMinutes = (state: TalkState, minutes: number): TalkState => ({
  ...state,
  minutes: state.minutes + minutes,
})

/** The current moment. */
export const currentMoment = ({ phoneCase }: TalkContext, { minutes }: TalkState): Moment =>
  phoneCase.moment + minutes

/** The state after a call that got nothing done. */
export const afterRejectedCall = (state: TalkState): TalkState => ({
  ...state,
  rejected_calls: state.rejected_calls + 1,
})

/** Records a reason that the agent has learned. */
export const withReason = (state: TalkState, { service }: CaseGoal, reason: Reason): TalkState => ({
  ...state,
  met: { ...state.met, [service]: [...new Set([...(state.met[service] ?? []), reason])] },
})

/** The state after hanging up. It costs nothing during a yes-or-no question. */
export function afterHangUp(state: TalkState): TalkState {
  if (state.line === null) return state
  const closed = { ...state, line: null }
  return state.line.settled.open === null ? afterRejectedCall(closed) : closed
}

/** Whether the limit of calls is exceeded. */
export const isOverCallLimit = ({ phone_calls, put_off }: TalkState, { calls_max }: Case) =>
  phone_calls - put_off > calls_max

/** Ends the episode if the limit of calls is exceeded. */
export function endAtCallLimit(callResult: TalkResult, phoneCase: Case): TalkResult {
  if (!isOverCallLimit(callResult.state, phoneCase)) return callResult
  return { ...callResult, end: { kind: 'truncated', reason: 'call_limit' } }
}
