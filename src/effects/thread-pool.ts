import { Piscina } from 'piscina'
import { FairSlots } from './fair-slots.ts'
import { NOBODY } from './performer.ts'
import { createThreadClock, type GivenUp, type ThreadClock, watchClock } from './thread-clock.ts'
import { loaderArguments, startLimitMs } from './worker-module.ts'

/** The work of the threads, and how owners share them. */
interface ThreadPoolOptions {
  /** The module that threads run: its default export takes a `ThreadJob` and gives the answer. */
  readonly worker: string
  /** Threads at most. */
  readonly threads: number
  /** Old part of a thread's heap. */
  readonly heapMegabytes: number
  /** Young part of a thread's heap. Default: that of Node, up to 48 MB. */
  readonly youngMegabytes?: number | undefined
  /** The `workerData` of the threads. */
  readonly workerData?: unknown
  /** Stack of one thread. Default: that of Node. */
  readonly stackMegabytes?: number
  /** Requests that may wait for a thread. Default 1,024. */
  readonly queueMax?: number
  /** Whether several owners share the threads. If so, one thread is kept for an owner with none. */
  readonly isShared?: boolean
  /**
   * How long a thread may take to begin before another one is tried. Default 20,000, and 60,000
   * for modules that are loaded as sources.
   */
  readonly startMs?: number
}

/** The input of a thread. */
export interface ThreadJob<Request> {
  readonly request: Request
  readonly clock: ThreadClock
}

/** How a request ended. */
export type ThreadAnswer<Answer> =
  | { readonly status: 'done'; readonly answer: Answer }
  /** Its thread was ended, because it did not stop in time or needed too much memory. */
  | { readonly status: 'killed'; readonly why: 'time' | 'memory' }
  /** No thread began it, because the machine is overloaded. */
  | { readonly status: 'not begun' }
  | { readonly status: 'full' }

/** Threads for work that would block the event loop. They start with the first request. */
interface ThreadPool<Request, Answer> {
  /**
   * Does the work in a thread, which is ended when it takes longer than `limitMs` or the signal
   * aborts. Rejects with the signal's reason if that comes first.
   */
  run(
    request: Request,
    limitMs: number,
    signal: AbortSignal,
    owner?: string,
  ): Promise<ThreadAnswer<Answer>>
  close(): Promise<void>
}

const IDLE_MS = 30_000
/** Threads that are tried, one after the other, until one begins. */
const STARTS_MAX = 3

type Pool<Request, Answer> = Piscina<ThreadJob<Request>, Answer>

/** Makes a pool. Work that never ends costs only its own thread. */
export function createThreadPool<Request, Answer>(
  options: ThreadPoolOptions,
): ThreadPool<Request, Answer> {
  const { threads, queueMax = 1_024 } = options
  const { startMs = startLimitMs(options.worker) } = options
  const { stackMegabytes: stack, heapMegabytes: heap, youngMegabytes: young } = options
  const pool: Pool<Request, Answer> = new Piscina({
    filename: options.worker,
    // The loader that runs sources.
    execArgv: loaderArguments(options.worker),
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: IDLE_MS,
    concurrentTasksPerWorker: 1,
    env: {},
    workerData: options.workerData,
    resourceLimits: {
      maxOldGenerationSizeMb: heap,
      ...(young === undefined ? {} : { maxYoungGenerationSizeMb: young }),
      ...(stack === undefined ? {} : { stackSizeMb: stack }),
    },
  })
  // The caller of a thread that dies gets the error.
  pool.on('error', () => {})
  const keep = options.isShared === true && threads > 1 ? 1 : 0
  const slots = new FairSlots({ concurrency: threads, queueMax, keep })
  return {
    async run(request, limitMs, signal, owner = NOBODY) {
      const release = await slots.acquire(owner, signal)
      if (release === 'full') return { status: 'full' }
      try {
        return await runIn(pool, request, { startMs, limitMs }, signal)
      } finally {
        release()
      }
    },
    close: () => pool.destroy(),
  }
}

interface Clocks {
  readonly startMs: number
  readonly limitMs: number
}

/** Runs a request in a thread, and in another one if the first does not begin it. */
async function runIn<Request, Answer>(
  pool: Pool<Request, Answer>,
  request: Request,
  clocks: Clocks,
  signal: AbortSignal,
): Promise<ThreadAnswer<Answer>> {
  for (let starts = 1; ; starts++) {
    const answer = await startIn(pool, request, clocks, signal)
    if (answer.status !== 'not begun' || starts === STARTS_MAX) return answer
  }
}

/** Runs a request in a thread; its clock starts with its work there. */
async function startIn<Request, Answer>(
  pool: Pool<Request, Answer>,
  request: Request,
  clocks: Clocks,
  signal: AbortSignal,
): Promise<ThreadAnswer<Answer>> {
  signal.throwIfAborted()
  const clock = createThreadClock()
  const controller = new AbortController()
  const forward = (): void => controller.abort(signal.reason)
  signal.addEventListener('abort', forward, { once: true })
  let givenUp: GivenUp | undefined
  const watch = watchClock(clock, clocks, (why) => {
    givenUp = why
    controller.abort(new Error(`given up: ${why}`))
  })
  try {
    return {
      status: 'done',
      answer: await pool.run({ request, clock }, { signal: controller.signal }),
    }
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (givenUp === 'not begun') return { status: 'not begun' }
    if (givenUp === 'overdue') return { status: 'killed', why: 'time' }
    if (isOutOfMemory(error)) return { status: 'killed', why: 'memory' }
    throw error
  } finally {
    watch.stop()
    signal.removeEventListener('abort', forward)
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  (error as { readonly code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY'
