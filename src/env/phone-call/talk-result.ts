import type { Case, CaseGoal, Reason } from '../../sim/phone/case.ts'
import type { Moment } from '../../sim/phone/clock/time.ts'
import type { End } from '../end.ts'
import type { CallResult } from '../turn.ts'
import type { TalkEvent } from './talk-events.ts'
import type { TalkContext } from './talk-score.ts'
import type { TalkState } from './talk-state.ts'

/** What a call of a tool gives. */
export type Result = CallResult<TalkState>

export const result = (state: TalkState, content: string, event: TalkEvent, end?: End): Result =>
  end === undefined ? { state, content, events: [event] } : { state, content, events: [event], end }

/** The state after so many minutes. */
export const after = (state: TalkState, minutes: number): TalkState => ({
  ...state,
  minutes: state.minutes + minutes,
})

/** What time it is. */
export const momentIn = ({ made }: TalkContext, { minutes }: TalkState): Moment =>
  made.moment + minutes

/** The state after a call that got nothing done. */
export const rejected = (state: TalkState): TalkState => ({
  ...state,
  rejected_calls: state.rejected_calls + 1,
})

/** A reason that was heard. */
export const meeting = (state: TalkState, { service }: CaseGoal, reason: Reason): TalkState => ({
  ...state,
  met: { ...state.met, [service]: [...new Set([...(state.met[service] ?? []), reason])] },
})

/** The state once nobody is on the line. It costs nothing while a yes or a no is waited for. */
export function hungUp(state: TalkState): TalkState {
  if (state.line === null) return state
  const over = { ...state, line: null }
  return state.line.settled.open === null ? rejected(over) : over
}

/** The result, and the end of the episode where it was one call too many. */
export function overdue(made: Result, { calls_max }: Case): Result {
  if (made.state.phone_calls - made.state.put_off <= calls_max) return made
  return { ...made, end: { kind: 'truncated', reason: 'call_limit' } }
}
