import { byName } from '../../sim/by-name.ts'
import type { Fault } from '../../wire/faults.ts'

/**
 * The headers of every answer for browsers. They must not guess its type, embed it in pages of
 * other sites, or cache it.
 */
export const ANSWER_HEADERS: Readonly<Record<string, string>> = byName({
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
})

const PROBLEM_TYPE = 'application/problem+json'

/** The headers of a refusal, over any transport. */
export function faultHeaders(fault: Fault): Record<string, string> {
  const { allow } = fault.details
  return {
    'content-type': PROBLEM_TYPE,
    ...(fault.status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
    ...(fault.status === 405 && Array.isArray(allow) ? { allow: allow.join(', ') } : {}),
    ...(fault.status === 426 ? { upgrade: 'websocket' } : {}),
    ...(fault.retryable ? { 'retry-after': '1' } : {}),
  }
}
