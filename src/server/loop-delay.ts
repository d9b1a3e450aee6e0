import { monitorEventLoopDelay } from 'node:perf_hooks'

/** How long work had to wait for the event loop of late. */
export interface LoopDelay {
  /** 99 of 100 waits in the last one to two windows were shorter. */
  p99Seconds(): number
  stop(): void
}

const RESOLUTION_MS = 10

/** @param windowMs how long a bad moment is remembered, at least */
export function loopDelay(windowMs: number): LoopDelay {
  const waits = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  waits.enable()
  let before = 0
  // The platform counts from one look at the clock to the next, which are so far apart anyway.
  const now = (): number => Math.max(0, waits.percentile(99) / 1e9 - RESOLUTION_MS / 1_000)
  const turn = setInterval(() => {
    before = now()
    waits.reset()
  }, windowMs)
  turn.unref()
  return {
    p99Seconds: () => Math.max(before, now()),
    stop() {
      clearInterval(turn)
      waits.disable()
    },
  }
}
