import { FAULTS, type FaultCode } from '../../src/wire/faults.ts'
import { ROOT } from '../tidy/files.ts'
import { codeOf, SEALED_FROM } from './arena.ts'
import { BOOM } from './broken-environments.ts'

/** Text that stands in whatever the well-behaved clients write. */
export const MARKER = 'marker-of-the-well-behaved'

const FAULT_CHARACTERS_MAX = 4_000
const SEALED = Array.from({ length: 100 }, (_, place) => codeOf(SEALED_FROM + place))
const INTERNALS = [ROOT, 'node_modules', 'file:///', '\\n    at ', 'RangeError', 'TypeError', BOOM]

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What is wrong with any text that an attacker got, besides its form. */
export function leaks(text: string): string[] {
  const wrong: string[] = []
  if (text.includes(MARKER)) wrong.push("shows another principal's episode")
  if (SEALED.some((code) => text.includes(code))) wrong.push('shows a hidden code')
  const internal = INTERNALS.find((words) => text.includes(words))
  if (internal !== undefined) wrong.push(`shows internals: ${internal}`)
  return wrong
}

/** What is wrong with the coded part of a refusal. */
export function faultProblems(data: unknown, status?: number): string[] {
  if (!isObject(data)) return ['a refusal without data']
  const { code, hint } = data
  if (typeof code !== 'string' || !Object.hasOwn(FAULTS, code)) {
    return [`an unknown code ${JSON.stringify(code)}`]
  }
  const known = FAULTS[code as FaultCode]
  const wrong: string[] = []
  if (code === 'server/internal') wrong.push('server/internal')
  if (data.status !== known.status) wrong.push(`${code} with status ${JSON.stringify(data.status)}`)
  if (status !== undefined && status !== known.status) wrong.push(`${code} in HTTP ${status}`)
  if (data.retryable !== known.retryable) wrong.push(`${code} without its retryable`)
  if (typeof hint !== 'string' || hint.length < 5) wrong.push(`${code} without a hint`)
  return wrong
}

/** What is wrong with a frame that a server sent, by the rules of the protocol. */
export function frameProblems(text: string): string[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return ['a frame that is not JSON']
  }
  const answers = Array.isArray(value) ? value : [value]
  return [...leaks(text), ...answers.flatMap(answerProblems)]
}

function answerProblems(answer: unknown): string[] {
  if (!isObject(answer) || answer.jsonrpc !== '2.0') return ['an answer that is no JSON-RPC 2.0']
  if ('method' in answer) return 'id' in answer ? ['a notification with an id'] : []
  if ('result' in answer === 'error' in answer) return ['an answer without result or error']
  if (!('id' in answer)) return ['an answer without an id']
  if ('result' in answer) return []
  const { error } = answer
  if (!isObject(error) || typeof error.code !== 'number') return ['an error without a code']
  const size = JSON.stringify(error).length
  const large = size > FAULT_CHARACTERS_MAX ? ['an error of unbounded length'] : []
  return [...large, ...faultProblems(error.data)]
}

/** What is wrong with an HTTP refusal in the problem+json form. */
export function problemProblems(status: number, type: string, text: string): string[] {
  const wrong = leaks(text)
  if (text.length > FAULT_CHARACTERS_MAX) wrong.push('a problem of unbounded length')
  if (!type.includes('application/problem+json')) return [...wrong, `HTTP ${status} as ${type}`]
  try {
    return [...wrong, ...faultProblems(JSON.parse(text), status)]
  } catch {
    return [...wrong, 'a problem that is not JSON']
  }
}
