import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { complaints, failedAnswer, type Performer } from './performer.ts'

const MILLISECONDS_MAX = 60_000

const inputSchema = z.strictObject({ milliseconds: z.int().min(0).max(MILLISECONDS_MAX) })

/**
 * The performer of kind `timer`: waits `{milliseconds}` and answers `{waited_ms}`. That is the time
 * asked for, not a measured one, so that logs of the same actions are equal.
 */
export const timerPerformer: Performer = {
  kind: 'timer',
  deadlineMs: MILLISECONDS_MAX + 5_000,
  concurrency: 10_000,
  perform: async ({ input }, signal) => {
    const checked = inputSchema.safeParse(input)
    if (!checked.success) return failedAnswer('refused', `timer: ${complaints(checked.error)}.`)
    const { milliseconds } = checked.data
    await sleep(milliseconds, undefined, { signal })
    return { status: 'answered', output: { waited_ms: milliseconds } }
  },
}
