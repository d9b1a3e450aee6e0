import { type Fault, problem, rpcError } from '../../../wire/faults.ts'
import type { AdapterAnswer } from '../adapter.ts'

/** OpenEnv's codes of errors, by the codes of ours, the first that fits. */
const CODES: readonly (readonly [RegExp, string])[] = [
  [/^request\/malformed_json$/, 'INVALID_JSON'],
  [/^request\/unknown_method$/, 'UNKNOWN_TYPE'],
  [/^(?:request|action|settings|seed|env|task)\//, 'VALIDATION_ERROR'],
  [/^capacity\//, 'CAPACITY_REACHED'],
  [/^(?:auth\/|episode\/not_found)/, 'SESSION_ERROR'],
]

/** What clients show of an error: they print the message alone. */
const words = ({ code, message, hint }: Fault): string => `${code}: ${message}. ${hint}`

/** The frame of a fault. */
export function errorFrame(fault: Fault): string {
  const code = CODES.find(([pattern]) => pattern.test(fault.code))?.[1] ?? 'EXECUTION_ERROR'
  const { data } = rpcError(fault)
  return JSON.stringify({ type: 'error', data: { message: words(fault), code, fault: data } })
}

/** The answer to a request: FastAPI's `detail` is a member of our problems too. */
export const refusal = (fault: Fault): AdapterAnswer => ({
  status: fault.status,
  body: problem(fault),
})
