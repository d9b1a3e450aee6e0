import { memoryLimit } from './container.ts'

/** The part of the memory that workers may take where nothing else is configured. */
export const WORKERS_SHARE = 0.5

const MEGABYTE = 2 ** 20
const Q_SMALL_BYTES = 24 * MEGABYTE
/** What a thread takes that runs q programs, all in all; larger programs leave it. */
const Q_THREAD_BYTES = 72 * MEGABYTE
/** What a process takes in which a q program uses all that it may. */
const Q_PROCESS_BYTES = 512 * MEGABYTE
/** Threads that grade, and as many that play: one for the busiest principal, one for all others. */
export const SIDE_THREADS = 2
/** The hardest formulas of the tests, and answers of 4 MB, fit in it. */
export const GRADER_HEAP_MEGABYTES = 32
/** A conversation of a thousand steps of the phone world fits in the smaller heap. */
const PLAYER_HEAP_MEGABYTES = { least: 48, most: 256 }
/** Young part of the heap of these threads. */
export const SIDE_YOUNG_MEGABYTES = 4
/** Stack of a thread, and what it keeps outside of its heap. */
const OUTSIDE_HEAP_MEGABYTES = 4

/** How the memory of workers is shared out. */
export interface WorkerMemory {
  /** All of it. */
  readonly bytes: number
  /** Threads for small q programs at most; a third of the memory is theirs. */
  readonly qThreadsMax: number
  /** Memory of a program's values at which it leaves its thread for a process. */
  readonly qSmallBytes: number
  /** What processes may take together: those of large q programs, and worlds in Python. */
  readonly processBytes: number
  /** Large q programs at a time; at least one. */
  readonly qProcessesMax: number
  /** Heap of a thread that takes turns of players. */
  readonly playerHeapMegabytes: number
  /** What the threads of graders and players take if each uses its whole heap. */
  readonly sideBytes: number
}

/** @param bytes what all workers may take together */
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
