import type { Stepped } from '../../env/episode.ts'
import { closedPayload } from '../../env/log.ts'
import type { HostCore } from '../core.ts'
import type { Session } from '../session.ts'
import { commitRows, dropMovedSession, makeRow, nextPosition, toProgress } from './rows.ts'

/**
 * Stores an end that the environment did not cause, and then updates the session.
 *
 * @param detail bounded text for operators, or null
 * @param fault whether the client closed it because of its own failure
 * @throws Fault `store/unavailable`, `store/full`, `episode/moved`: the episode is still open
 */
export async function storeEnd(
  core: HostCore,
  session: Session,
  { state, answer }: Stepped,
  detail: string | null,
  fault = false,
): Promise<void> {
  const payload = JSON.stringify(closedPayload(detail, answer, fault))
  const progress = toProgress(state, answer.metrics)
  const row = makeRow(nextPosition(session), 'closed', payload, progress)
  const outcome = await commitRows(core, session.index.principal, [row])
  if (outcome.status === 'conflict') throw dropMovedSession(core, session.id)
  session.state = state
  session.position = row.position
  session.hash = row.hash
  session.ending = { answer, fault }
  session.endedMs = core.store.nowMs()
  core.sessions.retire(session.id)
  if (session.index.group === null) return
  core.recentLogs.add(session.id, row)
  core.rollouts.ended(session, answer)
}
