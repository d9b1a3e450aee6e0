import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { threadId, workerData } from 'node:worker_threads'
import { judge } from '../sim/q-problems/judge/judge.ts'
import type { GradeAnswer, QRequest, RunAnswer } from '../sim/q-problems/judge/request.ts'
import { createDeadline, noteBegin, noteDone } from './thread-clock.ts'
import type { ThreadJob } from './thread-pool.ts'

/** Memory of arrays, outside the heap, at which a program must stop. */
const ARRAY_BYTES_MAX = 768 * 1024 * 1024

/**
 * Heap that is kept free. On Node 20, an allocation that does not fit ends the whole process, not
 * only its thread. No single allocation of a program within its limits is this large.
 */
const HEAP_BYTES_FREE = 384 * 1024 * 1024

/** Further heap that a collection must free, because the next one would follow soon otherwise. */
const HEAP_BYTES_REGAINED = 64 * 1024 * 1024

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** The `workerData` of the pool's threads. */
export interface QWorkerData {
  /** Memory of a program's values at which it is stopped unfinished; undefined: only its limit. */
  readonly smallBytes: number | undefined
}

const { smallBytes } = (workerData ?? {}) as Partial<QWorkerData>

/** Measurements of a small program until it has made as much as it may keep. */
const MEASUREMENTS = 3

/** Garbage, and what the interpreter keeps besides, may take as much as the values themselves. */
const THREAD_FACTOR = 2

/** Whether a program takes more than a small one may. What is counted of it is an estimate. */
function isLarge(bytesAlive: number): boolean {
  if (smallBytes === undefined) return false
  if (bytesAlive > smallBytes) return true
  if (!takesMore(THREAD_FACTOR * smallBytes)) return false
  collectGarbage()
  return takesMore(THREAD_FACTOR * smallBytes)
}

const takesMore = (bytes: number): boolean =>
  process.memoryUsage().arrayBuffers > bytes || getHeapStatistics().used_heap_size > bytes

/** Whether a program has to stop so that the thread lives; small heaps, of tests, are used up. */
function isFull(): boolean {
  if (process.memoryUsage().arrayBuffers > ARRAY_BYTES_MAX) return true
  if (!hasLess(HEAP_BYTES_FREE)) return false
  // Most of it may be garbage.
  collectGarbage()
  return hasLess(HEAP_BYTES_FREE + HEAP_BYTES_REGAINED)
}

/** Whether the heap has less room than so many bytes. */
function hasLess(bytes: number): boolean {
  const { heap_size_limit: limit, used_heap_size: usedBytes } = getHeapStatistics()
  return limit > HEAP_BYTES_FREE + HEAP_BYTES_REGAINED && limit - usedBytes < bytes
}

/** One request of the pool. */
export type QJob = ThreadJob<QRequest>

/** What a worker answers. */
export interface QJobAnswer {
  readonly answer: RunAnswer | GradeAnswer | 'too large'
  /** Which thread it was, for tests. */
  readonly thread: number
}

/** The stack of this thread, as a multiple of the main thread's, which defines units of depth. */
const STACKS = 8

/** Judges one request in this thread, and stops it when its time or memory is used up. */
export default function work({ request, clock }: QJob): QJobAnswer {
  noteBegin(clock)
  const isOver = createDeadline(clock, request.limits.milliseconds)
  let isTooLarge = false
  const interrupt = (bytesAlive = 0): boolean => {
    isTooLarge ||= isLarge(bytesAlive)
    return isTooLarge || isOver() || isFull()
  }
  const depth = request.limits.depth * STACKS
  const measureBytes = smallBytes === undefined ? undefined : smallBytes / MEASUREMENTS
  const answer = judge(
    { ...request, limits: { ...request.limits, depth, measureBytes } },
    interrupt,
  )
  noteDone(clock)
  if (isTooLarge) collectGarbage()
  return { answer: isTooLarge ? 'too large' : answer, thread: threadId }
}
