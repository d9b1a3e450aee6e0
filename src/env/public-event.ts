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
