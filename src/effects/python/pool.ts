import type { JsonObject } from '../../sim/json.ts'
import { onAbort, withDeadline } from '../deadline.ts'
import { FairSlots, reservedSlots } from '../fair-slots.ts'
import type { ProcessWatch } from '../memory/process-watch.ts'
import { NOBODY } from '../performer.ts'
import { type PythonVariant, type PythonWorldOptions, SERVED } from './options.ts'
import type { PythonAnswer, PythonCall, PythonProcess } from './process.ts'
import { type PythonLog, PythonWorker } from './worker.ts'

interface PythonPoolOptions {
  readonly world: PythonWorldOptions
  readonly log: PythonLog
  readonly variant?: PythonVariant
  /** Whether several owners share the workers: the last free one is kept for who has none. */
  readonly isShared?: boolean
  /** Looks after the memory of the processes, beside others. */
  readonly watch?: ProcessWatch
  /** How long a call may wait for a worker. */
  readonly waitMs?: number
  /** Calls that may wait. */
  readonly queueMax?: number
}

/** `busy`: the call was not made. */
export type PoolAnswer = PythonAnswer | { readonly status: 'busy' }

/** The workers of one world, shared fairly. */
export class PythonPool {
  /** What the world says of itself. */
  readonly hello: JsonObject
  readonly #slots: FairSlots
  readonly #idle: PythonWorker[]
  readonly #all: readonly PythonWorker[]
  readonly #log: PythonLog
  readonly #waitMs: number

  private constructor(
    hello: JsonObject,
    workers: readonly PythonWorker[],
    options: PythonPoolOptions,
  ) {
    const { isShared = false, queueMax = 1_024, waitMs = 30_000 } = options
    const concurrency = workers.length
    this.hello = hello
    this.#log = options.log
    this.#waitMs = waitMs
    this.#all = workers
    this.#idle = [...workers]
    const keep = isShared ? reservedSlots(concurrency) : 0
    this.#slots = new FairSlots({ concurrency, queueMax, keep })
  }

  /**
   * Starts the workers of a world.
   *
   * @throws PythonWorldError if the world cannot be served
   */
  static async start(options: PythonPoolOptions): Promise<PythonPool> {
    const { world, log, watch, variant = SERVED } = options
    let digest: string | undefined
    const make = (): PythonWorker =>
      new PythonWorker({ world, variant, log, watch, digest: () => digest })
    const probe = make()
    const { hello } = await probe.start().finally(() => probe.close())
    if (typeof hello.digest === 'string') digest = hello.digest
    const workers = Array.from({ length: world.workers }, make)
    for (const worker of workers) worker.ready().catch(() => undefined)
    return new PythonPool(hello, workers, options)
  }

  /**
   * Makes a call. What the death of a process costs is its owner's: a slot is free again when its
   * worker is.
   */
  async call(request: PythonCall, signal: AbortSignal, owner = NOBODY): Promise<PoolAnswer> {
    const slot = (withinDeadline: AbortSignal) => this.#slots.acquire(owner, withinDeadline)
    const release = await withDeadline(this.#waitMs, signal, slot).catch(() => 'full' as const)
    if (release === 'full') return { status: 'busy' }
    const worker = this.#idle.pop() as PythonWorker
    try {
      return await this.#callOn(worker, request, signal)
    } finally {
      const giveBack = (): void => {
        this.#idle.push(worker)
        release()
      }
      if (worker.isRunning) giveBack()
      else worker.ready().then(giveBack, giveBack)
    }
  }

  close(): void {
    for (const worker of this.#all) worker.close()
  }

  /** A process may be ended by others, such as the system for want of memory: it is asked twice. */
  async #callOn(
    worker: PythonWorker,
    request: PythonCall,
    signal: AbortSignal,
  ): Promise<PoolAnswer> {
    const first = await this.#callOnce(worker, request, signal)
    const isLost = first.status === 'died' || first.status === 'evicted'
    return isLost ? this.#callOnce(worker, request, signal) : first
  }

  async #callOnce(
    worker: PythonWorker,
    request: PythonCall,
    signal: AbortSignal,
  ): Promise<PoolAnswer> {
    const process = await this.#running(worker, signal)
    if (process === undefined) return { status: 'busy' }
    const answer = await process.call(request)
    if (answer.status === 'answered') worker.praise()
    else if (answer.status !== 'error') {
      worker.blame()
      this.#log.trouble(`a worker was lost in ${request.call}: ${answer.status}`)
    } else {
      this.#log.trouble(`${answer.error.code} in ${answer.error.function}`, { ...answer.error })
      // What is left of a process that ran out of memory cannot be known.
      if (answer.error.code === 'python/memory') worker.blame()
    }
    return answer
  }

  /** The process of a worker, or undefined if it takes too long to start. */
  #running(worker: PythonWorker, signal: AbortSignal): Promise<PythonProcess | undefined> {
    const started = withDeadline(this.#waitMs, signal, async (withinDeadline) => {
      const aborted = onAbort(withinDeadline)
      return Promise.race([worker.ready(), aborted.promise]).finally(aborted.stop)
    })
    return started.catch(() => undefined)
  }
}
