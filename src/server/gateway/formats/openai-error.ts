import type { JsonObject } from '../../../sim/json.ts'
import type { Fault } from '../../../wire/faults.ts'

/** A fault in the form of OpenAI's two formats. */
export function openaiError(fault: Fault): JsonObject {
  const { param } = fault.details
  return {
    message: `${fault.message}. ${fault.hint}`,
    type: openaiType(fault.status),
    param: typeof param === 'string' && param !== '' ? param : null,
    code: fault.code,
  }
}

function openaiType(status: number): string {
  if (status === 401) return 'authentication_error'
  if (status === 403) return 'permission_error'
  if (status === 429) return 'rate_limit_error'
  return status >= 500 ? 'server_error' : 'invalid_request_error'
}
