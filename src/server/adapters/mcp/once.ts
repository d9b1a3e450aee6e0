import { createHash } from 'node:crypto'
import { Fault } from '../../../wire/faults.ts'
import type { Caller } from '../../principal.ts'
import { linkOf } from '../../principal.ts'
import { CallerCache } from '../caller-cache.ts'

const LOST_MAX = 10_000

interface UnderWay<Result> {
  readonly result: Promise<Result>
  isDelivered: boolean
}

/**
 * Turns that clients repeat when an answer is late: the repetition of one that is under way, or
 * whose answer reached nobody, is the same turn. Any other repetition is meant. Of lost answers
 * only the number of the step is kept: the log has the rest, for whoever may read it.
 */
export class Once<Result extends { readonly seq: number }> {
  readonly #underWay = new CallerCache<UnderWay<Result>>(Number.POSITIVE_INFINITY)
  readonly #lost = new CallerCache<number>(LOST_MAX)

  /** @param work plays the turn, or asks again for the step that it was */
  async run(
    caller: Caller,
    turn: unknown,
    work: (seq: number | undefined) => Promise<Result>,
  ): Promise<Result> {
    const name = createHash('sha256').update(JSON.stringify(turn)).digest('base64url')
    const present = this.#underWay.find(caller, name)
    const call = present ?? { result: work(this.#lost.find(caller, name)), isDelivered: false }
    if (present === undefined) this.#underWay.put(caller, name, call)
    try {
      const result = await call.result
      if (linkOf(caller)?.closedMs === undefined) call.isDelivered = true
      if (call.isDelivered) this.#lost.drop(caller, name)
      else this.#lost.put(caller, name, result.seq)
      return result
    } catch (error) {
      if (error instanceof Fault && error.code.endsWith('_seq')) this.#lost.drop(caller, name)
      throw error
    } finally {
      if (present === undefined) this.#underWay.drop(caller, name)
    }
  }
}
