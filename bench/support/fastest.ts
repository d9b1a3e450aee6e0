/** Seconds of the fastest of several runs, after one warm-up run. */
export function fastest(rounds: number, work: () => void): number {
  work()
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round++) {
    const startMs = performance.now()
    work()
    best = Math.min(best, performance.now() - startMs)
  }
  return best / 1000
}
