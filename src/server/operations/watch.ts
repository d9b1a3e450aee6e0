import { setImmediate } from 'node:timers/promises'
import type { EpisodeWatchRequest } from '../../wire/requests.ts'
import type { LogRowResult, WatchResult } from '../../wire/results.ts'
import { accessTo } from '../access.ts'
import type { HostCore } from '../core.ts'
import { type Caller, callerName, seesAll } from '../principal.ts'
import { rowResult } from '../views.ts'
import type { RowListener, ServerWatches } from '../watches.ts'
import { loadEpisode, PAGE_ROWS } from './load.ts'
import { readStore } from './store-reads.ts'

/**
 * After this many characters the socket gets time to send. A page of long rows at once would make
 * the reader look slow.
 */
const SENT_AT_ONCE = 16_384

/** A running watch: its first answer, and functions to start and stop it. */
export interface Watch {
  readonly result: WatchResult
  /** Sends the stored rows; later rows follow automatically. Call it after `result` was sent. */
  start(): void
  stop(): void
}

/**
 * Called with the reason when a watch fails after its start, and with the first row that was not
 * sent.
 */
export type WatchFailed = (error: unknown, position: number) => void

/**
 * Watches an episode. It sends every row from a position on, in order, without gaps or repetitions,
 * and then each new row.
 *
 * @throws Fault `episode/not_found`, `store/unavailable`
 */
export async function watchOperation(
  core: HostCore,
  watches: ServerWatches,
  caller: Caller,
  request: EpisodeWatchRequest,
  send: (row: LogRowResult) => void,
  fail: WatchFailed,
): Promise<Watch> {
  const { episode_id: episode, from = 0 } = request
  const access = accessTo('episode.watch', caller, request.resume_key)
  let isOver = false
  let next = from
  /** Whether rows are being read, and whether others were stored since that began. */
  let isReading = true
  let hasMore = false
  let environmentId = ''
  const onRow: RowListener = (position) => {
    hasMore ||= position >= next
    if (hasMore && !isReading) start()
  }
  const forget = await readStore(() => watches.add(episode, onRow))
  const stop = (): void => {
    isOver = true
    forget()
  }
  /**
   * Sends the log in pages, in the watcher's turns, until nothing is left to read. It checks the
   * access each time, because a key may have been revoked or have expired.
   */
  const sendStored = async (): Promise<void> => {
    do {
      const { rows } = await core.scheduler.begin(callerName(caller), () => {
        hasMore = false
        return loadEpisode(core, episode, access, { from: next, most: PAGE_ROWS })
      })
      let sentRows = 0
      for (const row of rows) {
        if (isOver) return
        next = row.position + 1
        send(rowResult(core, row, environmentId, seesAll(caller)))
        sentRows += row.payload.length
        if (sentRows < SENT_AT_ONCE) continue
        sentRows = 0
        await setImmediate()
      }
      if (rows.length === PAGE_ROWS) hasMore = true
    } while (hasMore && !isOver)
    isReading = false
  }
  const start = (): void => {
    isReading = true
    sendStored().catch((error: unknown) => {
      if (isOver) return
      stop()
      fail(error, next)
    })
  }
  try {
    // This page is not kept, because there may be many watches. It is read now to detect damage.
    const { summary } = await loadEpisode(core, episode, access, { from, most: PAGE_ROWS })
    environmentId = summary.environment
    const tail = { from: Math.max(from, summary.steps), most: 2 }
    const { rows } = await loadEpisode(core, episode, access, tail)
    const position = rows.at(-1)?.position ?? from - 1
    return { result: { episode_id: episode, position }, start, stop }
  } catch (error) {
    stop()
    throw error
  }
}
