import type { z } from 'zod'
import type { EffectAnswer, EffectFailure, EffectRequest } from '../tools/effect.ts'

/**
 * Does the outside work of one kind. It obeys the signal: once that is aborted, `perform` settles
 * soon, with whatever it likes. It may throw; the table of performers turns that into an answer.
 */
export interface Performer {
  readonly kind: string
  /** Longest time for one effect, waiting included; left out, the table's own deadline holds. */
  readonly deadlineMs?: number
  /**
   * How many effects run at once; left out, the table's own limit holds. Infinite for performers
   * that share out slots of their own.
   */
  readonly concurrency?: number
  /** @param owner the principal whom the effect is for: owners take turns */
  perform(request: EffectRequest, signal: AbortSignal, owner?: string): Promise<EffectAnswer>
}

/** The owner of effects that nobody else's stand beside. */
export const NOBODY = ''

/** A failed answer. The message is for people and is stored in the log: no secrets, no traces. */
export const failed = (reason: EffectFailure, message: string): EffectAnswer => ({
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
