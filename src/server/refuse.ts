import type { Duplex } from 'node:stream'
import { type Fault, problemBody } from '../wire/faults.ts'
import { ANSWER_HEADERS, faultHeaders } from './http/answer-headers.ts'

/** Sends an HTTP refusal in the problem+json form on a raw connection, and ends it. */
export function refuse(
  stream: Duplex,
  fault: Fault,
  headers: Readonly<Record<string, string>> = {},
): void {
  const body = JSON.stringify(problemBody(fault))
  const lines = [
    `HTTP/1.1 ${fault.status} ${fault.code}`,
    `content-length: ${Buffer.byteLength(body)}`,
    ...Object.entries({ ...ANSWER_HEADERS, ...faultHeaders(fault), ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    ),
    'connection: close',
  ]
  stream.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
}
