import { createHash } from 'node:crypto'
import { Fault } from '../../../wire/faults.ts'
import type { Caller } from '../../principal.ts'
import { waitingConnection } from '../../principal.ts'
import { CallerCache } from '../caller-cache.ts'

const LOST_MAX = 10_000

interface UnderWay<Result> {
  readonly result: Promise<Result>
  isDelivered: boolean
}

/**
 * Detects turns that a client repeats because the answer is late. A repetition is the same turn if
 * the first is still under way, or if its answer was not delivered. Every other repetition is a new
 * turn. Only the step number of an undelivered answer is cached, because the log has the rest.
 */
export class RepeatedTurns<Result extends { readonly seq: number }> {
  readonly #underWay = new CallerCache<UnderWay<Result>>(Number.POSITIVE_INFINITY)
  readonly #lost = new CallerCache<number>(LOST_MAX)

  /** @param work plays the turn, or requests the recorded step if it gets a step number */
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
      if (waitingConnection(caller)?.closedMs === undefined) call.isDelivered = true
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
