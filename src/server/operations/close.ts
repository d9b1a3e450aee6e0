import type { EndReason } from '../../env/end.ts'
import { endEpisode, endUnasked } from '../../env/episode.ts'
import { isAttempt } from '../../env/group.ts'
import type { ClosedPayload } from '../../env/log.ts'
import { Fault } from '../../wire/faults.ts'
import type { EpisodeCloseRequest } from '../../wire/requests.ts'
import type { CloseResult } from '../../wire/results.ts'
import { type Access, accessTo } from '../access.ts'
import type { HostCore } from '../core.ts'
import type { Caller } from '../principal.ts'
import { toCloseResult } from '../results.ts'
import type { Ending, Session } from '../session.ts'
import { faultEpisode } from './fault-episode.ts'
import { findSession, loadEpisode } from './load.ts'
import { readCondition } from './open-result.ts'
import { storeEnd } from './store-end.ts'
import { readStore } from './store-reads.ts'

/**
 * Ends an episode, or returns the result of one that has ended. Waits for a step that is under way.
 *
 * @throws Fault of the areas `episode`, `store`
 */
export async function closeOperation(
  core: HostCore,
  caller: Caller,
  request: EpisodeCloseRequest,
): Promise<CloseResult> {
  const { episode_id: id, resume_key: resumeKey, fault = false } = request
  const access = accessTo('episode.close', caller, resumeKey)
  const reason = fault ? 'client_fault' : (request.reason ?? 'client_closed')
  const session = await closeStored(core, id, access, { reason, fault })
  const ending = session.ending ?? (await storedEnding(core, session, access))
  return toCloseResult(id, ending.answer, {
    condition: readCondition(session),
    baseline: await readBaseline(core, session),
    fault: ending.fault,
  })
}

/** The end of an episode that was not in memory when it ended. */
async function storedEnding(core: HostCore, session: Session, access: Access): Promise<Ending> {
  const { rows } = await loadEpisode(core, session.id, access, { from: session.position, most: 1 })
  const answer = JSON.parse((rows[0] as { payload: string }).payload) as ClosedPayload
  return { answer, fault: answer.fault === true }
}

/** The mean of earlier attempts, as stored when the episode ended. */
async function readBaseline(core: HostCore, { id, index }: Session): Promise<number | null> {
  if (index.run === null) return null
  const baseline = await readStore(() => core.store.book.baseline(id))
  return baseline === null ? null : Math.round(baseline) / 1000
}

/** Ends an episode for a reason of the server itself, unless it has ended. */
export async function endFromOutside(
  core: HostCore,
  owner: Caller,
  id: string,
  reason: EndReason,
): Promise<void> {
  await closeStored(core, id, { caller: owner, scope: 'play' }, { reason, fault: false })
}

interface CloseRequest {
  readonly reason: EndReason
  readonly fault: boolean
}

const TRIES_MAX = 4

/** Closes an episode in its stored state. If another server was faster, its log is read again. */
async function closeStored(
  core: HostCore,
  id: string,
  access: Access,
  { reason, fault }: CloseRequest,
): Promise<Session> {
  for (let triesLeft = TRIES_MAX - 1; ; triesLeft--) {
    const session = await findSession(core, id, access)
    try {
      await close(core, session, reason, fault)
      return session
    } catch (error) {
      const isMoved = error instanceof Fault && error.code === 'episode/moved'
      if (!isMoved || triesLeft === 0) throw error
    }
  }
}

async function close(
  core: HostCore,
  session: Session,
  reason: EndReason,
  fault: boolean,
): Promise<void> {
  while (session.flight !== undefined || session.closing !== undefined) {
    await (session.flight?.result ?? session.closing)?.catch(() => undefined)
  }
  if (session.state.end !== undefined) return
  const closing = storeClose(core, session, reason, fault)
  session.closing = closing
  try {
    await closing
  } finally {
    session.closing = undefined
  }
}

async function storeClose(
  core: HostCore,
  session: Session,
  reason: EndReason,
  fault: boolean,
): Promise<void> {
  try {
    const { setup, state, refusal } = session
    if (refusal === undefined) {
      await storeEnd(core, session, endEpisode(setup, state, reason), null, fault)
    } else {
      // The environment cannot score the rest, so the episode does not count as an attempt.
      const ended = endUnasked(setup, state, isAttempt(reason) ? 'abandoned' : reason)
      await storeEnd(core, session, ended, 'closed by a program that cannot play it', fault)
    }
    core.metrics.episodesClosed += 1
  } catch (error) {
    // All other errors come from the environment, or from an answer that JSON cannot represent.
    throw error instanceof Fault ? error : await faultEpisode(core, session, error)
  }
}
