import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import type { QRequest } from '../sim/q-problems/judge/request.ts'
import { withDeadline } from './deadline.ts'
import { FairSlots } from './fair-slots.ts'
import { NOBODY } from './performer.ts'
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
}

/** How a request ended. */
export type QPoolAnswer =
  | { readonly status: 'done'; readonly answer: QJobAnswer['answer'] }
  /** The program did not stop by itself, or used up the memory; its thread was ended. */
  | { readonly status: 'killed' }
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
const STACK_MEGABYTES = 16

/** Makes a pool. A program that runs away costs its own thread and nobody else's. */
export function createQPool(options: QPoolOptions = {}): QPool {
  const { threads = Q_THREADS, queueMax = 1_024, graceMs = 2_000 } = options
  const { filename, execArgv } = workerFile()
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
        return await runIn(pool, request, graceMs, signal)
      } finally {
        release()
      }
    },
    close: () => pool.destroy(),
  }
}

/** The worker as it was built, or from its source with the loader that runs sources. */
function workerFile(): { filename: string; execArgv: string[] } {
  const isSource = import.meta.url.endsWith('.ts')
  const filename = new URL(isSource ? './q-worker.ts' : './q-worker.js', import.meta.url).href
  if (!isSource) return { filename, execArgv: [] }
  return { filename, execArgv: ['--import', import.meta.resolve('tsx')] }
}

/** Runs a request in a thread; its clock starts with the work and not in the queue. */
async function runIn(
  pool: Piscina<QJob, QJobAnswer>,
  request: QRequest,
  graceMs: number,
  signal: AbortSignal,
): Promise<QPoolAnswer> {
  const overdue = { now: false }
  try {
    const limitMs = request.limits.milliseconds + graceMs
    return await withDeadline(limitMs, signal, async (own) => {
      own.addEventListener('abort', () => {
        overdue.now = !signal.aborted
      })
      const { answer } = await pool.run({ request }, { signal: own })
      return { status: 'done', answer }
    })
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (overdue.now || isOutOfMemory(error)) return { status: 'killed' }
    throw error
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  (error as { readonly code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY'
