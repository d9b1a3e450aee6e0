import { whenLauncherEnds } from './launcher.ts'

/** Signals that ask a program to end: from a service manager, Ctrl-C, or a closed terminal. */
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/**
 * Calls `stop` once when the program is asked to end: by a signal, or because its parent or package
 * runner has ended. A second signal calls `stopNow`.
 *
 * @returns a function that removes the listeners
 */
export function onStopAsked(stop: () => void, stopNow: () => void): () => void {
  let isAsked = false
  const stopOnce = (): void => {
    if (isAsked) return
    isAsked = true
    stop()
  }
  const receivedSignals = new Set<NodeJS.Signals>()
  const onSignal = (signal: NodeJS.Signals): void => {
    if (receivedSignals.has(signal)) stopNow()
    receivedSignals.add(signal)
    stopOnce()
  }
  for (const signal of SIGNALS) process.on(signal, onSignal)
  process.once('disconnect', stopOnce)
  const stopLooking = whenLauncherEnds(stopOnce)
  return () => {
    for (const signal of SIGNALS) process.off(signal, onSignal)
    process.off('disconnect', stopOnce)
    stopLooking()
  }
}

/** A pending request to end the program. */
interface StopWait {
  readonly stopRequested: Promise<void>
  /** Stops listening. Otherwise a later signal would end a program that continues. */
  forget(): void
}

/** Waits until the program is first asked to end. A second request ends it at once. */
export function stopAsked(): StopWait {
  let forget = (): void => undefined
  const asked = new Promise<void>((resolve) => {
    forget = onStopAsked(resolve, () => process.exit(1))
  })
  return { stopRequested: asked, forget: () => forget() }
}
