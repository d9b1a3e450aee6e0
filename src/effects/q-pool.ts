import type { QRequest } from '../sim/q-problems/judge/request.ts'
import { ProcessWatch } from './memory/process-watch.ts'
import { type WorkerMemory, workerMemory } from './memory/worker-memory.ts'
import { type LargeAnswer, LargePrograms } from './q-large.ts'
import { createQThreads, Q_THREADS, type QThreadsOptions } from './q-threads.ts'

/** Limits of the pool of q workers. */
export interface QPoolOptions extends Omit<QThreadsOptions, 'smallBytes'> {
  /** Memory of q workers. Default: that of a server without settings. */
  readonly memory?: WorkerMemory
  /** Watches the processes of large programs, beside others. */
  readonly watch?: ProcessWatch
}

/** Runs q code: small programs in threads, large ones in processes of their own. */
export interface QPool {
  /** Rejects with the signal's reason if that comes first. */
  run(request: QRequest, signal: AbortSignal, owner?: string): Promise<LargeAnswer>
  close(): Promise<void>
}

/**
 * Makes a pool. A program begins in a thread. If its values need more memory than a thread has, it
 * starts again in a process, which has all the memory that its limits allow. So the memory of
 * threads is bounded, and a process returns its memory when it ends. The result never depends on
 * other programs.
 */
export function createQPool(options: QPoolOptions = {}): QPool {
  const {
    memory = workerMemory(),
    threads: threadCount = Q_THREADS,
    queueMax = 1_024,
    ...rest
  } = options
  const { watch = new ProcessWatch(memory.processBytes) } = options
  const small = createQThreads({
    ...rest,
    queueMax,
    threads: Math.min(threadCount, memory.qThreadsMax),
    smallBytes: memory.qSmallBytes,
  })
  const large = new LargePrograms({ processes: memory.qProcessesMax, queueMax, watch })
  return {
    async run(request, signal, owner) {
      const ended = await small.run(request, signal, owner)
      if (ended.status !== 'done') return ended
      const { answer } = ended
      return answer === 'too large' ? large.run(request, signal, owner) : { status: 'done', answer }
    },
    async close() {
      large.close()
      await small.close()
    },
  }
}
