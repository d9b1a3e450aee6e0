/** Work was given up because someone asked for it to stop. */
export class Stopped extends Error {
  constructor() {
    super('stopped')
    this.name = 'Stopped'
  }
}

/**
 * Waits for work, but no longer than until the signal aborts; what the work comes to after that is
 * nobody's any more.
 *
 * @throws Stopped, and what the work throws
 */
export function orStopped<Result>(
  work: Result | Promise<Result>,
  signal: AbortSignal | undefined,
): Result | Promise<Result> {
  if (signal === undefined || !(work instanceof Promise)) return work
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new Stopped())
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    const done = (): void => signal.removeEventListener('abort', stop)
    work.then(resolve, reject).finally(done)
  })
}
