import { Fault } from '../../wire/faults.ts'

interface CallDeadline {
  /** How long its caller waits for an answer. */
  readonly withinMs: number
  /** Called with work that goes on after its caller was answered. */
  goesOn(work: Promise<unknown>): void
}

/**
 * Waits for a step as long as its client does; it goes on, and may be asked for again.
 *
 * @throws Fault `step/in_flight` for one that takes longer
 */
export async function inTime<Result>(
  work: Promise<Result>,
  { withinMs, goesOn }: CallDeadline,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const message = `the step takes longer than ${withinMs / 1000} seconds`
    const hint = 'Send the same step again: it is played once.'
    timer = setTimeout(() => {
      goesOn(work)
      reject(new Fault('step/in_flight', message, { hint }))
    }, withinMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
