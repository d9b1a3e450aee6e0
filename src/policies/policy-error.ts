/** Why a policy could not act. None of these is the model's fault. */
type PolicyErrorReason = 'timeout' | 'unavailable' | 'refused' | 'invalid'

/**
 * A policy gave no action because something under it failed. Rollouts end such an episode with
 * `client_fault` and count it separately from those that the model lost.
 */
export class PolicyError extends Error {
  readonly reason: PolicyErrorReason

  constructor(reason: PolicyErrorReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'PolicyError'
    this.reason = reason
  }
}
