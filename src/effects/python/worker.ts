import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { JsonObject } from '../../sim/json.ts'
import { failureText } from '../../tools/failure-text.ts'
import type { ProcessWatch } from '../memory/process-watch.ts'
import type { PythonVariant, PythonWorldOptions } from './options.ts'
import { type PythonAnswer, PythonProcess } from './process.ts'

/** Worker events for the operator. */
export interface PythonLog {
  /** A worker that could not be started, failed or was ended. */
  trouble(problem: string, details?: { readonly trace?: string }): void
  /** A line that the world printed. */
  printed(line: string): void
}

interface WorkerOptions {
  readonly world: PythonWorldOptions
  readonly variant: PythonVariant
  readonly log: PythonLog
  /** Limits the memory of its processes, shared with other workers. */
  readonly watch?: ProcessWatch | undefined
  /** The required digest of its code. Undefined for the first worker, which sets it. */
  digest(): string | undefined
}

/** A world that cannot be served. The message says what its author can do. */
export class PythonWorldError extends Error {
  override readonly name: string = 'PythonWorldError'
}

/** A world whose code started but is invalid. */
export class PythonWorldDefect extends PythonWorldError {}

/** The reason why a process could not start its world. */
function notStarted(
  { module, folder, python }: PythonWorldOptions,
  hello: Exclude<PythonAnswer, { readonly status: 'answered' }>,
  failure: string | undefined,
): PythonWorldError {
  if (!existsSync(folder)) return new PythonWorldError(`${module}: there is no folder ${folder}`)
  if (failure !== undefined) {
    const remedy = 'install it, or name another with "python"'
    return new PythonWorldError(`${module}: ${python} cannot be started (${failure}); ${remedy}`)
  }
  switch (hello.status) {
    case 'error': {
      const { code, message, trace } = hello.error
      if (code === 'python/not_found') return new PythonWorldError(`${module}: ${message}`)
      return new PythonWorldDefect(`${module}: ${message}\n${trace}`)
    }
    case 'late':
      return new PythonWorldDefect(`${module}: it did not start in ${START_MS} ms`)
    default:
      return new PythonWorldError(`${module}: a process of ${python} ended at its start`)
  }
}

const START_MS = 20_000
const PAUSE_MS = 100
const PAUSE_MS_MAX = 10_000

/** Runs one process and restarts it after each death, with growing delays. */
export class PythonWorker {
  readonly #options: WorkerOptions
  readonly #closing = new AbortController()
  #process: Promise<PythonProcess> | undefined
  /** The last one that was started, and the one that may be called. */
  #started: PythonProcess | undefined
  #running: PythonProcess | undefined
  #failures = 0

  constructor(options: WorkerOptions) {
    this.#options = options
  }

  /** Waits for a running process. Rejects if the worker is closed. */
  ready(): Promise<PythonProcess> {
    this.#process ??= this.#startUntilItRuns()
    return this.#process
  }

  get isRunning(): boolean {
    return this.#running?.isAlive === true
  }

  /** Reports a successful call, which resets the failure count. */
  praise(): void {
    this.#failures = 0
  }

  /** Reports that a call ended with its process. Starts another process. */
  blame(): void {
    this.#failures += 1
    this.#started?.kill()
    this.#startAgain()
  }

  close(): void {
    this.#closing.abort(new PythonWorldError('the workers are closed'))
    this.#started?.kill()
  }

  /**
   * Starts a process once.
   *
   * @throws PythonWorldError saying why the world cannot be served
   */
  async start(): Promise<{ process: PythonProcess; hello: JsonObject }> {
    const { world, variant, log, watch } = this.#options
    const process = new PythonProcess(world, variant, START_MS, log.printed)
    this.#started = process
    const unwatch = watch?.add({ pid: process.pid ?? 0, stop: () => process.evict() })
    void process.ended.then(unwatch)
    const hello = await process.hello
    if (hello.status === 'answered') return { process, hello: hello.output as JsonObject }
    process.kill()
    throw notStarted(world, hello, process.failure)
  }

  async #startUntilItRuns(): Promise<PythonProcess> {
    const { signal } = this.#closing
    for (;;) {
      signal.throwIfAborted()
      if (this.#failures > 1) {
        const pauseMs = Math.min(PAUSE_MS_MAX, PAUSE_MS * 2 ** (this.#failures - 2))
        await sleep(pauseMs, undefined, { signal })
      }
      try {
        const { process, hello } = await this.start()
        this.#checkDigest(hello)
        this.#running = process
        process.ended.then(() => {
          if (this.#running !== process) return
          if (process.isEvicted) this.#failures += 1
          this.#startAgain()
        })
        return process
      } catch (error) {
        signal.throwIfAborted()
        this.#failures += 1
        this.#started?.kill()
        this.#options.log.trouble(failureText(error))
      }
    }
  }

  #checkDigest({ digest }: JsonObject): void {
    const expectedDigest = this.#options.digest()
    if (expectedDigest === undefined || digest === expectedDigest) return
    const problem = `${this.#options.world.module} was changed while it is served`
    throw new PythonWorldError(`${problem}: start the server again, or put the files back`)
  }

  #startAgain(): void {
    this.#running = undefined
    this.#process = undefined
    if (this.#closing.signal.aborted) return
    this.ready().catch(() => undefined)
  }
}
