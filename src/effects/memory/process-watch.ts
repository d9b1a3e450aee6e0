import { readFileSync } from 'node:fs'

/** A process whose memory counts. */
interface WatchedProcess {
  readonly pid: number
  /** Ends this process. Called for the largest one when the total exceeds the limit. */
  stop(): void
}

/** The interval between checks while processes exist. */
const CHECK_MS = 50
const PAGE_BYTES = 4096

/** The private memory of a process in bytes, or 0 if it has ended. */
function ownBytes(pid: number): number {
  try {
    const [, resident = 0, shared = 0] = readFileSync(`/proc/${pid}/statm`, 'latin1')
      .split(' ')
      .map(Number)
    return (resident - shared) * PAGE_BYTES
  } catch {
    return 0
  }
}

/** Stops the largest process when the total memory exceeds the limit. */
export class ProcessWatch {
  readonly #bytesMax: number
  readonly #read: (pid: number) => number
  readonly #watched = new Set<WatchedProcess>()
  /** Processes that were stopped but have not ended yet. */
  readonly #ending = new Set<WatchedProcess>()
  #timer: NodeJS.Timeout | undefined
  /** Processes that were stopped. */
  stopped = 0

  constructor(bytesMax: number, readBytes = ownBytes) {
    this.#bytesMax = bytesMax
    this.#read = readBytes
  }

  /** The total memory of all processes, in bytes. */
  get bytes(): number {
    let sum = 0
    for (const { pid } of this.#watched) sum += this.#read(pid)
    return sum
  }

  /** @returns stops watching it */
  add(watched: WatchedProcess): () => void {
    this.#watched.add(watched)
    this.#timer ??= setInterval(() => this.check(), CHECK_MS).unref()
    return () => {
      this.#ending.delete(watched)
      if (!this.#watched.delete(watched) || this.#watched.size > 0) return
      clearInterval(this.#timer)
      this.#timer = undefined
    }
  }

  /**
   * Stops the largest process if the total exceeds the limit. Stops no other process for the same
   * memory, because a stopped process returns its memory when it ends.
   */
  check(): void {
    const sizes = [...this.#watched]
      .filter((process) => !this.#ending.has(process))
      .map((process) => [process, this.#read(process.pid)] as const)
    const sum = sizes.reduce((total, [, bytes]) => total + bytes, 0)
    if (sum <= this.#bytesMax) return
    const [largest] = sizes.reduce((largestSoFar, process) =>
      process[1] > largestSoFar[1] ? process : largestSoFar,
    )
    this.#ending.add(largest)
    this.stopped += 1
    largest.stop()
  }
}
