import { assistantMessage } from './assistant-message.ts'
import type { ClosedPayload, OpenedPayload, SteppedPayload } from './log.ts'
import type { AnyEnvironment } from './plugin.ts'
import type { Conversation } from './public-event.ts'

/** An episode reconstructed from its rows. */
interface RecordedConversation extends Conversation {
  /** The last step, and its number. */
  readonly lastStep: { readonly seq: number; readonly payload: SteppedPayload } | undefined
  /** The last row after the opening. */
  readonly last: SteppedPayload | ClosedPayload | undefined
}

/**
 * The conversation of a log.
 *
 * @param later the payloads of all rows after the opening, as JSON
 */
export function recordedConversation(
  environment: AnyEnvironment,
  opening: Pick<OpenedPayload, 'messages' | 'events' | 'settings' | 'dialect'>,
  later: readonly string[],
): RecordedConversation {
  const { messages, settings, dialect } = opening
  const transcript: Conversation['transcript'][number][] = [...messages]
  const events = [...(opening.events ?? [])]
  let lastStep: RecordedConversation['lastStep']
  let last: RecordedConversation['last']
  for (const [index, text] of later.entries()) {
    const payload = JSON.parse(text) as SteppedPayload | ClosedPayload
    last = payload
    if (!('action' in payload)) continue
    const reading = { environment, settings, dialect }
    transcript.push(assistantMessage(payload.action, reading), ...payload.messages)
    events.push(...(payload.events ?? []))
    lastStep = { seq: index + 1, payload }
  }
  return { transcript, events, lastStep, last }
}
