import type { Result } from '../../wire/operations.ts'
import type { HostCore } from '../core.ts'
import { readStore } from './store-reads.ts'

const COUNT_MS = 20

/**
 * The server's state, for its operator.
 *
 * @throws Fault `store/unavailable`
 */
export async function readServerStatus(core: HostCore): Promise<Result<'server.status'>> {
  const { metrics, vitals, store, queue, sessions, limits, groups } = core
  const bytes = await readStore(() => store.sizeBytes())
  const openCount = await readStore(() => store.log.count({ open: true, budgetMs: COUNT_MS }))
  return {
    version: core.version,
    uptime_ms: Math.round(core.nowMs() - core.startedMs),
    store: {
      location: store.location,
      bytes,
      commit_p50_ms: queue.quantileMs(50),
      commit_p99_ms: queue.quantileMs(99),
    },
    loop_delay_p99_ms: vitals.loopDelayMs(),
    open_episodes: { count: openCount.count, exact: openCount.next === null },
    steps: metrics.steps,
    episodes_opened: metrics.episodesOpened,
    episodes_closed: metrics.episodesClosed,
    effects_under_way: metrics.effectsUnderWay,
    group_waiting: groups.waiting,
    sockets: vitals.sockets(),
    limits: [
      { name: 'sessions', used: sessions.size, max: limits.sessionsMax },
      { name: 'sockets', used: vitals.sockets(), max: vitals.socketsMax },
      { name: 'store_bytes', used: bytes, max: limits.storeBytesMax },
    ],
    models: [...core.gatewayModels].map(([profile, { model, probe }]) => {
      const { textOnly: reason = null, streamsTokens = false } = probe.found ?? {}
      const gives = reason === null ? 'tokens' : 'text only'
      return {
        ...{ profile, model, reason, streams_tokens: streamsTokens },
        forwards_tokens: probe.found?.forwardsTokens ?? false,
        gives: probe.found === undefined ? 'not probed' : gives,
      }
    }),
  }
}
