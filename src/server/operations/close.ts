import type { EndReason } from '../../env/environment.ts'
import { endEpisode, type StepAnswer } from '../../env/episode.ts'
import type { ClosedPayload } from '../../env/log.ts'
import { Fault } from '../../wire/faults.ts'
import type { EpisodeCloseRequest } from '../../wire/requests.ts'
import type { CloseResult } from '../../wire/results.ts'
import type { HostCore } from '../core.ts'
import type { Caller } from '../principal.ts'
import { closeResult } from '../results.ts'
import type { Session } from '../session.ts'
import { faultEpisode } from './fault-episode.ts'
import { findSession, loadEpisode } from './load.ts'
import { conditionOf } from './open-result.ts'
import { storeEnd } from './store-end.ts'

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
  const { episode_id: id, resume_key: resumeKey, fault = false } = request
  const access = { caller, resumeKey, scope: 'play' } as const
  const session = await findSession(core, id, access)
  const reason = request.reason ?? (fault ? 'client_fault' : 'client_closed')
  const answer = await close(core, session, fault ? 'client_fault' : reason, fault)
  const condition = conditionOf(session)
  if (answer !== undefined && session.index.run === null) {
    return closeResult(id, answer, { condition, baseline: null, fault })
  }
  // The row that ended it, and the mean before it, are the store's to tell: also to who asks again.
  const { rows, summary } = await loadEpisode(core, id, access, session.position)
  const ended = JSON.parse((rows[0] as { payload: string }).payload) as ClosedPayload
  const { baseline } = summary
  return closeResult(id, ended, {
    condition,
    baseline: baseline === null ? null : Math.round(baseline) / 1000,
    fault: ended.fault === true,
  })
}

/** Ends an episode for a reason of the server's own, unless it is over. */
export async function endFromOutside(
  core: HostCore,
  owner: Caller,
  id: string,
  reason: EndReason,
): Promise<void> {
  const session = await findSession(core, id, { caller: owner, scope: 'play' })
  await close(core, session, reason, false)
}

/** Ends an episode and gives the answer that ended it; undefined if it was over. */
async function close(
  core: HostCore,
  session: Session,
  reason: EndReason,
  fault: boolean,
): Promise<StepAnswer | undefined> {
  while (session.flight !== undefined || session.closing !== undefined) {
    await (session.flight?.result ?? session.closing)?.catch(() => undefined)
  }
  if (session.state.end !== undefined) return undefined
  const closing = storeClose(core, session, reason, fault)
  session.closing = closing
  try {
    return await closing
  } finally {
    session.closing = undefined
  }
}

async function storeClose(
  core: HostCore,
  session: Session,
  reason: EndReason,
  fault: boolean,
): Promise<StepAnswer> {
  try {
    const ended = endEpisode(session.setup, session.state, reason)
    await storeEnd(core, session, ended, null, fault)
    core.metrics.episodesClosed += 1
    return ended.answer
  } catch (error) {
    // What is no fault was thrown by the environment, or over an answer that JSON cannot carry.
    throw error instanceof Fault ? error : await faultEpisode(core, session, error)
  }
}
