import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import type { QRequest } from '../sim/q-problems/judge/request.ts'
import { FairSlots } from './fair-slots.ts'
import { NOBODY } from './performer.ts'
import { createQClock, type GivenUp, progressOf, watchClock } from './q-clock.ts'
import type { QJob, QJobAnswer } from './q-worker.ts'

/** Limits of the pool of q workers. */
export interface QPoolOptions {
  /** Threads at most; default: one more than there are cores. */
  readonly threads?: number
  /** Requests that may wait for a thread. Default 1,024. */
  readonly queueMax?: number
  /** Heap of one thread. Default 768 MB. */
  readonly heapMegabytes?: number
  /** How long a thread may exceed its own time limit before it is ended. Default 2,000. */
  readonly graceMs?: number
  /** Whether several owners share the threads: one of them is kept for who has none. */
  readonly isShared?: boolean
  /** How long a thread may take to begin a program before another one is tried. Default 20,000. */
  readonly startMs?: number
  /** The module that threads run, for tests. */
  readonly worker?: string
}

/** How a request ended. */
export type QPoolAnswer =
  | { readonly status: 'done'; readonly answer: QJobAnswer['answer'] }
  /** The program did not stop by itself, or used up the memory; its thread was ended. */
  | { readonly status: 'killed' }
  /** No thread began the program: the machine's fault and not the program's. */
  | { readonly status: 'not begun' }
  | { readonly status: 'full' }

/** Threads that run q code; none is started before the first request. */
export interface QPool {
  /** Rejects with the signal's reason if that comes first. */
  run(request: QRequest, signal: AbortSignal, owner?: string): Promise<QPoolAnswer>
  close(): Promise<void>
}

/**
 * Threads by default: one more than there are cores, which computes while another has answered and
 * waits for its next request.
 */
export const Q_THREADS = availableParallelism() + 1

const IDLE_MS = 30_000
/** Twice what programs need that go as deep as the worker lets them. */
const STACK_MEGABYTES = 32
/** Threads that are tried, one after the other, until one begins a program. */
const STARTS_MAX = 3

/** Makes a pool. A program that runs away costs its own thread and nobody else's. */
export function createQPool(options: QPoolOptions = {}): QPool {
  const { threads = Q_THREADS, queueMax = 1_024, graceMs = 2_000, startMs = 20_000 } = options
  const { filename, execArgv } = workerFile(options.worker)
  const pool = new Piscina<QJob, QJobAnswer>({
    filename,
    execArgv,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: IDLE_MS,
    concurrentTasksPerWorker: 1,
    env: {},
    resourceLimits: {
      maxOldGenerationSizeMb: options.heapMegabytes ?? 768,
      stackSizeMb: STACK_MEGABYTES,
    },
  })
  // A thread that dies is told to its own caller; nobody else has to know.
  pool.on('error', () => {})
  const keep = options.isShared === true && threads > 1 ? 1 : 0
  const slots = new FairSlots({ concurrency: threads, queueMax, keep })
  return {
    async run(request, signal, owner = NOBODY) {
      const release = await slots.acquire(owner, signal)
      if (release === 'full') return { status: 'full' }
      try {
        const limitMs = request.limits.milliseconds + graceMs
        return await runIn(pool, request, { startMs, limitMs }, signal)
      } finally {
        release()
      }
    },
    close: () => pool.destroy(),
  }
}

/** The worker as it was built, or from its source with the loader that runs sources. */
function workerFile(other: string | undefined): { filename: string; execArgv: string[] } {
  const isSource = import.meta.url.endsWith('.ts')
  const own = new URL(isSource ? './q-worker.ts' : './q-worker.js', import.meta.url).href
  const filename = other ?? own
  if (!isSource) return { filename, execArgv: [] }
  return { filename, execArgv: ['--import', import.meta.resolve('tsx')] }
}

interface Clocks {
  readonly startMs: number
  readonly limitMs: number
}

/** Runs a request in a thread, and in another one if the first does not begin it. */
async function runIn(
  pool: Piscina<QJob, QJobAnswer>,
  request: QRequest,
  clocks: Clocks,
  signal: AbortSignal,
): Promise<QPoolAnswer> {
  for (let starts = 1; ; starts++) {
    const answer = await startIn(pool, request, clocks, signal)
    if (answer.status !== 'not begun' || starts === STARTS_MAX) return answer
  }
}

/** Runs a request in a thread; the clock of the program starts with its work there. */
async function startIn(
  pool: Piscina<QJob, QJobAnswer>,
  request: QRequest,
  clocks: Clocks,
  signal: AbortSignal,
): Promise<QPoolAnswer> {
  signal.throwIfAborted()
  const clock = createQClock()
  const own = new AbortController()
  const forward = (): void => own.abort(signal.reason)
  signal.addEventListener('abort', forward, { once: true })
  let givenUp: GivenUp | undefined
  const watch = watchClock(clock, clocks, (why) => {
    givenUp = why
    own.abort(new Error(`given up: ${why}`))
  })
  try {
    const { answer } = await pool.run({ request, clock }, { signal: own.signal })
    return { status: 'done', answer }
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (givenUp === undefined && !isOutOfMemory(error)) throw error
    return { status: progressOf(clock) === 'not begun' ? 'not begun' : 'killed' }
  } finally {
    watch.stop()
    signal.removeEventListener('abort', forward)
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  (error as { readonly code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY'
