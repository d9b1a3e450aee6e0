import type { OpenedPayload } from '../../env/log.ts'
import { replay } from '../../env/replay.ts'
import type { JsonObject } from '../../sim/json.ts'
import type { StoredEpisode } from '../../store/event-store.ts'
import { Fault, shown } from '../../wire/faults.ts'
import { type Access, checkAccess } from '../access.ts'
import type { HostCore } from '../core.ts'
import { newSession, type Session } from '../session.ts'
import { storeFault } from './rows.ts'

/**
 * The session of an episode, from memory or built again from its log.
 *
 * @throws Fault `episode/not_found`, `episode/unverifiable`, `store/unavailable`
 */
export function findSession(
  core: HostCore,
  id: string,
  access: Access,
): Session | Promise<Session> {
  const session = core.sessions.get(id)
  if (session === undefined) return loadSession(core, id, access)
  checkAccess(core.keys, id, session.index.principal, access)
  return session
}

/** The stored episode, if the caller may see it. */
export async function loadEpisode(
  core: HostCore,
  id: string,
  access: Access,
  fromPosition = 0,
): Promise<StoredEpisode> {
  let stored: StoredEpisode | undefined
  try {
    stored = await core.store.load(id, fromPosition)
  } catch (error) {
    throw storeFault(error)
  }
  checkAccess(core.keys, id, stored?.summary.principal, access)
  return stored as StoredEpisode
}

async function loadSession(core: HostCore, id: string, access: Access): Promise<Session> {
  const stored = await loadEpisode(core, id, access)
  // Another call may have loaded it while this one waited: there must be one session per episode.
  const present = core.sessions.get(id)
  if (present !== undefined) return present
  const session = await buildSession(core, stored)
  const meanwhile = core.sessions.get(id)
  if (meanwhile !== undefined) return meanwhile
  core.sessions.put(session)
  core.metrics.episodesLoaded += 1
  return session
}

/** A session at the end of a stored log. */
export async function buildSession(core: HostCore, stored: StoredEpisode): Promise<Session> {
  const { summary, rows } = stored
  const environment = core.offers.get(summary.environment)?.environment
  if (environment === undefined) {
    const message = `episode ${summary.episode} was played in ${shown(summary.environment)}`
    throw new Fault('episode/unverifiable', `${message}, which this server does not have`)
  }
  const world: JsonObject = await core.world(summary.worldHash)
  const last = rows[rows.length - 1]
  if (last === undefined) throw new Error(`episode ${summary.episode} has no rows`)
  try {
    const { setup, state } = replay(rows, environment, world, { verify: false })
    const given = { id: summary.episode, index: summary, setup, state }
    return newSession(given, last, core.nowMs())
  } catch (error) {
    const message = `episode ${summary.episode} does not play as recorded`
    throw new Fault('episode/unverifiable', message, { cause: error })
  }
}

/** The opening row's payload. */
export const openingOf = (stored: StoredEpisode): OpenedPayload =>
  JSON.parse((stored.rows[0] as { payload: string }).payload) as OpenedPayload
