/** A seed and the first step at which it acts; a fork adds one. */
export interface SeedSpan {
  readonly from_step: number
  readonly seed: number
}

/** The seed that acts at a step. */
export function seedAt(seeds: readonly SeedSpan[], step: number): number {
  let seed = 0
  for (const span of seeds) if (span.from_step <= step) seed = span.seed
  return seed
}
