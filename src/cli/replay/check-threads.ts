import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import { workerMemory } from '../../effects/memory/worker-memory.ts'
import { loaderArguments, workerModule } from '../../effects/worker-module.ts'
import { ENVIRONMENTS } from '../../env/registry.ts'
import type { ReplayReport } from '../../wire/results.ts'
import type { EpisodeListing, LogSource } from '../logs/source.ts'
import { isExecuting } from '../logs/verify.ts'
import type { CheckedLog, CheckJob } from './check-worker.ts'

/** Starting a thread costs more than a second of a core, enough to check this many episodes. */
const EPISODES_PER_THREAD = 2_000
/** Episodes per job: passing a job to a thread costs as much as checking a few rows. */
const JOB_EPISODES = 16
/** Jobs to read ahead for each thread. */
const JOBS_AHEAD = 2

export interface CheckOptions {
  /** Default: the number of cores, if there is enough work for each. */
  readonly threads?: number
}

/** Checks episodes in all available threads. Reports arrive in the order of the episodes. */
export async function* checkReports(
  source: LogSource,
  episodes: readonly EpisodeListing[],
  { threads = threadsFor(episodes.length) }: CheckOptions = {},
): AsyncGenerator<ReplayReport> {
  const usesThreads = threads > 1 && source.playsHere && !isExecuting()
  if (!usesThreads) {
    for (const { id } of episodes) yield await source.verify(id)
    return
  }
  const filename = workerModule('check-worker', import.meta.url)
  const pool: Pool = new Piscina({
    filename,
    execArgv: loaderArguments(filename),
    // Threads stay until the end. Otherwise a thread that waits for a log would end and restart.
    minThreads: threads,
    maxThreads: threads,
  })
  try {
    const jobs = new Jobs(source, pool)
    const running: Promise<readonly ReplayReport[]>[] = []
    for (let start = 0; start < episodes.length; start += JOB_EPISODES) {
      const job = jobs.run(episodes.slice(start, start + JOB_EPISODES))
      // The consumer gets the first failure when it awaits that job.
      job.catch(() => undefined)
      running.push(job)
      if (running.length >= threads * JOBS_AHEAD) yield* (await running.shift()) ?? []
    }
    for (const job of running) yield* await job
  } finally {
    await pool.destroy()
  }
}

/** Memory of a thread with the data of all environments and the logs of two jobs. */
const THREAD_BYTES = 192 * 2 ** 20

const threadsFor = (episodes: number): number =>
  Math.min(
    availableParallelism(),
    Math.floor(workerMemory().bytes / THREAD_BYTES),
    Math.floor(episodes / EPISODES_PER_THREAD),
  )

type Pool = Piscina<CheckJob, readonly ReplayReport[]>

/** Threads have the built-in environments, but none that this command line loaded. */
const BUILT_IN: ReadonlySet<string> = new Set(ENVIRONMENTS.map(({ id }) => id))

class Jobs {
  readonly #source: LogSource
  readonly #pool: Pool
  readonly #worlds = new Map<string, Promise<Uint8Array | undefined>>()

  constructor(source: LogSource, pool: Pool) {
    this.#source = source
    this.#pool = pool
  }

  async run(episodes: readonly EpisodeListing[]): Promise<readonly ReplayReport[]> {
    const logs: CheckedLog[] = []
    const worlds = new Map<string, Uint8Array>()
    for (const { id, env, worldHash } of episodes) {
      if (worldHash === null || !BUILT_IN.has(env)) continue
      const world = await this.#world(worldHash, env)
      if (world !== undefined) worlds.set(worldHash, world)
      logs.push({ id, rows: await this.#source.shownRows(id) })
    }
    const workerReports = logs.length === 0 ? [] : await this.#pool.run({ logs, worlds })
    // This thread retries what a worker could not verify, because it may know more worlds.
    const finalReports = workerReports.filter(({ verdict }) => verdict !== 'unverifiable')
    const reports = new Map(finalReports.map((report) => [report.episode_id, report]))
    return Promise.all(episodes.map(({ id }) => reports.get(id) ?? this.#source.verify(id)))
  }

  #world(hash: string, env: string): Promise<Uint8Array | undefined> {
    const world = this.#worlds.get(hash) ?? this.#read(hash, env)
    this.#worlds.set(hash, world)
    return world
  }

  async #read(hash: string, env: string): Promise<Uint8Array | undefined> {
    const text = await this.#source.world(hash, env)
    if (text === undefined) return undefined
    const bytes = new TextEncoder().encode(text)
    const shared = new Uint8Array(new SharedArrayBuffer(bytes.length))
    shared.set(bytes)
    return shared
  }
}
