import { Fault } from '../../wire/faults.ts'
import type { EpisodeWatchRequest } from '../../wire/requests.ts'
import type { LogRowResult, WatchResult } from '../../wire/results.ts'
import type { Watch } from '../operations/watch.ts'
import { callerName } from '../principal.ts'
import type { FollowOptions } from './protocol.ts'
import { notification } from './socket.ts'

/**
 * The watches of one socket. Each sends rows as `episode.row`. For a slow reader, it stops and
 * sends the position to continue from.
 */
export function socketWatches(options: FollowOptions) {
  const { host, caller, sender, holding, limit } = options
  const name = callerName(caller)
  const running = new Map<string, Watch>()
  let isClosed = false

  /** Ends the watch of an episode, if there is one. */
  function stop(episode: string): WatchResult {
    const watch = running.get(episode)
    if (watch !== undefined) {
      watch.stop()
      running.delete(episode)
      limit.leave(name)
    }
    return { episode_id: episode, position: -1 }
  }

  return {
    stop,
    stopAll(): void {
      isClosed = true
      for (const episode of [...running.keys()]) stop(episode)
    },
    /** Starts a watch; its rows follow the answer. It replaces the episode's earlier watch. */
    async start(request: EpisodeWatchRequest): Promise<WatchResult> {
      const episode = request.episode_id
      const breakOff = (position: number): void => {
        stop(episode)
        sender.send(notification('episode.watch_lagged', { episode_id: episode, position }))
      }
      const send = (row: LogRowResult): void => {
        if (running.get(episode) !== watch) return
        if (sender.backlogBytes() > options.lagBytes || holding.isTight) breakOff(row.position)
        else sender.send(notification('episode.row', row))
      }
      const watch = await host.watch(caller, request, send, (error, position) => {
        if (running.get(episode) !== watch) return
        // The client gets the reason when it watches again.
        breakOff(position)
        if (error instanceof Fault) return
        host.core.log.error({ episode, error: String(error) }, 'a watch could not go on')
      })
      stop(episode)
      try {
        limit.enter(name)
      } catch (error) {
        watch.stop()
        throw error
      }
      running.set(episode, watch)
      if (isClosed) stop(episode)
      // The answer is sent in a microtask of this turn, and the rows must come after it.
      setImmediate(() => watch.start())
      return watch.result
    },
  }
}
export type SocketWatches = ReturnType<typeof socketWatches>
