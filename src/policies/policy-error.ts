/** Why a policy could not act; none of these is the doing of the model that plays. */
type PolicyErrorReason = 'timeout' | 'unavailable' | 'refused' | 'invalid'

/**
 * A policy that could not give an action because something under it failed. A rollout ends such an
 * episode with `client_fault` and counts it apart from those that the model lost.
 */
export class PolicyError extends Error {
  readonly reason: PolicyErrorReason

  constructor(reason: PolicyErrorReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'PolicyError'
    this.reason = reason
  }
}
