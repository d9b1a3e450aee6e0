/**
 * Runs work with a signal that aborts on the parent's abort or on timeout. Removes its timer and
 * listener afterwards. The work must obey the signal: this function waits until it settles, then
 * returns its value or rethrows its error.
 *
 * @param milliseconds time from now, at most 2^31 - 1
 */
export async function withDeadline<Result>(
  milliseconds: number,
  parent: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController()
  const forward = (): void => controller.abort(parent?.reason)
  if (parent?.aborted === true) forward()
  parent?.addEventListener('abort', forward, { once: true })
  const timer = setTimeout(
    () => controller.abort(new Error(`not done within ${milliseconds} ms`)),
    milliseconds,
  )
  try {
    return await work(controller.signal)
  } finally {
    clearTimeout(timer)
    parent?.removeEventListener('abort', forward)
  }
}

/** Rejects with the signal's reason when it aborts. `stop` removes the listener. */
export function onAbort(signal: AbortSignal): { promise: Promise<never>; stop: () => void } {
  let listener = (): void => {}
  const promise = new Promise<never>((_, reject) => {
    listener = () => reject(signal.reason)
    if (signal.aborted) listener()
    else signal.addEventListener('abort', listener, { once: true })
  })
  // An unhandled late rejection must not end the process.
  promise.catch(() => {})
  return { promise, stop: () => signal.removeEventListener('abort', listener) }
}
