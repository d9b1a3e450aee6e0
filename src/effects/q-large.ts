import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { GradeAnswer, QRequest, RunAnswer } from '../sim/q-problems/judge/request.ts'
import { onAbort } from './deadline.ts'
import { FairSlots } from './fair-slots.ts'
import type { ProcessWatch } from './memory/process-watch.ts'
import { NOBODY } from './performer.ts'
import type { ThreadAnswer } from './thread-pool.ts'
import { loaderArguments, startLimitMs, workerModule } from './worker-module.ts'

/** How a large program ended. */
export type LargeAnswer =
  | ThreadAnswer<RunAnswer | GradeAnswer>
  /** Its process was stopped, because all processes together needed too much memory. */
  | { readonly status: 'no memory' }

interface LargeProgramsOptions {
  /** Processes at a time. */
  readonly processes: number
  readonly queueMax: number
  readonly watch: ProcessWatch
}

/**
 * Runs q programs that need much memory, each in a process of its own. Principals take turns. The
 * result depends only on the program: it gets all that its limits allow, or its process is stopped
 * and there is no answer.
 */
export class LargePrograms {
  readonly #slots: FairSlots
  readonly #watch: ProcessWatch
  readonly #children = new Set<ChildProcess>()

  constructor({ processes, queueMax, watch }: LargeProgramsOptions) {
    this.#slots = new FairSlots({ concurrency: processes, queueMax })
    this.#watch = watch
  }

  /** Rejects with the signal's reason if that comes first. */
  async run(request: QRequest, signal: AbortSignal, owner = NOBODY): Promise<LargeAnswer> {
    const release = await this.#slots.acquire(owner, signal)
    if (release === 'full') return { status: 'full' }
    let child: ChildProcess
    try {
      child = start()
    } catch (error) {
      release()
      throw error
    }
    this.#children.add(child)
    const end = (): void => void child.kill('SIGKILL')
    let isStopped = false
    const stop = (): void => {
      isStopped = true
      end()
    }
    const unwatch = this.#watch.add({ pid: child.pid ?? 0, stop })
    // The next program may start only when the memory of this one is free.
    child.once('close', () => {
      this.#children.delete(child)
      unwatch()
      release()
    })
    const aborted = onAbort(signal)
    try {
      const answer = await Promise.race([awaitAnswer(child, request), aborted.promise])
      return isStopped ? { status: 'no memory' } : answer
    } finally {
      aborted.stop()
      end()
    }
  }

  close(): void {
    for (const child of this.#children) child.kill('SIGKILL')
  }
}

const moduleOfProcess = (): string => workerModule('q-large-process', import.meta.url)

function start(): ChildProcess {
  const module = moduleOfProcess()
  return fork(fileURLToPath(module), [], {
    execArgv: loaderArguments(module),
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}

/** Sends the program to its process, and waits for the answer or for the end of the process. */
function awaitAnswer(child: ChildProcess, request: QRequest): Promise<LargeAnswer> {
  return new Promise((resolve) => {
    const readyTimeoutMs = startLimitMs(moduleOfProcess())
    const timer = setTimeout(() => resolve({ status: 'not begun' }), readyTimeoutMs)
    let hasBegun = false
    child.on('message', (message) => {
      if (message !== 'ready') return resolve(message as LargeAnswer)
      hasBegun = true
      clearTimeout(timer)
      child.send(request, () => undefined)
    })
    child.once('error', () => resolve({ status: 'not begun' }))
    child.once('close', (_, signal) => {
      clearTimeout(timer)
      // The kernel kills a process like this if memory runs out, which is not the program's fault.
      if (signal === 'SIGKILL') resolve({ status: 'no memory' })
      else resolve(hasBegun ? { status: 'killed', why: 'memory' } : { status: 'not begun' })
    })
  })
}
