import type { JsonObject } from '../sim/json.ts'
import type { End, EndReason } from './end.ts'
import type { ChatMessage } from './message.ts'

export interface Opening<State> {
  readonly state: State
  readonly messages: readonly ChatMessage[]
}

export interface Transition<State> extends Opening<State> {
  readonly end?: End
  readonly notes?: Notes
}

/**
 * What the trainer may know of how the tool answers of a step came about, such as a chat server
 * that failed: one entry per call that has something to tell. Never for the model.
 */
export type Notes = readonly JsonObject[]

/** The episode goes on. */
export const next = <State>(state: State, messages: readonly ChatMessage[]): Transition<State> => ({
  state,
  messages,
})

/** The task is over, won or lost. */
export const terminated = <State>(
  state: State,
  messages: readonly ChatMessage[],
  reason: EndReason,
): Transition<State> => ({ state, messages, end: { kind: 'terminated', reason } })

/** A limit of the environment cut the episode short. */
export const truncated = <State>(
  state: State,
  messages: readonly ChatMessage[],
  reason: EndReason,
): Transition<State> => ({ state, messages, end: { kind: 'truncated', reason } })
