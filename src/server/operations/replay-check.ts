import { checkLog } from '../../env/log-check.ts'
import type { JsonObject } from '../../sim/json.ts'
import type { CheckedParams } from '../../wire/operations.ts'
import type { ReplayReport } from '../../wire/results.ts'
import { accessTo } from '../access.ts'
import type { HostCore } from '../core.ts'
import { type Caller, callerName, seesAll } from '../principal.ts'
import { inPieces, loadUnchecked } from './load.ts'
import { temporaryFault } from './temporary-fault.ts'

/**
 * Checks the hash chain of an episode, plays it again and compares every byte.
 *
 * @throws Fault `episode/not_found`, `store/unavailable`
 */
export async function replayCheck(
  core: HostCore,
  caller: Caller,
  { episode_id: episode, resume_key: resumeKey }: CheckedParams<'episode.replay'>,
): Promise<ReplayReport> {
  const access = accessTo('episode.replay', caller, resumeKey)
  const { rows, summary, defect } = await loadUnchecked(core, episode, access)
  const report = await checkLog(episode, rows, {
    findEnvironment: (id) => core.catalog.get(id)?.environment,
    findWorld: (hash) => availableWorld(core, hash),
    isChained: defect === null,
    play: (rowByRow) => inPieces(core, callerName(caller), rowByRow),
  })
  return seesAll(caller) ? report : publicReport(report, core.catalog.has(summary.environment))
}

/** An unavailable store does not mean that the log is wrong. */
async function availableWorld(core: HostCore, hash: string): Promise<JsonObject | undefined> {
  try {
    return await core.world(hash)
  } catch (error) {
    if (temporaryFault(error) !== undefined) throw error
    return undefined
  }
}

/** The differing values may be hidden facts, so other callers get only their location. */
function publicReport(report: ReplayReport, playable: boolean): ReplayReport {
  const { difference, verdict } = report
  if (verdict === 'unverifiable' && playable) return { ...report, reason: 'it fails' }
  if (difference === null) return report
  return { ...report, difference: { ...difference, recorded: null, replayed: null } }
}
