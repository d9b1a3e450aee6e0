import { isBusy } from './errors.ts'
import type { LogRoom } from './write-ahead-log.ts'

const FIRST_PAUSE_MS = 1
const LONGEST_PAUSE_MS = 50

interface Job {
  run(): void
  fail(error: unknown): void
  readonly deadlineMs: number
}

/**
 * Runs synchronous database work in order. Work that finds the database locked is tried again
 * after a pause that does not block the event loop, and everything behind it waits its turn.
 */
export class WorkQueue {
  readonly #busyDeadlineMs: number
  readonly #jobs: Job[] = []
  /** Whether a timer is set or a drain runs: either takes care of what is added. */
  #busy = false
  #isHeld = false
  #onIdle: (() => void)[] = []
  readonly #room: Pick<LogRoom, 'isMadeAfter'>
  readonly #explain: (error: unknown) => unknown

  /**
   * @param room makes some where there is none, so that work is tried again once
   * @param explain puts the errors of work into the words that callers get
   */
  constructor(
    busyDeadlineMs: number,
    room: Pick<LogRoom, 'isMadeAfter'>,
    explain: (error: unknown) => unknown,
  ) {
    this.#busyDeadlineMs = busyDeadlineMs
    this.#room = room
    this.#explain = explain
  }

  /**
   * Runs work at once if nothing waits, else in its turn. Work must leave nothing behind when it
   * throws. Rejects with the error of the work, explained; a lock is one only after the deadline.
   */
  run<Result>(work: () => Result): Promise<Result> {
    if (this.#jobs.length === 0 && !this.#isHeld) {
      try {
        return Promise.resolve(this.#withRoom(work))
      } catch (error) {
        if (!isBusy(error)) return Promise.reject(this.#explain(error))
      }
    }
    return new Promise((resolve, reject) => {
      const deadlineMs = performance.now() + this.#busyDeadlineMs
      const run = (): void => resolve(this.#withRoom(work))
      this.#jobs.push({ run, fail: reject, deadlineMs })
      if (!this.#busy && !this.#isHeld) this.#pause(FIRST_PAUSE_MS)
    })
  }

  /** Keeps what is asked from now on waiting until `release`. */
  hold(): void {
    this.#isHeld = true
  }

  release(): void {
    this.#isHeld = false
    if (!this.#busy && this.#jobs.length > 0) this.#drain(FIRST_PAUSE_MS)
  }

  /** Resolves when nothing waits any more. */
  idle(): Promise<void> {
    if (this.#jobs.length === 0) return Promise.resolve()
    return new Promise((resolve) => {
      this.#onIdle.push(resolve)
    })
  }

  #withRoom<Result>(work: () => Result): Result {
    try {
      return work()
    } catch (error) {
      if (!this.#room.isMadeAfter(error)) throw error
      return work()
    }
  }

  #pause(pauseMs: number): void {
    this.#busy = true
    setTimeout(() => this.#drain(pauseMs), pauseMs)
  }

  #drain(pauseMs: number): void {
    for (let job = this.#jobs[0]; job !== undefined && !this.#isHeld; job = this.#jobs[0]) {
      try {
        job.run()
      } catch (error) {
        if (isBusy(error) && performance.now() < job.deadlineMs) {
          this.#pause(Math.min(pauseMs * 2, LONGEST_PAUSE_MS))
          return
        }
        job.fail(this.#explain(error))
      }
      this.#jobs.shift()
    }
    this.#busy = false
    if (this.#jobs.length > 0) return
    const waiting = this.#onIdle
    this.#onIdle = []
    for (const resolve of waiting) resolve()
  }
}
