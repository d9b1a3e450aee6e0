import { Fault, type FaultCode, rpcError } from '../../../wire/faults.ts'

/** An error of JSON-RPC, as the official SDK makes it. */
interface SdkError {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

/**
 * Our codes of what the SDK refuses by itself, by its codes; anything else is no valid request.
 * So is its "internal error", which it has for parameters too: our own failures are faults.
 */
const CODES: Readonly<Record<number, FaultCode>> = {
  [-32_700]: 'request/malformed_json',
  [-32_601]: 'request/unknown_method',
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/**
 * A message of the SDK; one with an error has a code of ours among its data.
 *
 * @param status that of HTTP, where there is one
 */
export function coded<Message extends object>(message: Message, status?: number): Message {
  if (!('error' in message) || !isObject(message.error)) return message
  const error = message.error as unknown as SdkError
  const given = isObject(error.data) ? error.data : {}
  if (typeof given.code === 'string') return message
  const usual = status === 405 ? 'request/method_not_allowed' : 'request/invalid'
  // Its words quote what was sent, however long that was.
  const { message: words, data } = rpcError(new Fault(CODES[error.code] ?? usual, error.message))
  const withCode = { ...error, message: words, data: { ...given, ...(data as object) } }
  return { ...message, error: withCode }
}

/** How the text of an error begins, and that of no result. */
const ERROR = /^\{"jsonrpc":"2\.0",(?:"id":(?:"(?:[^"\\]|\\.)*"|[^",]+),)?"error":/

/** The same for the text of an answer. */
export const codedText = (text: string, status: number): string =>
  ERROR.test(text) ? JSON.stringify(coded(JSON.parse(text), status)) : text
