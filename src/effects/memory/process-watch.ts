import { readFileSync } from 'node:fs'

/** A process whose memory counts. */
interface WatchedProcess {
  readonly pid: number
  /** Ends it; it is the largest, and all together have taken too much. */
  stop(): void
}

/** How often processes are looked at while there are some. */
const LOOK_MS = 50
const PAGE_BYTES = 4096

/** The memory of a process that is not shared with others, in bytes; 0 if it is gone. */
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

/** Stops the largest process when all together take more than they may. */
export class ProcessWatch {
  readonly #bytesMax: number
  readonly #read: (pid: number) => number
  readonly #watched = new Set<WatchedProcess>()
  /** Those that were stopped and have not ended yet. */
  readonly #ending = new Set<WatchedProcess>()
  #timer: NodeJS.Timeout | undefined
  /** Processes that were stopped. */
  stopped = 0

  constructor(bytesMax: number, read = ownBytes) {
    this.#bytesMax = bytesMax
    this.#read = read
  }

  /** What all of them take, in bytes. */
  get bytes(): number {
    let sum = 0
    for (const { pid } of this.#watched) sum += this.#read(pid)
    return sum
  }

  /** @returns stops watching it */
  add(watched: WatchedProcess): () => void {
    this.#watched.add(watched)
    this.#timer ??= setInterval(() => this.look(), LOOK_MS).unref()
    return () => {
      this.#ending.delete(watched)
      if (!this.#watched.delete(watched) || this.#watched.size > 0) return
      clearInterval(this.#timer)
      this.#timer = undefined
    }
  }

  /**
   * Stops the largest one if all together take too much. A stopped process gives its memory back
   * when it ends, so no other process is stopped for that memory.
   */
  look(): void {
    const sizes = [...this.#watched]
      .filter((one) => !this.#ending.has(one))
      .map((one) => [one, this.#read(one.pid)] as const)
    const sum = sizes.reduce((total, [, bytes]) => total + bytes, 0)
    if (sum <= this.#bytesMax) return
    const [largest] = sizes.reduce((most, one) => (one[1] > most[1] ? one : most))
    this.#ending.add(largest)
    this.stopped += 1
    largest.stop()
  }
}
