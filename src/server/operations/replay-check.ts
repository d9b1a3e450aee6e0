import { type Difference, ReplayError, replay } from '../../env/replay.ts'
import type { StoredRow } from '../../store/event-store.ts'
import { NO_HASH, rowHash } from '../../store/row-hash.ts'
import type { ReplayReport } from '../../wire/results.ts'
import type { HostCore } from '../core.ts'
import type { Caller } from '../principal.ts'
import { seesAll } from '../views.ts'
import { loadEpisode } from './load.ts'

/**
 * Checks the hash chain of an episode and plays it again, byte for byte.
 *
 * @throws Fault `episode/not_found`, `store/unavailable`
 */
export async function replayCheck(
  core: HostCore,
  caller: Caller,
  episode: string,
): Promise<ReplayReport> {
  const { rows, summary } = await loadEpisode(core, episode, { caller, scope: 'view' })
  const report = { episode_id: episode, rows: rows.length, difference: null, reason: null }
  const broken = brokenLink(rows)
  if (broken !== undefined) {
    const reason = `the hash chain breaks at position ${broken}`
    return { ...report, verdict: 'broken_chain', reason }
  }
  const environment = core.offers.get(summary.environment)?.environment
  if (environment === undefined) {
    const reason = `this server does not have ${summary.environment}`
    return { ...report, verdict: 'unverifiable', reason }
  }
  try {
    replay(rows, environment, await core.world(summary.worldHash), { verify: true })
    return { ...report, verdict: 'verified' }
  } catch (error) {
    if (error instanceof ReplayError) {
      const difference = shownDifference(error.difference, seesAll(caller))
      return { ...report, verdict: 'different', difference, reason: error.message }
    }
    const reason = error instanceof Error ? error.message : String(error)
    return { ...report, verdict: 'unverifiable', reason: seesAll(caller) ? reason : 'it fails' }
  }
}

function shownDifference(difference: Difference, all: boolean): ReplayReport['difference'] {
  const { position, path, recorded, replayed } = difference
  // The differing values may be hidden facts: other callers learn where, not what.
  return all
    ? { position, path, recorded: recorded ?? null, replayed: replayed ?? null }
    : { position, path, recorded: null, replayed: null }
}

/** The first position at which the chain of hashes does not hold, or undefined. */
export function brokenLink(rows: readonly StoredRow[]): number | undefined {
  let previous = NO_HASH
  for (const [position, row] of rows.entries()) {
    const expected = rowHash(previous, row.episode, position, row.kind, row.payload)
    if (row.position !== position || row.previousHash !== previous || row.hash !== expected) {
      return position
    }
    previous = row.hash
  }
  return undefined
}
