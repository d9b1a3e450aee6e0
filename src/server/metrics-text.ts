import type { Host } from './host.ts'

type Labels = Readonly<Record<string, string>>

interface Sample {
  readonly name: string
  readonly type: 'counter' | 'gauge'
  readonly help: string
  readonly labelNames?: readonly string[]
  readonly values: readonly (readonly [labels: Labels, value: number])[]
}

/**
 * The page of metrics in the Prometheus text format.
 *
 * @param processes the processes of workers
 */
export function metricsPage(
  host: Host,
  processes: { readonly bytes: number; readonly stopped: number },
): () => Promise<string> {
  const started = Date.now() / 1000
  return async () => {
    const { core } = host
    const { metrics, vitals } = core
    // The page must work even if the store fails.
    const storeBytes = await core.store.sizeBytes().catch(() => Number.NaN)
    const faults = [...metrics.faults].map(([code, count]) => [{ code }, count] as const)
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
      labelled('backchannel_faults_total', 'Faults sent to callers, by code.', ['code'], faults),
      ...groupSamples(host),
      ...gatewaySamples(host),
      gauge('backchannel_sessions', 'Episodes in memory.', core.sessions.size),
      gauge('backchannel_sockets', 'Open WebSockets.', vitals.sockets()),
      gauge('backchannel_held_bytes', 'Bytes not received or sent whole.', vitals.heldBytes()),
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
        vitals.loopDelayMs() / 1_000,
      ),
      ...processSamples(started),
    ])
  }
}

const counter = (name: string, help: string, value: number): Sample => ({
  name,
  type: 'counter',
  help,
  values: [[{}, value]],
})

const labelled = (
  name: string,
  help: string,
  labelNames: readonly string[],
  values: Sample['values'],
): Sample => ({ name, type: 'counter', help, labelNames, values })

const gauge = (name: string, help: string, value: number): Sample => ({
  ...counter(name, help, value),
  type: 'gauge',
})

/** The metrics of the process. */
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

/** The metrics of groups: waiting rollouts, attempts in prompts, and success by condition. */
function groupSamples({ core: { metrics, groups } }: Host): readonly Sample[] {
  const attempts = [...metrics.attempts].map(([name, count]) => {
    const [condition = '', result = ''] = name.split('/')
    return [{ condition, result }, count] as const
  })
  const critiques = [...metrics.critiques].map(([source, count]) => [{ source }, count] as const)
  return [
    gauge('backchannel_groups', 'Groups in memory.', groups.size),
    gauge(
      'backchannel_group_waiting',
      'Openings that wait for others of their group.',
      groups.waiting,
    ),
    counter('backchannel_group_waits_total', 'Openings that had to wait.', metrics.groupWaits),
    counter(
      'backchannel_group_leases_expired_total',
      'Rollouts that others stopped waiting for.',
      metrics.groupLeasesExpired,
    ),
    counter(
      'backchannel_group_superseded_total',
      'Rollouts ended by a newer generation of their group.',
      metrics.groupsSuperseded,
    ),
    counter(
      'backchannel_attempts_shown_total',
      'Attempts in the prompts of openings.',
      metrics.attemptsShown,
    ),
    labelled(
      'backchannel_group_attempts_total',
      'Ended attempts of groups.',
      ['condition', 'result'],
      attempts,
    ),
    labelled('backchannel_critiques_total', 'Critiques by who wrote them.', ['source'], critiques),
  ]
}

/** The metrics of model calls by agent programs. */
function gatewaySamples({ core: { metrics } }: Host): readonly Sample[] {
  const calls = [...metrics.modelCalls].map(([name, count]) => {
    const [profile = '', ...outcome] = name.split('/')
    return [{ profile, outcome: outcome.join('/') }, count] as const
  })
  const tokens = [...metrics.modelTokens].map(([profile, count]) => [{ profile }, count] as const)
  return [
    labelled(
      'backchannel_gateway_calls_total',
      'Model calls of agent programs.',
      ['profile', 'outcome'],
      calls,
    ),
    labelled(
      'backchannel_gateway_tokens_total',
      'Tokens sampled for agent programs.',
      ['profile'],
      tokens,
    ),
  ]
}

async function render(samples: readonly Sample[]): Promise<string> {
  // Nothing else needs the library, so it is loaded on first use.
  const { Gauge, Counter, Registry } = await import('prom-client')
  const registry = new Registry()
  for (const { name, type, help, labelNames = [], values } of samples) {
    const options = { name, help, labelNames, registers: [registry] }
    if (type === 'counter') {
      const metric = new Counter(options)
      for (const [labels, value] of values) metric.inc(labels, value)
    } else {
      const metric = new Gauge(options)
      for (const [labels, value] of values) metric.set(labels, value)
    }
  }
  return registry.metrics()
}
