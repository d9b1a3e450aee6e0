import { endEpisode, type Stepped } from '../../env/episode.ts'
import type { SteppedPayload } from '../../env/log.ts'
import type { EpisodeCloseRequest } from '../../wire/requests.ts'
import type { CloseResult } from '../../wire/results.ts'
import type { HostCore } from '../core.ts'
import type { Caller } from '../principal.ts'
import { closeResult } from '../results.ts'
import type { Session } from '../session.ts'
import { faultEpisode } from './fault-episode.ts'
import { findSession, loadEpisode } from './load.ts'
import { storeEnd } from './store-end.ts'

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
  return closeResult(session.id, JSON.parse(row.payload) as SteppedPayload)
}

async function storeClose(
  core: HostCore,
  session: Session,
  reason: CloseReason,
): Promise<CloseResult> {
  const stepped = await ended(core, session, reason)
  await storeEnd(core, session, stepped, null)
  core.metrics.episodesClosed += 1
  return closeResult(session.id, stepped.answer)
}

async function ended(core: HostCore, session: Session, reason: CloseReason): Promise<Stepped> {
  try {
    return endEpisode(session.setup, session.state, reason)
  } catch (error) {
    throw await faultEpisode(core, session, error)
  }
}
