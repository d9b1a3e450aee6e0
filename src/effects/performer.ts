import type { z } from 'zod'
import type { EffectAnswer, EffectFailure, EffectRequest } from '../tools/effect.ts'

/**
 * Performs the external effects of one kind. After an abort, `perform` must settle soon; its result
 * is ignored. It may throw: the table of performers converts errors to answers.
 */
export interface Performer {
  readonly kind: string
  /** Time limit for one effect, including its wait. Default: the table's deadline. */
  readonly deadlineMs?: number
  /**
   * Maximum number of concurrent effects. Default: the table's limit. Infinite for performers that
   * manage their own slots.
   */
  readonly concurrency?: number
  /** @param owner the principal of the effect; owners take turns */
  perform(request: EffectRequest, signal: AbortSignal, owner?: string): Promise<EffectAnswer>
}

/** The owner of effects if there is no other owner. */
export const NOBODY = ''

/** A failed answer. The message is for people and is stored in the log: no secrets, no traces. */
export const failedAnswer = (reason: EffectFailure, message: string): EffectAnswer => ({
  status: 'failed',
  reason,
  message,
})

/** The first complaints of a failed check, as one line: `milliseconds: too big; messages: …`. */
export function complaints(error: z.ZodError): string {
  return error.issues
    .slice(0, 3)
    .map((issue) => `${issue.path.length > 0 ? `${issue.path.join('.')}: ` : ''}${issue.message}`)
    .join('; ')
}
