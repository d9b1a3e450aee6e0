import type { InFlightLimit } from './in-flight-limit.ts'

/** Calls that nothing limits. */
export const UNCOUNTED = { onWait: () => undefined, goesOn: () => undefined }

/** A call as the limit of its principal counts it: until it ends, or begins to wait for others. */
export class CountedCall {
  readonly #leave: () => void
  #isCounted = true
  #rest: Promise<unknown> | undefined

  /** @throws Fault `capacity/in_flight` */
  constructor(calls: InFlightLimit, principal: string) {
    calls.enter(principal)
    this.#leave = () => calls.leave(principal)
  }

  /** It waits for others from now on: it is counted no more. */
  readonly onWait = (): void => {
    if (this.#isCounted) this.#leave()
    this.#isCounted = false
  }

  /** Its answer comes before its work is done, which is counted as long as it takes. */
  readonly goesOn = (work: Promise<unknown>): void => {
    this.#rest = work
  }

  /** It was answered. */
  end(): void {
    if (this.#rest === undefined) this.onWait()
    else void this.#rest.then(this.onWait, this.onWait)
  }
}
