import { memoryLimit } from './container.ts'

/** The default share of the memory that workers may use. */
export const WORKERS_SHARE = 0.5

const MEGABYTE = 2 ** 20
const Q_SMALL_BYTES = 24 * MEGABYTE
/** Total memory of a thread that runs q programs. Larger programs move to a process. */
const Q_THREAD_BYTES = 72 * MEGABYTE
/** Memory of a process whose q program uses its whole limit. */
const Q_PROCESS_BYTES = 512 * MEGABYTE
/** Threads for grading, and the same number for players: one serves the busiest principal. */
export const SIDE_THREADS = 2
/** Large enough for the hardest formulas of the tests and for answers of 4 MB. */
export const GRADER_HEAP_MEGABYTES = 32
/** The smaller heap fits a phone-world conversation of a thousand steps. */
const PLAYER_HEAP_MEGABYTES = { least: 48, most: 256 }
/** Young part of the heap of these threads. */
export const SIDE_YOUNG_MEGABYTES = 4
/** Memory of a thread outside its heap, including its stack. */
const OUTSIDE_HEAP_MEGABYTES = 4

/** The division of memory among workers. */
export interface WorkerMemory {
  /** All of it. */
  readonly bytes: number
  /** Maximum number of threads for small q programs. They get a third of the memory. */
  readonly qThreadsMax: number
  /** Memory of a program's values at which it moves from its thread to a process. */
  readonly qSmallBytes: number
  /** Shared memory limit of all processes: large q programs and Python worlds. */
  readonly processBytes: number
  /** Maximum number of concurrent large q programs, at least 1. */
  readonly qProcessesMax: number
  /** Heap of a thread that runs players. */
  readonly playerHeapMegabytes: number
  /** Memory of the grader and player threads if each uses its whole heap. */
  readonly sideBytes: number
}

/** @param bytes the memory limit of all workers together */
export function sharedOut(bytes: number): WorkerMemory {
  const qThreadsMax = Math.max(1, Math.floor(bytes / 3 / Q_THREAD_BYTES))
  const { least, most } = PLAYER_HEAP_MEGABYTES
  const twentieth = Math.floor(bytes / MEGABYTE / 20)
  const playerHeapMegabytes = Math.min(most, Math.max(least, twentieth))
  const sideBytes = bytesOfThreads(GRADER_HEAP_MEGABYTES) + bytesOfThreads(playerHeapMegabytes)
  const left = bytes - Math.min(bytes / 3, qThreadsMax * Q_THREAD_BYTES) - sideBytes
  const processBytes = Math.max(bytes / 4, left)
  const qProcessesMax = Math.max(1, Math.floor(processBytes / Q_PROCESS_BYTES))
  return {
    ...{ bytes, qThreadsMax, qSmallBytes: Q_SMALL_BYTES, processBytes, qProcessesMax },
    ...{ playerHeapMegabytes, sideBytes },
  }
}

const bytesOfThreads = (heapMegabytes: number): number =>
  SIDE_THREADS * (heapMegabytes + SIDE_YOUNG_MEGABYTES + OUTSIDE_HEAP_MEGABYTES) * MEGABYTE

/**
 * The memory of the workers of this server.
 *
 * @param share of the memory that its container or machine has
 * @param servers that share the container
 */
export const workerMemory = (share = WORKERS_SHARE, servers = 1): WorkerMemory =>
  sharedOut((memoryLimit() * share) / servers)
