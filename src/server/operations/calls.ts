import type { CheckedParams, Result } from '../../wire/operations.ts'
import { accessTo } from '../access.ts'
import type { HostCore } from '../core.ts'
import { callResult } from '../gateway/call-result.ts'
import { type Caller, callerName } from '../principal.ts'
import { loadEpisode } from './load.ts'
import { readStore } from './store-reads.ts'

/** The calls to read at once. Each may contain a complete prompt. */
const PAGE_CALLS = 16

/**
 * The model calls of an episode, from a given number on.
 *
 * @throws Fault `episode/not_found`, `episode/damaged`, `store/unavailable`
 */
export async function readCalls(
  core: HostCore,
  caller: Caller,
  { episode_id: id, from, limit, resume_key: resumeKey }: CheckedParams<'episode.calls'>,
): Promise<Result<'episode.calls'>> {
  await loadEpisode(core, id, accessTo('episode.calls', caller, resumeKey), { most: 1 })
  const slice = core.scheduler.timeSlice(callerName(caller))
  const calls: Result<'episode.calls'> = []
  for (;;) {
    const size = Math.min(PAGE_CALLS, limit - calls.length)
    const rows = await readStore(() => core.store.calls.load(id, from + calls.length, size))
    for (const row of rows) {
      if (slice.isUsedUp) await slice.renew()
      calls.push(callResult(row))
    }
    if (rows.length < size || calls.length === limit) return calls
  }
}
