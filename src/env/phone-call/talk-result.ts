import type { Case, CaseGoal, Reason } from '../../sim/phone/case.ts'
import type { Moment } from '../../sim/phone/clock/time.ts'
import type { End } from '../end.ts'
import type { CallResult } from '../turn.ts'
import type { TalkEvent } from './talk-events.ts'
import type { TalkContext } from './talk-score.ts'
import type { TalkState } from './talk-state.ts'

/** The result of a tool call. */
export type TalkResult = CallResult<TalkState>

export const result = (
  state: TalkState,
  content: string,
  event: TalkEvent,
  end?: End,
): TalkResult =>
  end === undefined ? { state, content, events: [event] } : { state, content, events: [event], end }

/** The state after a number of minutes. */
export const after = (state: TalkState, minutes: number): TalkState => ({
  ...state,
  minutes: state.minutes + minutes,
})

/** The current moment. */
export const momentIn = ({ made }: TalkContext, { minutes }: TalkState): Moment =>
  made.moment + minutes

/** The state after a call that got nothing done. */
export const rejected = (state: TalkState): TalkState => ({
  ...state,
  rejected_calls: state.rejected_calls + 1,
})

/** Records a reason that the agent has learned. */
export const meeting = (state: TalkState, { service }: CaseGoal, reason: Reason): TalkState => ({
  ...state,
  met: { ...state.met, [service]: [...new Set([...(state.met[service] ?? []), reason])] },
})

/** The state after hanging up. It costs nothing during a question of yes or no. */
export function hungUp(state: TalkState): TalkState {
  if (state.line === null) return state
  const over = { ...state, line: null }
  return state.line.settled.open === null ? rejected(over) : over
}

/** The result; ends the episode if the limit of calls is exceeded. */
export function overdue(made: TalkResult, { calls_max }: Case): TalkResult {
  if (made.state.phone_calls - made.state.put_off <= calls_max) return made
  return { ...made, end: { kind: 'truncated', reason: 'call_limit' } }
}
