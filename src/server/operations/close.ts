import { endEpisode } from '../../env/episode.ts'
import type { SteppedPayload } from '../../env/log.ts'
import { Fault } from '../../wire/faults.ts'
import type { EpisodeCloseRequest } from '../../wire/requests.ts'
import type { CloseResult } from '../../wire/results.ts'
import type { HostCore } from '../core.ts'
import type { Caller } from '../principal.ts'
import { closeResult } from '../results.ts'
import type { Session } from '../session.ts'
import { faultEpisode } from './fault-episode.ts'
import { findSession, loadEpisode } from './load.ts'
import { storeEnd } from './store-end.ts'

const UNGROUPED = { condition: 'clean', baseline: null, fault: false } as const

type CloseReason = NonNullable<EpisodeCloseRequest['reason']>

/**
 * Ends an episode, or tells the result of one that is over. Waits for a step that is under way.
 *
 * @throws Fault of the areas `episode`, `store`
 */
export async function closeOperation(
  core: HostCore,
  caller: Caller,
  request: EpisodeCloseRequest,
): Promise<CloseResult> {
  const access = { caller, resumeKey: request.resume_key, scope: 'play' } as const
  const session = await findSession(core, request.episode_id, access)
  while (session.flight !== undefined || session.closing !== undefined) {
    await (session.flight?.result ?? session.closing)?.catch(() => undefined)
  }
  if (session.state.end === undefined) {
    const closing = storeClose(core, session, request.reason ?? 'client_closed')
    session.closing = closing
    try {
      return await closing
    } finally {
      session.closing = undefined
    }
  }
  const stored = await loadEpisode(core, session.id, access, session.position)
  const row = stored.rows[0] as { payload: string }
  return closeResult(session.id, JSON.parse(row.payload) as SteppedPayload, UNGROUPED)
}

async function storeClose(
  core: HostCore,
  session: Session,
  reason: CloseReason,
): Promise<CloseResult> {
  try {
    const stepped = endEpisode(session.setup, session.state, reason)
    await storeEnd(core, session, stepped, null)
    core.metrics.episodesClosed += 1
    return closeResult(session.id, stepped.answer, UNGROUPED)
  } catch (error) {
    // What is no fault was thrown by the environment, or over an answer that JSON cannot carry.
    throw error instanceof Fault ? error : await faultEpisode(core, session, error)
  }
}
