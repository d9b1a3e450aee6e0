import { assistantMessage } from '../../env/assistant-message.ts'
import type { Attempt } from '../../env/attempt.ts'
import { tellAttempt } from '../../env/group-account.ts'
import { withoutAttempts } from '../../env/group-block.ts'
import type { SteppedPayload } from '../../env/log.ts'
import type { AssistantMessage, ChatMessage } from '../../env/message.ts'
import type { Conversation, PublicEvent } from '../../env/public-event.ts'
import type { StoredEpisode } from '../../store/event-store.ts'
import type { HostCore } from '../core.ts'
import { drive } from './drive.ts'
import { openingOf } from './load.ts'

export interface ReadAttempt {
  readonly attempt: Attempt
  readonly seen: Conversation
}

/**
 * An attempt that ended without success, from its log.
 *
 * @throws Error if the log is not one of an environment that is here
 */
export async function readAttempt(
  core: HostCore,
  stored: StoredEpisode,
  place: Pick<Attempt, 'episode' | 'index'>,
  owner: string,
): Promise<ReadAttempt> {
  const { episode } = place
  const opening = openingOf(stored)
  const entry = core.catalog.get(opening.environment)
  if (entry === undefined) throw new Error(`there is no environment ${opening.environment}`)
  const { settings, dialect } = opening
  const reading = { environment: entry.environment, settings, dialect }
  const begun = withoutAttempts(opening.messages, opening.attempts_shown)
  const transcript: (ChatMessage | AssistantMessage)[] = [...begun]
  const events: PublicEvent[] = [...(opening.events ?? [])]
  let last: SteppedPayload | undefined
  for (const row of stored.rows.slice(1)) {
    last = JSON.parse(row.payload) as SteppedPayload
    if (last.action !== undefined) transcript.push(assistantMessage(last.action, reading))
    transcript.push(...last.messages)
    events.push(...(last.events ?? []))
  }
  const { end, metrics } = last ?? {}
  if (end === undefined || metrics === undefined) throw new Error(`episode ${episode} is open`)
  const outcome = { end, metrics, success: metrics.success === 1 }
  const seen = { transcript, events }
  const play = tellAttempt(entry.environment, place, seen, outcome)
  return { attempt: (await drive(core, owner, play)).result, seen }
}
