import { availableParallelism } from 'node:os'
import type { QRequest } from '../sim/q-problems/judge/request.ts'
import type { QJobAnswer, QWorkerData } from './q-worker.ts'
import { createThreadPool, type ThreadAnswer } from './thread-pool.ts'
import { workerModule } from './worker-module.ts'

/** Limits of the threads of q workers. */
export interface QThreadsOptions {
  /** Threads at most; default: one more than there are cores. */
  readonly threads?: number
  /** Requests that may wait for a thread. Default 1,024. */
  readonly queueMax?: number
  /** Heap of one thread. Default 768 MB. */
  readonly heapMegabytes?: number
  /** How long a thread may exceed its own time limit before it is ended. Default 200. */
  readonly graceMs?: number
  /** Whether several owners share the threads. If so, one thread is kept for an owner with none. */
  readonly isShared?: boolean
  /** How long a thread may take to begin a program before another one is tried. Default 20,000. */
  readonly startMs?: number
  /** Memory of a program's values at which it is stopped. Default: the program's own limit. */
  readonly smallBytes?: number
  /** The module that threads run, for tests. */
  readonly worker?: string
}

/** Threads that run q code; none is started before the first request. */
interface QThreads {
  /** Rejects with the signal's reason if that comes first. */
  run(
    request: QRequest,
    signal: AbortSignal,
    owner?: string,
  ): Promise<ThreadAnswer<QJobAnswer['answer']>>
  close(): Promise<void>
}

/**
 * Default number of threads: one more than there are cores, because a thread that has answered
 * waits for its next request.
 */
export const Q_THREADS = availableParallelism() + 1

/** Twice the need of a program at the depth limit of the worker. */
const STACK_MEGABYTES = 32

const SMALL_YOUNG_MEGABYTES = 8

/** Makes threads. A program that never ends costs only its own thread. */
export function createQThreads(options: QThreadsOptions = {}): QThreads {
  const { graceMs = 200, smallBytes, ...rest } = options
  const workerData: QWorkerData = { smallBytes }
  // Garbage of small programs stays small. A large program has its process to itself.
  const youngMegabytes = smallBytes === undefined ? undefined : SMALL_YOUNG_MEGABYTES
  const pool = createThreadPool<QRequest, QJobAnswer>({
    worker: workerModule('q-worker', import.meta.url),
    threads: Q_THREADS,
    heapMegabytes: 768,
    stackMegabytes: STACK_MEGABYTES,
    youngMegabytes,
    workerData,
    ...rest,
  })
  return {
    async run(request, signal, owner) {
      const limitMs = request.limits.milliseconds + graceMs
      const ended = await pool.run(request, limitMs, signal, owner)
      return ended.status === 'done' ? { ...ended, answer: ended.answer.answer } : ended
    },
    close: () => pool.close(),
  }
}
