import type { Host } from './host.ts'
import type { LoopDelay } from './loop-delay.ts'

interface Sample {
  readonly name: string
  readonly type: 'counter' | 'gauge'
  readonly help: string
  readonly values: readonly (readonly [labels: string, value: number])[]
}

/** What the metrics page reads besides the host's counters. */
export interface MetricsSources {
  readonly host: Host
  sockets(): number
  /** Bytes of requests and answers on their way. */
  heldBytes(): number
  /** The processes of workers. */
  readonly processes: { readonly bytes: number; readonly stopped: number }
  readonly delay: LoopDelay
}

/** The page of metrics in the Prometheus text format. */
export function metricsPage({
  host,
  sockets,
  heldBytes,
  processes,
  delay,
}: MetricsSources): () => Promise<string> {
  const started = Date.now() / 1000
  return async () => {
    const { metrics, core } = host
    // A store that is in trouble does not take the page with it.
    const storeBytes = await core.store.sizeBytes().catch(() => Number.NaN)
    const faults = [...metrics.faults].map(([code, count]) => [`{code="${code}"}`, count] as const)
    return render([
      counter('backchannel_episodes_opened_total', 'Episodes opened.', metrics.episodesOpened),
      counter('backchannel_episodes_forked_total', 'Episodes forked.', metrics.episodesForked),
      counter('backchannel_episodes_closed_total', 'Episodes ended.', metrics.episodesClosed),
      counter(
        'backchannel_episodes_faulted_total',
        'Episodes ended by a bug of their environment.',
        metrics.episodesFaulted,
      ),
      counter(
        'backchannel_episodes_loaded_total',
        'Episodes built again from their logs.',
        metrics.episodesLoaded,
      ),
      counter('backchannel_steps_total', 'Steps stored.', metrics.steps),
      counter(
        'backchannel_steps_repeated_total',
        'Calls answered with a step recorded before.',
        metrics.stepsRepeated,
      ),
      counter('backchannel_effects_total', 'Effects performed.', metrics.effects),
      counter(
        'backchannel_commit_failures_total',
        'Appends that the store refused.',
        metrics.commitFailures,
      ),
      {
        name: 'backchannel_faults_total',
        type: 'counter',
        help: 'Faults told to callers, by code.',
        values: faults,
      },
      ...groupSamples(host),
      gauge('backchannel_sessions', 'Episodes in memory.', core.sessions.size),
      gauge('backchannel_sockets', 'Open WebSockets.', sockets()),
      gauge('backchannel_held_bytes', 'Bytes not received or sent whole.', heldBytes()),
      gauge('backchannel_store_bytes', 'Bytes that the store uses.', storeBytes),
      gauge(
        'backchannel_worker_processes_bytes',
        'Memory of the processes of workers.',
        processes.bytes,
      ),
      counter(
        'backchannel_worker_processes_stopped_total',
        'Processes of workers that were stopped for their memory.',
        processes.stopped,
      ),
      gauge('backchannel_draining', 'Whether the server is shutting down.', host.draining ? 1 : 0),
      gauge(
        'backchannel_event_loop_delay_p99_seconds',
        'Delay of the event loop in the last one to two minutes.',
        delay.p99Seconds(),
      ),
      ...processSamples(started),
    ])
  }
}

const counter = (name: string, help: string, value: number): Sample => ({
  name,
  type: 'counter',
  help,
  values: [['', value]],
})

const gauge = (name: string, help: string, value: number): Sample => ({
  ...counter(name, help, value),
  type: 'gauge',
})

/** What concerns the process alone. */
function processSamples(started: number): readonly Sample[] {
  const memory = process.memoryUsage()
  const cpu = process.cpuUsage()
  return [
    gauge('process_resident_memory_bytes', 'Resident memory.', memory.rss),
    gauge('nodejs_heap_size_used_bytes', 'Used heap.', memory.heapUsed),
    counter('process_cpu_seconds_total', 'CPU time.', (cpu.user + cpu.system) / 1e6),
    gauge('process_start_time_seconds', 'Start of the server.', started),
  ]
}

/** What concerns groups: who waits, what was shown, and success by condition, never added up. */
function groupSamples({ metrics, core: { groups } }: Host): readonly Sample[] {
  const one = (type: Sample['type'], name: string, help: string, value: number): Sample => ({
    name: `backchannel_${name}`,
    type,
    help,
    values: [['', value]],
  })
  const attempts = [...metrics.attempts].map(([name, count]) => {
    const [condition, result] = name.split('/')
    return [`{condition="${condition}",result="${result}"}`, count] as const
  })
  const critiques = [...metrics.critiques].map(
    ([source, count]) => [`{source="${source}"}`, count] as const,
  )
  return [
    one('gauge', 'groups', 'Groups in memory.', groups.size),
    one('gauge', 'group_waiting', 'Openings that wait for others of their group.', groups.waiting),
    one('counter', 'group_waits_total', 'Openings that had to wait.', metrics.groupWaits),
    one(
      'counter',
      'group_leases_expired_total',
      'Rollouts that others stopped waiting for.',
      metrics.groupLeasesExpired,
    ),
    one(
      'counter',
      'group_superseded_total',
      'Rollouts ended by a newer generation of their group.',
      metrics.groupsSuperseded,
    ),
    one('counter', 'attempts_shown_total', 'Attempts told in openings.', metrics.attemptsShown),
    {
      ...one('counter', 'group_attempts_total', 'Ended attempts of groups.', 0),
      values: attempts,
    },
    { ...one('counter', 'critiques_total', 'Critiques by who wrote them.', 0), values: critiques },
  ]
}

function render(samples: readonly Sample[]): string {
  const lines = samples.flatMap(({ name, type, help, values }) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...values.map(([labels, value]) => `${name}${labels} ${value}`),
  ])
  return `${lines.join('\n')}\n`
}
