import type { JsonObject } from '../sim/json.ts'
import type { End, EndReason } from './end.ts'
import type { ChatMessage } from './message.ts'
import type { PublicEvent } from './public-event.ts'

export interface Opening<State> {
  readonly state: State
  readonly messages: readonly ChatMessage[]
  /** What the messages say, for programs. Left out: nothing. */
  readonly events?: readonly PublicEvent[]
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

/** The episode continues. */
export const next = <State>(
  state: State,
  messages: readonly ChatMessage[],
  events?: readonly PublicEvent[],
): Transition<State> => (events === undefined ? { state, messages } : { state, messages, events })

/** The task is over, won or lost. */
export const terminated = <State>(
  state: State,
  messages: readonly ChatMessage[],
  reason: EndReason,
  events?: readonly PublicEvent[],
): Transition<State> => ended({ state, messages, events }, { kind: 'terminated', reason })

/** A limit of the environment cut the episode short. */
export const truncated = <State>(
  state: State,
  messages: readonly ChatMessage[],
  reason: EndReason,
  events?: readonly PublicEvent[],
): Transition<State> => ended({ state, messages, events }, { kind: 'truncated', reason })

type TransitionParts<State> = Pick<Transition<State>, 'state' | 'messages'> & {
  readonly events: readonly PublicEvent[] | undefined
}

const ended = <State>(
  { state, messages, events }: TransitionParts<State>,
  end: End,
): Transition<State> =>
  events === undefined ? { state, messages, end } : { state, messages, events, end }
