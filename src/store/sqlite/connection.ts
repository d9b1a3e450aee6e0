import type Database from 'better-sqlite3'
import { StoreError } from '../event-store.ts'
import { isLockedOut, storeError } from './errors.ts'
import { WorkQueue } from './work-queue.ts'
import { LogRoom } from './write-ahead-log.ts'

/** An open database that the parts of a store share. It runs their work in order. */
export class StoreConnection {
  readonly database: Database.Database
  readonly location: string
  readonly #queue: WorkQueue
  #closing: Promise<void> | undefined

  constructor(database: Database.Database, location: string, busyDeadlineMs: number) {
    this.database = database
    this.location = location
    const room = new LogRoom(database)
    this.#queue = new WorkQueue(busyDeadlineMs, room, (error) => storeError(error, location))
  }

  /** Every append takes this path: work that succeeds at once costs one promise. */
  run<Result>(work: () => Result): Promise<Result> {
    if (this.#closing !== undefined) return Promise.reject(this.#closedError())
    return this.#queue.run(work)
  }

  /** Reads never wait for writers, so they enter the queue only if SQLite reports busy. */
  async read<Result>(work: () => Result): Promise<Result> {
    this.mustBeOpen()
    try {
      return work()
    } catch (error) {
      if (!isLockedOut(error)) throw storeError(error, this.location)
    }
    return this.run(work)
  }

  /** Makes later work wait until `release`. */
  hold(): void {
    this.#queue.hold()
  }

  release(): void {
    this.#queue.release()
  }

  /** @throws StoreError `closed` */
  mustBeOpen(): void {
    if (this.#closing !== undefined) throw this.#closedError()
  }

  /** Waits for earlier work, runs the last work, and closes the file. */
  close(last: () => void): Promise<void> {
    this.#closing ??= this.#queue.idle().then(() => {
      last()
      this.database.close()
    })
    return this.#closing
  }

  #closedError(): StoreError {
    return new StoreError('closed', `event store ${this.location} is closed`)
  }
}
