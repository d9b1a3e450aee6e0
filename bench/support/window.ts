import type { Child } from './child.ts'
import type { Frame, LoadClient, LoopResult } from './load-client.ts'
import { quantile } from './quantile.ts'

/** What a measured stretch of work cost the process under test. */
export interface Window {
  readonly cpuMicroseconds: number
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly steps: number
}

/**
 * Lets every client play its frames, all at once, and measures the server's CPU time meanwhile.
 * A server that counts its steps must have stored as many as were sent.
 */
export async function measureWindow(
  child: Child,
  clients: readonly LoadClient[],
  frames: readonly (readonly Frame[])[],
): Promise<Window> {
  return measureLoops(child, () => clients.map((client, at) => client.loop(frames[at] ?? [])))
}

/** The same of whatever the clients do. */
export async function measureLoops(
  child: Child,
  begin: () => readonly Promise<LoopResult>[],
): Promise<Window> {
  const before = await child.usage()
  const startMs = performance.now()
  const results = await Promise.all(begin())
  const seconds = (performance.now() - startMs) / 1000
  const after = await child.usage()
  const steps = results.reduce((sum, result) => sum + result.steps, 0)
  const stored = after.steps - before.steps
  if (after.steps > 0 && stored !== steps) {
    throw new Error(`${steps} steps were answered, ${stored} were stored`)
  }
  const latencies = results.flatMap((result) => result.latencies)
  return {
    cpuMicroseconds: (after.cpuMicroseconds - before.cpuMicroseconds) / steps,
    perSecond: steps / seconds,
    p50Ms: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
    steps,
  }
}

/** What is typical of windows: the median of each figure. */
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

/** The median of what one side's steps cost, divided by those of the other in the same round. */
export const costRatio = (own: readonly Window[], other: readonly Window[]): number =>
  quantile(
    own.map(({ cpuMicroseconds }, round) => cpuMicroseconds / (other[round]?.cpuMicroseconds ?? 0)),
    0.5,
  )

/** What a row says of a window. */
export const figuresOf = ({ cpuMicroseconds, perSecond, p50Ms, p99Ms }: Window) => ({
  cpu_us: cpuMicroseconds,
  per_second: perSecond,
  p50_ms: p50Ms,
  p99_ms: p99Ms,
})

/** The cheapest of several windows: what is left when the neighbours were quiet. */
export function best(windows: readonly Window[]): Window {
  return windows.reduce((left, right) =>
    right.cpuMicroseconds < left.cpuMicroseconds ? right : left,
  )
}
