import type { OpenResult, ResumeResult, StepResult } from '../../wire/results.ts'

type Answer = Pick<OpenResult, 'info'> & Partial<Pick<ResumeResult, 'last'>>

/**
 * An answer without public events. Clients of these protocols pass whole results to the model,
 * which must not see events.
 */
export function withoutEvents<Result extends Answer>(result: Result): Result {
  const { info, last } = result
  // Events of the last step are also part of the whole conversation.
  if (info?.events === undefined) return result
  const { events: _events, ...rest } = info
  return {
    ...result,
    info: rest,
    ...(last == null ? {} : { last: withoutEvents<StepResult>(last) }),
  }
}
