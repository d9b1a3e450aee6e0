import { type Fault, rpcError } from '../../../wire/faults.ts'

/** OpenEnv's error codes by patterns of our fault codes. The first match counts. */
const CODES: readonly (readonly [RegExp, string])[] = [
  [/^request\/malformed_json$/, 'INVALID_JSON'],
  [/^request\/unknown_method$/, 'UNKNOWN_TYPE'],
  [/^(?:request|action|settings|seed|env|task)\//, 'VALIDATION_ERROR'],
  [/^capacity\//, 'CAPACITY_REACHED'],
  [/^(?:auth\/|episode\/not_found)/, 'SESSION_ERROR'],
]

/** The complete text of a fault, because clients print only the message. */
const words = ({ code, message, hint }: Fault): string => `${code}: ${message}. ${hint}`

/** The WebSocket frame of a fault. */
export function errorFrame(fault: Fault): string {
  const code = CODES.find(([pattern]) => pattern.test(fault.code))?.[1] ?? 'EXECUTION_ERROR'
  const { data } = rpcError(fault)
  return JSON.stringify({ type: 'error', data: { message: words(fault), code, fault: data } })
}
