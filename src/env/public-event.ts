import type { JsonObject } from '../sim/json.ts'
import type { Transcript } from './message.ts'

/**
 * What happened in a step, for programs: plain JSON that says what the step's messages say, and
 * nothing else. Trainers, critiques and the console read events; the model never sees them. The
 * answer to a call has the id of the call as `call_id`.
 */
export type PublicEvent = JsonObject & { readonly kind: string }

/** An episode as players and critiques see it: what the agent saw, and the events that say it. */
export interface Conversation {
  readonly transcript: Transcript
  /** Of the opening and of all steps, in order. */
  readonly events: readonly PublicEvent[]
}

/** The events that the kernel adds to those of every environment. */
export type KernelEvent =
  /** A call was not carried out: an unknown tool, bad arguments, or one call too many. */
  | {
      readonly kind: 'call_rejected'
      readonly call_id: string
      readonly tool: string
      readonly explanation: string
    }
  /** The turn had neither a call nor an answer; `malformed` says why it could not be read. */
  | { readonly kind: 'nudged'; readonly malformed: string | null }
