/** Every way an episode can end. The second group comes from outside the environment. */
export const END_REASONS = [
  'completed',
  'failed',
  'answered',
  'gave_up',
  'turn_limit',
  'call_limit',
  'token_budget',
  'turn_budget',
  'client_closed',
  'client_fault',
  'abandoned',
  'superseded',
  'faulted',
] as const
export type EndReason = (typeof END_REASONS)[number]

/** `terminated`: the task itself is over. `truncated`: a limit or someone outside cut it short. */
export interface End {
  readonly kind: 'terminated' | 'truncated'
  readonly reason: EndReason
}
