import { Fault } from '../../wire/faults.ts'

interface CallDeadline {
  /** How long the caller waits for an answer. */
  readonly withinMs: number
  /** Called with work that continues after the caller got its answer. */
  goesOn(work: Promise<unknown>): void
}

/**
 * Waits for a step until the client's time limit. The step continues, and the client can ask for it
 * again.
 *
 * @throws Fault `step/in_flight` if the step takes longer
 */
export async function inTime<Result>(
  work: Promise<Result>,
  { withinMs, goesOn }: CallDeadline,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    const message = `the step takes longer than ${withinMs / 1000} seconds`
    const hint = 'Send the same step again: it is played once.'
    timer = setTimeout(() => {
      goesOn(work)
      reject(new Fault('step/in_flight', message, { hint }))
    }, withinMs)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}
