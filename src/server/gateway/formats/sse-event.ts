import type { JsonObject } from '../../../sim/json.ts'

/** One server-sent event. An event without data is a comment, which clients skip. */
export interface SseEvent {
  readonly event?: string
  readonly data?: JsonObject | '[DONE]'
}

/** The text of an event on the wire. */
export function sseText({ event, data }: SseEvent): string {
  if (data === undefined) return ': keep-alive\n\n'
  const name = event === undefined ? '' : `event: ${event}\n`
  return `${name}data: ${data === '[DONE]' ? data : JSON.stringify(data)}\n\n`
}
