import { setMaxListeners } from 'node:events'
import { onStopAsked } from './stop-signals.ts'

/**
 * Does work that ends early, and tidily, when the program is asked to end: its signal aborts. Asked
 * again, the program ends at once.
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
    process.stderr.write(`\n${notice}\n`)
    controller.abort()
  }
  const stopListening = onStopAsked(stop, () => process.exit(130))
  try {
    return await work(controller.signal)
  } finally {
    stopListening()
  }
}

/** Of measuring: what there is so far is worth a report. */
export const REPORTS_EARLY = 'stopping; what was played is reported (again: stop at once)'

/** Of training and pipelines: what is under way is brought to a good end. */
export const ENDS_SOON = 'ending after what is under way; once more to end at once'
