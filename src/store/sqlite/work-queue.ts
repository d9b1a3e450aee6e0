import { isLockedOut } from './errors.ts'
import type { LogRoom } from './write-ahead-log.ts'

const FIRST_PAUSE_MS = 1
const LONGEST_PAUSE_MS = 50

interface Job {
  run(): void
  fail(error: unknown): void
  readonly deadlineMs: number
}

/**
 * Runs synchronous database work in order. If the database is locked, it tries again after a pause
 * that does not block the event loop. Later work waits behind it.
 */
export class WorkQueue {
  readonly #busyDeadlineMs: number
  readonly #jobs: Job[] = []
  /** Whether a timer is set or a drain runs, so that new jobs need no timer. */
  #busy = false
  #isHeld = false
  #onIdle: (() => void)[] = []
  readonly #room: Pick<LogRoom, 'isMadeAfter'>
  readonly #explain: (error: unknown) => unknown

  /**
   * @param room makes room in the log after an error, so that work is tried again once
   * @param explain converts the errors of work to those of the store
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
   * Runs work at once if nothing waits, otherwise in its turn. Work that throws must have no
   * effect. Rejects with the explained error of the work, and for a lock only after the deadline.
   */
  run<Result>(work: () => Result): Promise<Result> {
    if (this.#jobs.length === 0 && !this.#isHeld) {
      try {
        return Promise.resolve(this.#withRoom(work))
      } catch (error) {
        if (!isLockedOut(error)) return Promise.reject(this.#explain(error))
      }
    }
    return new Promise((resolve, reject) => {
      const deadlineMs = performance.now() + this.#busyDeadlineMs
      const run = (): void => resolve(this.#withRoom(work))
      this.#jobs.push({ run, fail: reject, deadlineMs })
      if (!this.#busy && !this.#isHeld) this.#pause(FIRST_PAUSE_MS)
    })
  }

  /** Makes later work wait until `release`. */
  hold(): void {
    this.#isHeld = true
  }

  release(): void {
    this.#isHeld = false
    if (!this.#busy && this.#jobs.length > 0) this.#drain(FIRST_PAUSE_MS)
  }

  /** Resolves when no job waits. */
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
        if (isLockedOut(error) && performance.now() < job.deadlineMs) {
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
