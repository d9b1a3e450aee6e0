import type { OpenedPayload } from '../../env/log.ts'
import { type Replayed, replayRows } from '../../env/replay.ts'
import type { JsonObject } from '../../sim/json.ts'
import type { StoredEpisode, StoredRow } from '../../store/event-store.ts'
import { Fault, shown } from '../../wire/faults.ts'
import { type Access, checkAccess } from '../access.ts'
import type { HostCore } from '../core.ts'
import { newSession, type Session } from '../session.ts'
import { lineOf } from './lines.ts'
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

/** Rows that are read at once: a long log is read in the turns of who asks for it. */
export const PAGE_ROWS = 32

/** Which rows of an episode are wanted; left out: from the first, and all. */
export interface RowRange {
  readonly from?: number
  readonly most?: number
}

/** The stored episode, if the caller may see it. */
export async function loadEpisode(
  core: HostCore,
  id: string,
  access: Access,
  { from = 0, most = Number.POSITIVE_INFINITY }: RowRange = {},
): Promise<StoredEpisode> {
  const rows: StoredRow[] = []
  for (;;) {
    const size = Math.min(PAGE_ROWS, most - rows.length)
    const page = await loadPage(core, id, access, from + rows.length, size)
    rows.push(...page.rows)
    if (page.rows.length < size || rows.length === most) return { ...page, rows }
    await core.turns.next(lineOf(core, access.caller))
  }
}

async function loadPage(
  core: HostCore,
  id: string,
  access: Access,
  from: number,
  size: number,
): Promise<StoredEpisode> {
  let stored: StoredEpisode | undefined
  try {
    stored = await core.store.load(id, from, size)
  } catch (error) {
    throw storeFault(error)
  }
  checkAccess(core.keys, id, stored?.summary.principal, access)
  return stored as StoredEpisode
}

async function loadSession(core: HostCore, id: string, access: Access): Promise<Session> {
  const line = lineOf(core, access.caller)
  await core.turns.next(line)
  // Another call may have loaded it while this one waited: there must be one session per episode.
  if (core.sessions.get(id) !== undefined) return findSession(core, id, access)
  const stored = await loadEpisode(core, id, access)
  const session = core.sessions.get(id) ?? (await buildSession(core, stored, line))
  const meanwhile = core.sessions.get(id)
  if (meanwhile !== undefined) return meanwhile
  core.sessions.put(session)
  core.metrics.episodesLoaded += 1
  return session
}

/**
 * A session at the end of a stored log.
 *
 * @param line in whose turns it is built
 */
export async function buildSession(
  core: HostCore,
  stored: StoredEpisode,
  line: string,
): Promise<Session> {
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
    const played = replayRows(rows, environment, world, { verify: false })
    const { setup, state } = await inTurns(core, line, played)
    const given = { id: summary.episode, index: summary, setup, state }
    return newSession(given, last, core.nowMs())
  } catch (error) {
    const message = `episode ${summary.episode} does not play as recorded`
    throw new Fault('episode/unverifiable', message, { cause: error })
  }
}

/** Replays a log in the turns of whoever wants it. */
export async function inTurns(
  { turns }: Pick<HostCore, 'turns'>,
  line: string,
  rowByRow: Generator<void, Replayed, void>,
): Promise<Replayed> {
  const share = turns.share(line)
  for (;;) {
    const { done, value } = rowByRow.next()
    if (done === true) return value
    if (share.isUsedUp) await share.renew()
  }
}

/** The opening row's payload. */
export const openingOf = (stored: StoredEpisode): OpenedPayload =>
  JSON.parse((stored.rows[0] as { payload: string }).payload) as OpenedPayload
