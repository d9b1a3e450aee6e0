import type { ChatMessage } from './message.ts'
import type { PublicEvent } from './public-event.ts'
import type { Turn } from './turn.ts'

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

/**
 * The events of a turn with rejected calls: the explanations that the answer gives, then what the
 * environment says happened.
 */
export function withRejections(
  { calls }: Turn,
  messages: readonly ChatMessage[],
  own: readonly PublicEvent[] = [],
): readonly PublicEvent[] {
  const events: PublicEvent[] = []
  for (const call of calls) {
    if (call.status !== 'rejected') continue
    const { id, name, explanation } = call
    if (!messages.some(({ content }) => content === explanation)) continue
    events.push({ kind: 'call_rejected', call_id: id, tool: name, explanation })
  }
  return [...events, ...own]
}

const NUDGED: readonly KernelEvent[] = [{ kind: 'nudged', malformed: null }]

/** The events of a turn that was answered by a nudge. */
export const nudgedEvents = (malformed: string | undefined): readonly KernelEvent[] =>
  malformed === undefined ? NUDGED : [{ kind: 'nudged', malformed }]
