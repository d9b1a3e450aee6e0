import type { Attempt } from '../../env/attempt.ts'
import { recordedConversation } from '../../env/conversation.ts'
import { describeAttempt } from '../../env/group-account.ts'
import { withoutAttempts } from '../../env/group-block.ts'
import type { OpenedPayload } from '../../env/log.ts'
import type { Conversation } from '../../env/public-event.ts'
import type { StoredEpisode } from '../../store/event-store.ts'
import type { HostCore } from '../core.ts'
import { drive } from './drive.ts'

export const rowPayloads = ({ rows }: Pick<StoredEpisode, 'rows'>): readonly string[] =>
  rows.map(({ payload }) => payload)

export interface ReadAttempt {
  readonly attempt: Attempt
  readonly seen: Conversation
}

/**
 * Reads an attempt without success from its log.
 *
 * @param payloads of all of its rows, as JSON
 * @throws Error if this server does not have the log's environment
 */
export async function readAttempt(
  core: HostCore,
  payloads: readonly string[],
  rollout: Pick<Attempt, 'episode' | 'index'>,
  owner: string,
): Promise<ReadAttempt> {
  const { episode } = rollout
  const opening = JSON.parse(payloads[0] ?? '') as OpenedPayload
  const entry = core.catalog.get(opening.environment)
  if (entry === undefined) throw new Error(`there is no environment ${opening.environment}`)
  const messages = withoutAttempts(opening.messages, opening.attempts_shown)
  const later = payloads.slice(1)
  const conversation = recordedConversation(entry.environment, { ...opening, messages }, later)
  const { end, metrics } = conversation.last ?? {}
  if (end === undefined || metrics === undefined) throw new Error(`episode ${episode} is open`)
  const outcome = { end, metrics, success: metrics.success === 1 }
  const play = describeAttempt(entry.environment, rollout, conversation, outcome)
  return { attempt: (await drive(core, owner, play)).result, seen: conversation }
}
