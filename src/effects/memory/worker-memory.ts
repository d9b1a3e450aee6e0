import { memoryLimit } from './container.ts'

/** The part of the memory that workers may take where nothing else is configured. */
export const WORKERS_SHARE = 0.5

const MEGABYTE = 2 ** 20
const Q_SMALL_BYTES = 24 * MEGABYTE
/** What a thread takes that runs q programs, all in all; larger programs leave it. */
const Q_THREAD_BYTES = 64 * MEGABYTE
/** What a process takes in which a q program uses all that it may. */
const Q_PROCESS_BYTES = 512 * MEGABYTE
/** What the threads take that grade answers and take turns. */
const SIDE_BYTES = 128 * MEGABYTE

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
}

/** @param bytes what all workers may take together */
export function sharedOut(bytes: number): WorkerMemory {
  const qThreadsMax = Math.max(1, Math.floor(bytes / 3 / Q_THREAD_BYTES))
  const left = bytes - Math.min(bytes / 3, qThreadsMax * Q_THREAD_BYTES) - SIDE_BYTES
  const processBytes = Math.max(bytes / 4, left)
  const qProcessesMax = Math.max(1, Math.floor(processBytes / Q_PROCESS_BYTES))
  return { bytes, qThreadsMax, qSmallBytes: Q_SMALL_BYTES, processBytes, qProcessesMax }
}

/**
 * The memory of the workers of this server.
 *
 * @param share of the memory that its container or machine has
 * @param servers that share the container
 */
export const workerMemory = (share = WORKERS_SHARE, servers = 1): WorkerMemory =>
  sharedOut((memoryLimit() * share) / servers)
