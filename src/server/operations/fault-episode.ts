import { endEpisode } from '../../env/episode.ts'
import { closedPayload } from '../../env/log.ts'
import { Fault } from '../../wire/faults.ts'
import type { HostCore } from '../core.ts'
import type { Session } from '../session.ts'
import { commitRows, makeRow, movedElsewhere, progressOf } from './rows.ts'

const DETAIL_CHARACTERS_MAX = 500

/**
 * Ends an episode whose environment threw: a bug there, not the caller's. Its log is kept and says
 * so; nothing else is touched. Answers the fault to throw.
 */
export async function faultEpisode(
  core: HostCore,
  session: Session,
  error: unknown,
): Promise<Fault> {
  const message = error instanceof Error ? error.message : String(error)
  core.log.error({ episode: session.id, error: message }, 'an environment failed in a step')
  core.metrics.episodesFaulted += 1
  const { state, answer } = endEpisode(session.setup, session.state, 'faulted')
  const detail = message.slice(0, DETAIL_CHARACTERS_MAX)
  const at = { episode: session.id, position: session.position + 1, previousHash: session.hash }
  const payload = JSON.stringify(closedPayload(detail, answer))
  const row = makeRow(at, 'closed', payload, progressOf(state, answer.metrics))
  const outcome = await commitRows(core, [row])
  if (outcome.status === 'conflict') return movedElsewhere(core, session.id)
  session.state = state
  session.position = row.position
  session.hash = row.hash
  core.sessions.retire(session.id)
  return new Fault('episode/faulted', `episode ${session.id} failed in its environment`)
}
