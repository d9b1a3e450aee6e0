import { type Child, startChild } from './child.ts'
import type { Seen, ThinkingOptions } from './thinking-process.ts'

/** Sockets that pause before each step, in processes of their own. */
export interface Thinkers {
  /** What all sockets measured since the previous request. */
  seen(): Promise<Pick<Seen, 'latencies' | 'opened'>>
  /** CPU microseconds of each process so far. */
  cpuTimes(): Promise<number[]>
  stop(): Promise<void>
}

/**
 * Starts the processes of thinking sockets. All sockets are connected when it returns.
 *
 * @param urls servers; the processes take them in turn
 * @param processes at least as many as servers; one is busy with about 1,500 steps a second
 */
export async function startThinkers(
  urls: readonly string[],
  processes: number,
  { sockets, lowMs, highMs }: Pick<ThinkingOptions, 'sockets' | 'lowMs' | 'highMs'>,
): Promise<Thinkers> {
  const children: Child[] = await Promise.all(
    Array.from({ length: processes }, (_, index) => {
      const first = Math.floor((sockets * index) / processes)
      const end = Math.floor((sockets * (index + 1)) / processes)
      const url = urls[index % urls.length] as string
      const options: ThinkingOptions = { url, sockets: end - first, first, lowMs, highMs }
      return startChild(new URL('./thinking-process.ts', import.meta.url), options)
    }),
  )
  return {
    async seen() {
      const parts = await Promise.all(children.map((child) => child.ask<Seen>({ kind: 'seen' })))
      const [failure] = parts.flatMap(({ failures }) => failures)
      if (failure !== undefined) throw new Error(failure)
      const opened = parts.reduce((sum, part) => sum + part.opened, 0)
      return { opened, latencies: parts.flatMap(({ latencies }) => latencies) }
    },
    async cpuTimes() {
      const usages = await Promise.all(children.map((child) => child.usage()))
      return usages.map(({ cpuMicroseconds }) => cpuMicroseconds)
    },
    async stop() {
      await Promise.all(children.map((child) => child.stop()))
    },
  }
}
