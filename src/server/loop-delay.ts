import { monitorEventLoopDelay } from 'node:perf_hooks'

/** The recent delay of the event loop. */
export interface LoopDelay {
  /** The delay that 99 % of the waits in the last one to two windows did not exceed. */
  p99Seconds(): number
  stop(): void
}

const RESOLUTION_MS = 10

/** @param windowMs how long a slow moment is remembered, at least */
export function loopDelay(windowMs: number): LoopDelay {
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
    p99Seconds: () => Math.max(previousMs, now()),
    stop() {
      clearInterval(turn)
      waits.disable()
    },
  }
}
