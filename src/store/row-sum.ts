const HASH_DIGITS = 8
/** Sums are 31 bits, which engines and SQLite keep as small integers. */
const MASK = 0x7fff_ffff

/**
 * What a row adds to the running sum of its store: its hash, and what stands beside the hash. Every
 * row keeps the sum up to itself, so that a changed or missing row is noticed by its neighbours;
 * and since a sum does not ask for order, a prune can take rows out and say what they were worth.
 *
 * @param baseline the mean that the episode's record got, for the row that ended it
 */
export function rowSum(
  hash: string,
  wallMs: number,
  tookMs: readonly number[] | null | undefined,
  baseline: number | null,
): number {
  let sum = Number.parseInt(hash.slice(0, HASH_DIGITS), 16) + folded(wallMs)
  if (tookMs != null) for (const [at, ms] of tookMs.entries()) sum += (at + 1) * folded(ms)
  if (baseline !== null) sum += 1 + folded(Math.round(baseline * 1024))
  return sum & MASK
}

export const addSums = (left: number, right: number): number => (left + right) & MASK

export const subtractSums = (left: number, right: number): number => (left - right) & MASK

/** Times have more bits than sums: the high ones are added to the low ones. */
const folded = (value: number): number => (value & MASK) + Math.floor(value / (MASK + 1))
