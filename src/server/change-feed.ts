import { CHANGES_MAX, type Change, type Changes, type EpisodeLog } from '../store/episode-log.ts'
import { StoreError } from '../store/event-store.ts'

type ChangeListener = (changes: readonly Change[]) => void

/** How often rows of other processes are looked for while there is a subscription. */
const POLL_MS = 100

interface Subscription {
  readonly listener: ChangeListener
  readonly isEager: boolean
}

/**
 * Reports the rows that any process stores, in order and without a gap. Without subscriptions it
 * does not query the store.
 */
export class ChangeFeed {
  readonly #log: Pick<EpisodeLog, 'changesSince' | 'othersSince'>
  readonly #subscriptions = new Set<Subscription>()
  #cursor: string | undefined
  #timer: NodeJS.Timeout | undefined
  #reading: Promise<void> | undefined
  #following: Promise<void> | undefined

  constructor(log: Pick<EpisodeLog, 'changesSince' | 'othersSince'>) {
    this.#log = log
  }

  /**
   * Subscribes a listener. It gets every row that is stored after the promise resolves, and may get
   * earlier ones.
   *
   * @param isEager whether rows of this process are reported at once; otherwise they may not be
   *   reported at all
   * @returns a function that ends the subscription
   * @throws StoreError by the promise
   */
  async listen(listener: ChangeListener, isEager: boolean): Promise<() => void> {
    const subscription = { listener, isEager }
    this.#subscriptions.add(subscription)
    const stop = (): void => {
      this.#subscriptions.delete(subscription)
      if (this.#subscriptions.size === 0) this.#rest()
    }
    try {
      await this.catchUp()
    } catch (error) {
      stop()
      throw error
    }
    if (this.#subscriptions.size > 0) {
      this.#timer ??= setInterval(() => this.#look(), POLL_MS).unref()
    }
    return stop
  }

  /** Call this when this process has stored something. */
  stored(): void {
    for (const { isEager } of this.#subscriptions) {
      if (!isEager) continue
      this.#look()
      return
    }
  }

  /**
   * Resolves when listeners got everything that was stored before this call.
   *
   * @throws StoreError by the promise
   */
  catchUp(): Promise<void> {
    if (this.#reading === undefined) {
      this.#reading = this.#read().finally(() => {
        this.#reading = undefined
      })
      return this.#reading
    }
    // The query under way may have started before this call.
    const readAgain = (): Promise<void> => {
      this.#following = undefined
      return this.catchUp()
    }
    this.#following ??= this.#reading.then(readAgain, readAgain)
    return this.#following
  }

  /**
   * Looks for rows in the background. A failure is ignored, because the next look queries again.
   */
  #look(): void {
    this.catchUp().catch(() => undefined)
  }

  async #read(): Promise<void> {
    for (;;) {
      const { changes, cursor } = await this.#next()
      if (this.#subscriptions.size === 0) return this.#rest()
      this.#cursor = cursor
      if (changes.length > 0) for (const { listener } of [...this.#subscriptions]) listener(changes)
      if (changes.length < CHANGES_MAX) return
      await new Promise(setImmediate)
    }
  }

  /**
   * The changes since the cursor. After a failover to a standby, the store may lack rows before the
   * cursor. Then the next call starts at the store's end.
   */
  async #next(): Promise<Changes> {
    try {
      for (const { isEager } of this.#subscriptions) {
        if (isEager) return await this.#log.changesSince(this.#cursor)
      }
      return await this.#log.othersSince(this.#cursor)
    } catch (error) {
      if (error instanceof StoreError && error.reason === 'lost') this.#cursor = undefined
      throw error
    }
  }

  #rest(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#cursor = undefined
  }
}
