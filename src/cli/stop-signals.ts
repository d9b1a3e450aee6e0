import { whenLauncherEnds } from './launcher.ts'

/** What asks a program to end: a service manager, Ctrl-C, a terminal that is closed. */
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/**
 * Calls `stop` once when the program is asked to end: by a signal, or because the parent or the
 * package runner that started it is gone. A signal that comes a second time calls `stopNow`.
 *
 * @returns stops listening
 */
export function onStopAsked(stop: () => void, stopNow: () => void): () => void {
  let isAsked = false
  const stopOnce = (): void => {
    if (isAsked) return
    isAsked = true
    stop()
  }
  const seen = new Set<NodeJS.Signals>()
  const onSignal = (signal: NodeJS.Signals): void => {
    if (seen.has(signal)) stopNow()
    seen.add(signal)
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

/** A wait for the program to be asked to end. */
interface StopWait {
  readonly asked: Promise<void>
  /** Stops listening; without it a program that goes on would end at a later signal. */
  forget(): void
}

/** Waits until the program is first asked to end; asked again, it ends at once. */
export function stopAsked(): StopWait {
  let forget = (): void => undefined
  const asked = new Promise<void>((resolve) => {
    forget = onStopAsked(resolve, () => process.exit(1))
  })
  return { asked, forget: () => forget() }
}
