import type { StoredRow } from '../../store/event-store.ts'
import type { EpisodeWatchRequest } from '../../wire/requests.ts'
import type { LogRowResult, WatchResult } from '../../wire/results.ts'
import { isOwn } from '../access.ts'
import type { HostCore } from '../core.ts'
import { type Caller, callerName } from '../principal.ts'
import { rowResult } from '../views.ts'
import type { Watches } from '../watches.ts'
import { loadEpisode, PAGE_ROWS } from './load.ts'

/** A running watch: its first answer, and the way to end it. */
export interface Watch {
  readonly result: WatchResult
  /** Sends the rows there are; later ones follow by themselves. Call it after `result` was sent. */
  start(): void
  stop(): void
}

/** Told why a watch is over that had begun, and of the first row that was not sent. */
export type WatchFailed = (error: unknown, position: number) => void

/**
 * Watches an episode: every row from a position on, in order, without gap or repetition, those
 * stored later included.
 *
 * @throws Fault `episode/not_found`, `store/unavailable`
 */
export async function watchOperation(
  core: HostCore,
  watches: Watches,
  caller: Caller,
  request: EpisodeWatchRequest,
  send: (row: LogRowResult) => void,
  fail: WatchFailed,
): Promise<Watch> {
  const { episode_id: episode, from = 0 } = request
  const access = { caller, resumeKey: request.resume_key, scope: 'view' } as const
  // Rows that are stored while the log is being read wait here, so that none is missed.
  let waiting: StoredRow[] | undefined = []
  let isOver = false
  let next = from
  let environmentId = ''
  let isByKey = true
  const deliver = (row: StoredRow): void => {
    if (isOver || row.position < next) return
    next = row.position + 1
    send(rowResult(core, row, environmentId, caller))
  }
  const forget = watches.add(episode, (row) => {
    if (waiting !== undefined) return void waiting.push(row)
    if (!isByKey) return deliver(row)
    // A key may have been revoked or have expired since: the row is read as the first ones were.
    waiting = [row]
    start()
  })
  const stop = (): void => {
    isOver = true
    forget()
  }
  /** Sends the log a page at a time, in the turns of its watcher, until nothing is left to read. */
  const sendStored = async (): Promise<void> => {
    while (waiting !== undefined && !isOver) {
      await core.turns.next(callerName(caller))
      // What was stored until now is read.
      waiting = []
      const { rows } = await loadEpisode(core, episode, access, { from: next, most: PAGE_ROWS })
      for (const row of rows) deliver(row)
      if (rows.length === PAGE_ROWS) continue
      // What came after the access was checked goes out unchecked only to the owner.
      if (isByKey && waiting.length > 0) continue
      for (const row of waiting) deliver(row)
      waiting = undefined
    }
  }
  const start = (): void => {
    sendStored().catch((error: unknown) => {
      if (isOver) return
      stop()
      fail(error, next)
    })
  }
  try {
    // A page is not kept for later: there may be many watches. It is read now to refuse damage.
    const { summary } = await loadEpisode(core, episode, access, { from, most: PAGE_ROWS })
    environmentId = summary.environment
    isByKey = !isOwn(summary.principal, caller)
    const tail = { from: Math.max(from, summary.steps), most: 2 }
    const { rows } = await loadEpisode(core, episode, access, tail)
    const position = rows.at(-1)?.position ?? from - 1
    return { result: { episode_id: episode, position }, start, stop }
  } catch (error) {
    stop()
    throw error
  }
}
