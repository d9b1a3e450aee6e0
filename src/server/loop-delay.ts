import { monitorEventLoopDelay } from 'node:perf_hooks'

const RESOLUTION_MS = 10

/**
 * Measures the recent delay of the event loop.
 *
 * @param windowMs how long a slow moment is remembered, at least
 */
export function loopDelay(windowMs: number) {
  const waits = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  waits.enable()
  let previousMs = 0
  // The platform measures the time between two timer ticks, which includes the timer's interval.
  const now = (): number => Math.max(0, waits.percentile(99) / 1e9 - RESOLUTION_MS / 1_000)
  const turn = setInterval(() => {
    previousMs = now()
    waits.reset()
  }, windowMs)
  turn.unref()
  return {
    /** The delay that 99 % of the waits in the last one to two windows did not exceed. */
    p99Seconds: () => Math.max(previousMs, now()),
    stop(): void {
      clearInterval(turn)
      waits.disable()
    },
  }
}
