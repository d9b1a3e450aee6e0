import type { InFlightLimit } from './in-flight-limit.ts'

/** The callbacks of calls without a limit. */
export const UNCOUNTED = { onWait: () => undefined, goesOn: () => undefined }

/** A call that counts against its principal's limit until it ends or begins to wait for others. */
export class CountedCall {
  readonly #leave: () => void
  #isCounted = true
  #remainingWork: Promise<unknown> | undefined

  /** @throws Fault `capacity/in_flight` */
  constructor(calls: InFlightLimit, principal: string) {
    calls.enter(principal)
    this.#leave = () => calls.leave(principal)
  }

  /** Called when the call begins to wait for others. It is not counted any more. */
  readonly onWait = (): void => {
    if (this.#isCounted) this.#leave()
    this.#isCounted = false
  }

  /** Called if the answer comes before the work is done. The call is counted until then. */
  readonly goesOn = (work: Promise<unknown>): void => {
    this.#remainingWork = work
  }

  /** Called when the call was answered. */
  end(): void {
    if (this.#remainingWork === undefined) this.onWait()
    else void this.#remainingWork.then(this.onWait, this.onWait)
  }
}
