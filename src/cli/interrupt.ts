import { setMaxListeners } from 'node:events'
import { onStopAsked } from './stop-signals.ts'

/**
 * Runs work that ends early and cleanly when the program is asked to stop, by aborting its signal.
 * A second request ends the program at once.
 *
 * @param notice printed at the first Ctrl-C
 */
export async function untilInterrupted<Result>(
  notice: string,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController()
  // Every pending request adds a listener.
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

/** For measurements: the rollouts played so far are reported. */
export const REPORTS_EARLY =
  'stopping; the rollouts played so far are reported (press again to stop at once)'

/** For training and pipelines: the current unit of work is finished. */
export const ENDS_SOON = 'ending after the current step; press again to end at once'
