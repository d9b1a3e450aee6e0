import { buildSetup } from '../../env/replay.ts'
import { recordedRevision, showing } from '../../env/revision.ts'
import { Fault } from '../../wire/faults.ts'
import type { OpenResult } from '../../wire/results.ts'
import { type Access, firstKeys, keysFor, toAccessFacts } from '../access.ts'
import type { HostCore } from '../core.ts'
import type { Caller } from '../principal.ts'
import { newSession } from '../session.ts'
import { beginEpisode, type NewEpisode, storeFirstRows } from './begin.ts'
import { loadEpisode, parseOpening, playedIn } from './load.ts'
import { toOpenResult } from './open-result.ts'

/** Opens an episode. If its open key was used before, returns the earlier episode instead. */
export async function openPlanned(
  core: HostCore,
  caller: Caller,
  newEpisode: NewEpisode,
): Promise<OpenResult> {
  const { opened, row } = await beginEpisode(core, newEpisode)
  const existing = await storeFirstRows(core, newEpisode.index.principal, [row])
  if (existing !== undefined)
    return repeatedOpening(core, caller, existing, newEpisode.requestDigest)
  if (newEpisode.group?.mode === 'feedback') core.recentLogs.begin(row.episode, row.payload)
  const { state } = opened
  core.sessions.offer(newSession({ state, ...newEpisode }, row, core.nowMs()))
  core.metrics.episodesOpened += 1
  core.metrics.attemptsShown += newEpisode.setup.attempts?.length ?? 0
  return toOpenResult(core, newEpisode, opened, firstKeys(core))
}

/** The fault for an open key that belongs to an episode of another request. */
export const keyReusedFault = (id: string): Fault =>
  new Fault(
    'episode/key_reused',
    `the open_key belongs to episode ${id}, which was asked for differently`,
  )

/** Returns the episode that was opened before, if its request was the same. */
export async function repeatedOpening(
  core: HostCore,
  caller: Caller,
  id: string,
  digest: string,
): Promise<OpenResult> {
  const access: Access = { caller, scope: 'play' }
  const storedEpisode = await loadEpisode(core, id, access, { most: 1 })
  const opening = parseOpening(storedEpisode)
  // A fork has a parent: it was requested otherwise.
  if (opening.request_digest !== digest || opening.parent !== null) {
    throw keyReusedFault(id)
  }
  const { summary: index } = storedEpisode
  const { played, world } = await playedIn(core, index)
  const setup = buildSetup(opening, showing(played, opening.settings), world)
  const keys = await keysFor(core, toAccessFacts(index), access)
  const session = { id, index, setup, revision: recordedRevision(opening) }
  return toOpenResult(core, session, opening, keys)
}
