import { isObject } from '../../../tools/json-object.ts'
import { Fault, type FaultCode, rpcError } from '../../../wire/faults.ts'

/** A JSON-RPC error as the official SDK creates it. */
interface SdkError {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

/**
 * Our fault codes by the SDK's error codes; all others become an invalid request. The SDK uses its
 * "internal error" for bad parameters too, while failures of this server are already faults.
 */
const CODES: Readonly<Record<number, FaultCode>> = {
  [-32_700]: 'request/malformed_json',
  [-32_601]: 'request/unknown_method',
}

/**
 * Adds our fault code to the data of an SDK message that has an error.
 *
 * @param status the HTTP status, if there is one
 */
export function withFaultCode<Message extends object>(message: Message, status?: number): Message {
  if (!('error' in message) || !isObject(message.error)) return message
  const error = message.error as unknown as SdkError
  const faultData = isObject(error.data) ? error.data : {}
  if (typeof faultData.code === 'string') return message
  const usual = status === 405 ? 'request/method_not_allowed' : 'request/invalid'
  // The SDK's text quotes the input, which may be very long.
  const { message: words, data } = rpcError(new Fault(CODES[error.code] ?? usual, error.message))
  const withCode = { ...error, message: words, data: { ...faultData, ...(data as object) } }
  return { ...message, error: withCode }
}

/** The start of the text of an error. No result starts like this. */
const ERROR = /^\{"jsonrpc":"2\.0",(?:"id":(?:"(?:[^"\\]|\\.)*"|[^",]+),)?"error":/

/** The same for an answer as text. */
export const withFaultCodeText = (text: string, status: number): string =>
  ERROR.test(text) ? JSON.stringify(withFaultCode(JSON.parse(text), status)) : text
