/**
 * Runs work under a signal that aborts when the parent signal does or when the time is over,
 * whichever comes first. It leaves no timer and no listener behind. The work has to obey the
 * signal: this waits for it to settle and passes on what it gives or throws.
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

/** Settles when the signal aborts, by rejecting with its reason; `stop` takes the listener away. */
export function onAbort(signal: AbortSignal): { promise: Promise<never>; stop: () => void } {
  let listener = (): void => {}
  const promise = new Promise<never>((_, reject) => {
    listener = () => reject(signal.reason)
    if (signal.aborted) listener()
    else signal.addEventListener('abort', listener, { once: true })
  })
  // The rejection may come when nobody waits any more; it must not end the process.
  promise.catch(() => {})
  return { promise, stop: () => signal.removeEventListener('abort', listener) }
}
