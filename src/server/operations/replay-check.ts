import { checkLog } from '../../env/log-check.ts'
import { InvalidLog } from '../../env/replay.ts'
import type { JsonObject } from '../../sim/json.ts'
import type { CheckedParams } from '../../wire/operations.ts'
import type { ReplayReport } from '../../wire/results.ts'
import { accessTo } from '../access.ts'
import type { HostCore } from '../core.ts'
import { type Caller, callerName, seesAll } from '../principal.ts'
import { notPlayedFault } from './fault-episode.ts'
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
  const { rows, defect } = await loadUnchecked(core, episode, access)
  const report = await checkLog(episode, rows, {
    findEnvironment: (id) => core.catalog.get(id)?.environment,
    findWorld: (hash) => availableWorld(core, hash),
    isChained: defect === null,
    play: (rowByRow) => inPieces(core, callerName(caller), rowByRow),
    ...(seesAll(caller) ? {} : { describeError: describePublicly }),
  })
  return seesAll(caller) ? report : withoutValues(report)
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

/** The message of an unexpected error may contain hidden facts. */
function describePublicly(error: unknown): string {
  if (error instanceof InvalidLog) return error.message
  const hidden = 'the environment failed during the replay; an admin can see the error'
  return notPlayedFault(error)?.message ?? hidden
}

/** The differing values may be hidden facts, so other callers get only their location. */
function withoutValues(report: ReplayReport): ReplayReport {
  const { difference } = report
  if (difference === null) return report
  return { ...report, difference: { ...difference, recorded: null, replayed: null } }
}
