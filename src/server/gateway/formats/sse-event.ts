import type { JsonObject } from '../../../sim/json.ts'

/** One server-sent event. */
export interface SseEvent {
  readonly event?: string
  readonly data: JsonObject | '[DONE]'
}

/** The text of an event on the wire. */
export function sseText({ event, data }: SseEvent): string {
  const name = event === undefined ? '' : `event: ${event}\n`
  return `${name}data: ${data === '[DONE]' ? data : JSON.stringify(data)}\n\n`
}
