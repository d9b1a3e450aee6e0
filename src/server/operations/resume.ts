import { recordedConversation } from '../../env/conversation.ts'
import { nextTurn } from '../../env/episode.ts'
import { seedAt } from '../../env/seeds.ts'
import type { StoredEpisode } from '../../store/event-store.ts'
import type { EpisodeResumeRequest } from '../../wire/requests.ts'
import type { ResumeResult } from '../../wire/results.ts'
import { type Access, accessTo, type IssuedKeys, keysFor, toAccessFacts } from '../access.ts'
import type { HostCore } from '../core.ts'
import { type Caller, callerName, seesAll } from '../principal.ts'
import { eventsOnWire, toStepInfo, toStepResult } from '../results.ts'
import { isBusy, type Session } from '../session.ts'
import { findWithRows, isBehind, loadEpisode, parseOpening } from './load.ts'
import { toOpenResult } from './open-result.ts'

/**
 * Returns the current state of an episode with the whole conversation. A client uses it after a
 * dropped connection, or a crash of the client or the server. It changes nothing.
 *
 * @throws Fault of the areas `episode`, `store`
 */
export async function resumeOperation(
  core: HostCore,
  caller: Caller,
  request: EpisodeResumeRequest,
): Promise<ResumeResult> {
  const access = accessTo('episode.resume', caller, request.resume_key)
  const { session, stored: loadedEpisode } = await findWithRows(core, request.episode_id, access)
  if (session.index.group !== null && (await isPlayer(core, session, access))) {
    core.rollouts.messageReceived(session, caller.connection)
  }
  await session.flight?.result.catch(() => undefined)
  const isNew = loadedEpisode !== undefined && !isBusy(session) && isAt(session, loadedEpisode)
  const storedEpisode = isNew ? loadedEpisode : await loadEpisode(core, session.id, access)
  if (isBehind(session, storedEpisode.rows)) {
    core.sessions.drop(session.id)
    return resumeOperation(core, caller, request)
  }
  const keys = await keysFor(core, toAccessFacts(storedEpisode.summary), access)
  return toResumeResult(core, session, storedEpisode, keys)
}

/**
 * Whether the caller plays the episode. The visits of others must not keep its group waiting, and
 * the end of their connections is not that of the player's.
 */
async function isPlayer(core: HostCore, session: Session, access: Access): Promise<boolean> {
  const { caller } = access
  if (seesAll(caller) && callerName(caller) !== session.index.principal) return false
  return (await keysFor(core, session, access)).scope === 'play'
}

/** Whether a session is at the end of these rows. */
function isAt({ hash }: Session, { rows }: StoredEpisode): boolean {
  return rows[rows.length - 1]?.hash === hash
}

/** The state of a session in the form that its client gets. */
export function toResumeResult(
  core: HostCore,
  session: Session,
  storedEpisode: StoredEpisode,
  keys: IssuedKeys,
): ResumeResult {
  const { rows } = storedEpisode
  const opening = parseOpening(storedEpisode)
  const { environment } = session.setup
  const later = rows.slice(1).map(({ payload }) => payload)
  const { transcript, events, lastStep, last } = recordedConversation(environment, opening, later)
  const end = last?.end
  const position = rows[rows.length - 1]?.position ?? 0
  return {
    ...toOpenResult(core, session, opening, keys),
    revision_here: environment.revision,
    seed: environment.usesSeed ? seedAt(session.setup.seeds, position + 1) : null,
    messages: transcript as ResumeResult['messages'],
    next_seq: position + 1,
    last: lastStep === undefined ? null : toStepResult(session.id, lastStep.seq, lastStep.payload),
    closed: end !== undefined,
    terminated: end?.kind === 'terminated',
    truncated: end?.kind === 'truncated',
    next_turn: end === undefined ? nextTurnOf(session) : null,
    info: {
      ...(last === undefined ? { score: 0, reward_parts: {} } : toStepInfo(last)),
      ...(events.length === 0 ? {} : { events: eventsOnWire(events) }),
    },
  }
}

function nextTurnOf({ setup, state, refusal }: Session): ResumeResult['next_turn'] {
  if (refusal !== undefined || state.end !== undefined) return null
  const { turnsLeft, usedUp, message } = nextTurn(setup, state)
  return { turns_left: turnsLeft, used_up: { ...usedUp }, message }
}
