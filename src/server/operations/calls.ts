import type { CallRow } from '../../store/event-store.ts'
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
  const calls: Result<'episode.calls'> = []
  for await (const row of callRows(core, caller, id, { from, limit, pageSize: PAGE_CALLS })) {
    calls.push(callResult(row))
  }
  return calls
}

/** The stored calls of an episode, read in pages in the caller's turns. */
export async function* callRows(
  core: HostCore,
  caller: Caller,
  episode: string,
  { from, limit, pageSize }: { from: number; limit: number; pageSize: number },
): AsyncGenerator<CallRow, void, void> {
  const slice = core.scheduler.timeSlice(callerName(caller))
  for (let count = 0; count < limit; ) {
    const size = Math.min(pageSize, limit - count)
    const rows = await readStore(() => core.store.calls.load(episode, from + count, size))
    for (const row of rows) {
      if (slice.isUsedUp) await slice.renew()
      yield row
    }
    if (rows.length < size) return
    count += size
  }
}
