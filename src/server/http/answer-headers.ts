import { byName } from '../../sim/by-name.ts'
import type { Fault } from '../../wire/faults.ts'

/**
 * What every answer says to browsers: its type is no guess, pages of other sites may not embed it,
 * and no cache keeps it.
 */
export const ANSWER_HEADERS: Readonly<Record<string, string>> = byName({
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
})

const PROBLEM_TYPE = 'application/problem+json'

/** The headers that go with a refusal, whatever it is sent over. */
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
