import type { Child } from './child.ts'
import type { Frame, LoadClient, LoopResult } from './load-client.ts'
import { quantile } from './quantile.ts'

/** The cost of a measured period for the process under test. */
export interface Window {
  readonly cpuMicroseconds: number
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly steps: number
}

/**
 * Lets every client play its frames, all at once, and measures the server's CPU time. A server that
 * counts its steps must have stored as many as were sent.
 */
export async function measureWindow(
  child: Child,
  clients: readonly LoadClient[],
  frames: readonly (readonly Frame[])[],
): Promise<Window> {
  return measureLoops(child, () => clients.map((client, at) => client.loop(frames[at] ?? [])))
}

/** As `measureFrames`, for any work of the clients. */
export async function measureLoops(
  child: Child,
  begin: () => readonly Promise<LoopResult>[],
): Promise<Window> {
  const usageBefore = await child.usage()
  const startMs = performance.now()
  const results = await Promise.all(begin())
  const seconds = (performance.now() - startMs) / 1000
  const usageAfter = await child.usage()
  const steps = results.reduce((sum, result) => sum + result.steps, 0)
  const storedStepCount = usageAfter.steps - usageBefore.steps
  if (usageAfter.steps > 0 && storedStepCount !== steps) {
    throw new Error(`${steps} steps were answered, ${storedStepCount} were stored`)
  }
  const latencies = results.flatMap((result) => result.latencies)
  return {
    cpuMicroseconds: (usageAfter.cpuMicroseconds - usageBefore.cpuMicroseconds) / steps,
    perSecond: steps / seconds,
    p50Ms: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
    steps,
  }
}

/** The typical window: the median of each figure. */
export function typical(windows: readonly Window[]): Window {
  const median = (name: keyof Window): number =>
    quantile(
      windows.map((window) => window[name]),
      0.5,
    )
  return {
    cpuMicroseconds: median('cpuMicroseconds'),
    perSecond: median('perSecond'),
    p50Ms: median('p50Ms'),
    p99Ms: median('p99Ms'),
    steps: median('steps'),
  }
}

/** The median, over rounds, of one side's cost per step divided by the other's. */
export const costRatio = (
  sideWindows: readonly Window[],
  otherWindows: readonly Window[],
): number =>
  quantile(
    sideWindows.map(
      ({ cpuMicroseconds }, round) => cpuMicroseconds / (otherWindows[round]?.cpuMicroseconds ?? 0),
    ),
    0.5,
  )

/** The figures of a window for a row. */
export const figuresOf = ({ cpuMicroseconds, perSecond, p50Ms, p99Ms }: Window) => ({
  cpu_us: cpuMicroseconds,
  per_second: perSecond,
  p50_ms: p50Ms,
  p99_ms: p99Ms,
})

/** The cheapest of several windows, with the least disturbance by other programs. */
export function best(windows: readonly Window[]): Window {
  return windows.reduce((left, right) =>
    right.cpuMicroseconds < left.cpuMicroseconds ? right : left,
  )
}
