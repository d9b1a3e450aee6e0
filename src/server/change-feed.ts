import { CHANGES_MAX, type Change, type Changes, type EpisodeLog } from '../store/episode-log.ts'

type ChangeListener = (changes: readonly Change[]) => void

/** How often rows of other processes are looked for while somebody wants to hear of them. */
const POLL_MS = 100

interface Subscription {
  readonly listener: ChangeListener
  readonly isEager: boolean
}

/**
 * Tells what was stored, by whichever process, in order and without a gap. While nobody listens
 * nothing is asked of the store.
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
   * Calls a listener with what is stored from the moment on at which the promise resolves, or
   * earlier; answers the way to stop it.
   *
   * @param isEager whether it is told at once of what this process stores; else it may not be told
   * of that at all
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

  /** To be called when this process has stored something. */
  stored(): void {
    for (const { isEager } of this.#subscriptions) {
      if (!isEager) continue
      this.#look()
      return
    }
  }

  /**
   * Resolves when listeners were told of everything that was stored before this call.
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
    // What is being read may have been looked for before this call.
    const again = (): Promise<void> => {
      this.#following = undefined
      return this.catchUp()
    }
    this.#following ??= this.#reading.then(again, again)
    return this.#following
  }

  /** Looks without anybody waiting for it; what fails now is asked again at the next look. */
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

  #next(): Promise<Changes> {
    for (const { isEager } of this.#subscriptions) {
      if (isEager) return this.#log.changesSince(this.#cursor)
    }
    return this.#log.othersSince(this.#cursor)
  }

  #rest(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#cursor = undefined
  }
}
