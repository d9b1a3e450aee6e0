import type { StoredRow } from '../../store/event-store.ts'
import type { EpisodeWatchRequest } from '../../wire/requests.ts'
import type { LogRowResult, WatchResult } from '../../wire/results.ts'
import type { HostCore } from '../core.ts'
import type { Caller } from '../principal.ts'
import { rowResult } from '../views.ts'
import type { Watches } from '../watches.ts'
import { loadEpisode } from './load.ts'

/** A running watch: its first answer, and the way to end it. */
export interface Watch {
  readonly result: WatchResult
  /** Sends the rows there are; later ones follow by themselves. Call it after `result` was sent. */
  start(): void
  stop(): void
}

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
): Promise<Watch> {
  const { episode_id: episode, from = 0 } = request
  const access = { caller, resumeKey: request.resume_key, scope: 'view' } as const
  let environmentId: string | undefined
  // Rows that are stored while the log is being read wait here, so that none is missed.
  let waiting: StoredRow[] | undefined = []
  let next = from
  const deliver = (row: StoredRow): void => {
    if (row.position < next) return
    next = row.position + 1
    send(rowResult(core, row, environmentId ?? '', caller))
  }
  const stop = watches.add(episode, (row) => {
    if (waiting === undefined) deliver(row)
    else waiting.push(row)
  })
  try {
    const stored = await loadEpisode(core, episode, access, from)
    environmentId = stored.summary.environment
    const start = (): void => {
      const rows = [...stored.rows, ...(waiting ?? [])]
      waiting = undefined
      for (const row of rows) deliver(row)
    }
    const last = stored.rows[stored.rows.length - 1]
    return { result: { episode_id: episode, position: last?.position ?? from - 1 }, start, stop }
  } catch (error) {
    stop()
    throw error
  }
}
