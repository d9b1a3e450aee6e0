import { setMaxListeners } from 'node:events'

/**
 * Does work that ends early, and tidily, at the first Ctrl-C (or SIGTERM): its signal aborts. The
 * second one ends the program at once.
 *
 * @param notice what the first Ctrl-C says
 */
export async function untilInterrupted<Result>(
  notice: string,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController()
  // Every request that is under way listens.
  setMaxListeners(0, controller.signal)
  const stop = (): void => {
    if (controller.signal.aborted) process.exit(130)
    process.stderr.write(`\n${notice}\n`)
    controller.abort()
  }
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.on(signal, stop)
  try {
    return await work(controller.signal)
  } finally {
    for (const signal of signals) process.off(signal, stop)
  }
}

/** Of measuring: what there is so far is worth a report. */
export const REPORTS_EARLY = 'stopping; what was played is reported (again: stop at once)'

/** Of training and pipelines: what is under way is brought to a good end. */
export const ENDS_SOON = 'ending after what is under way; once more to end at once'
