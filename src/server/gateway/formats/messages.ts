import type { JsonObject } from '../../../sim/json.ts'
import type { Fault } from '../../../wire/faults.ts'
import type { Format } from './format.ts'
import { createStream, fromChat } from './messages-answer.ts'
import { toChat } from './messages-request.ts'

/** Anthropic Messages. */
export const messages: Format = {
  toChat,
  fromChat,
  stream: createStream,
  faultBody,
  faultEvents: (fault) => [{ event: 'error', data: faultBody(fault) }],
}

function faultBody(fault: Fault): JsonObject {
  const message = `${fault.message}. ${fault.hint}`
  const { error_code, unsupported } = fault.details
  const details = error_code === undefined ? {} : { details: { error_code, unsupported } }
  const error = { type: errorType(fault.status), message, ...details }
  return { type: 'error', error, request_id: null }
}

const TYPES: ReadonlyMap<number, string> = new Map([
  [401, 'authentication_error'],
  [403, 'permission_error'],
  [404, 'not_found_error'],
  [413, 'request_too_large'],
  [429, 'rate_limit_error'],
  [503, 'overloaded_error'],
  [504, 'timeout_error'],
])

const errorType = (status: number): string =>
  TYPES.get(status) ?? (status >= 500 ? 'api_error' : 'invalid_request_error')
