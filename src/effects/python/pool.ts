import type { JsonObject } from '../../sim/json.ts'
import { onAbort, withDeadline } from '../deadline.ts'
import { FairSlots, reservedSlots } from '../fair-slots.ts'
import type { ProcessWatch } from '../memory/process-watch.ts'
import { NOBODY } from '../performer.ts'
import { type PythonVariant, type PythonWorldOptions, SERVED_VARIANT } from './options.ts'
import type { PythonAnswer, PythonCall, PythonProcess } from './process.ts'
import { type PythonLog, PythonWorker } from './worker.ts'

interface PythonPoolOptions {
  readonly world: PythonWorldOptions
  readonly log: PythonLog
  readonly variant?: PythonVariant
  /** Whether owners share the workers. If so, the last free one is for owners with none. */
  readonly isShared?: boolean
  /** Limits the memory of the processes, shared with other workers. */
  readonly watch?: ProcessWatch
  /** Time limit for a call's wait for a worker. */
  readonly waitMs?: number
  /** Maximum number of waiting calls. */
  readonly queueMax?: number
}

/** `busy`: the call was not made. */
export type PoolAnswer = PythonAnswer | { readonly status: 'busy' }

/** The workers of one world, shared fairly among owners. */
export class PythonPool {
  /** The world's description. */
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
    const { world, log, watch, variant = SERVED_VARIANT } = options
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
   * Makes a call. The owner pays for the death of a process: its slot stays taken until the worker
   * is ready again.
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

  /** Makes a call, and repeats it once if the process died: the system may have killed it. */
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
      // The state of a process that ran out of memory is unknown.
      if (answer.error.code === 'python/memory') worker.blame()
    }
    return answer
  }

  /** The process of a worker, or undefined if its start times out. */
  #running(worker: PythonWorker, signal: AbortSignal): Promise<PythonProcess | undefined> {
    const started = withDeadline(this.#waitMs, signal, async (withinDeadline) => {
      const aborted = onAbort(withinDeadline)
      return Promise.race([worker.ready(), aborted.promise]).finally(aborted.stop)
    })
    return started.catch(() => undefined)
  }
}
