import type { JsonObject } from '../../../sim/json.ts'
import type { Fault } from '../../../wire/faults.ts'
import type { ChatCompletion, ChatRequest, CompletionHead, TextDelta } from './chat-form.ts'
import type { SseEvent } from './sse-event.ts'

/**
 * One answer as a stream of events. Text is sent as it arrives. Tool calls are sent complete at the
 * end, because some servers repeat or reorder their parts.
 */
export interface AnswerStream {
  /** The events before the first token. */
  begin(): readonly SseEvent[]
  /** The events for more text. Thoughts that arrive after the text are sent at the end. */
  text(delta: TextDelta): readonly SseEvent[]
  /**
   * The remaining events.
   *
   * @param completion the complete answer, which starts with the text that was sent
   * @throws Error if it does not
   */
  end(completion: ChatCompletion): readonly SseEvent[]
}

/** One of the API formats of agents, translated to the chat form and back. */
export interface Format {
  /** @throws Fault `request/invalid` that names the value and the remedy */
  toChat(body: unknown): ChatRequest
  /** The body of an answer that is not streamed. */
  fromChat(completion: ChatCompletion, request: ChatRequest): JsonObject
  stream(head: CompletionHead, request: ChatRequest): AnswerStream
  /** The body of a refusal. */
  faultBody(fault: Fault): JsonObject
  /**
   * The events that end a stream with a fault.
   *
   * @param sent the number of events sent before
   */
  faultEvents(fault: Fault, sent: number): readonly SseEvent[]
}

/** All events of an answer that is already complete. */
export function completionEvents(
  format: Format,
  completion: ChatCompletion,
  request: ChatRequest,
): readonly SseEvent[] {
  const stream = format.stream(completion, request)
  return [...stream.begin(), ...stream.end(completion)]
}
