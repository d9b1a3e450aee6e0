import type { FailedPost } from '../../effects/chat-transport.ts'
import { Fault } from '../../wire/faults.ts'
import { asFault } from '../as-fault.ts'
import type { HostCore } from '../core.ts'
import type { GatewayProfile } from './profiles.ts'
import { InvalidUpstreamAnswer } from './sampled.ts'
import { AgentGone } from './sink.ts'

/** Status codes for an invalid request. All others are problems that the operator must fix. */
const OF_REQUEST: ReadonlySet<number> = new Set([400, 413, 422])

/** The fault for an agent if a model server refused. */
export function upstreamRefusal(
  { name }: Pick<GatewayProfile, 'name'>,
  { problem, retryable, retryAfterMs }: FailedPost,
): Fault {
  const message = `profile ${name}: the model server ${problem.what}`
  if (!retryable && OF_REQUEST.has(problem.status ?? 0))
    return new Fault('gateway/refused', message)
  const isBusy = problem.status === 429 || problem.status === 503
  return new Fault(isBusy ? 'gateway/unavailable' : 'gateway/failed', message, {
    details: { retry_after_s: Math.max(1, Math.ceil(retryAfterMs / 1_000)) },
  })
}

/**
 * The fault for an agent if a call failed.
 *
 * @param signal that of the call
 */
export function callFault(
  error: unknown,
  signal: AbortSignal,
  { profile, core }: { readonly profile: GatewayProfile; readonly core: Pick<HostCore, 'log'> },
): Fault {
  if (error instanceof Fault) return error
  const subject = `profile ${profile.name}: the model server`
  if (error instanceof InvalidUpstreamAnswer) {
    return new Fault('gateway/failed', `${subject} ${error.message}`)
  }
  if (hasAgentGone(error, signal)) return agentGoneFault()
  if (!signal.aborted) return asFault(error, core.log)
  const message = `${subject} did not answer within ${profile.profile.deadline_ms} ms`
  return new Fault('gateway/unavailable', message)
}

export const agentGoneFault = (): Fault => new Fault('gateway/failed', 'the agent has disconnected')

/** Whether a call failed because its agent disconnected. */
export const hasAgentGone = (error: unknown, signal: AbortSignal): boolean =>
  error instanceof AgentGone || signal.reason instanceof AgentGone
