const HASH_DIGITS = 8
/** What each hexadecimal digit is worth: half the price of a slice that is parsed. */
const DIGITS = Uint8Array.from({ length: 128 }, (_, code) => {
  const value = Number.parseInt(String.fromCharCode(code), 16)
  return Number.isNaN(value) ? 0 : value
})
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
  let digits = 0
  for (let at = 0; at < HASH_DIGITS; at++) {
    digits = digits * 16 + (DIGITS[hash.charCodeAt(at)] as number)
  }
  let sum = digits + folded(wallMs)
  if (tookMs != null) for (const [at, ms] of tookMs.entries()) sum += (at + 1) * folded(ms)
  if (baseline !== null) sum += 1 + folded(Math.round(baseline * 1024))
  return sum & MASK
}

export const addSums = (left: number, right: number): number => (left + right) & MASK

export const subtractSums = (left: number, right: number): number => (left - right) & MASK

/** Times have more bits than sums: the high ones are added to the low ones. */
const folded = (value: number): number => (value & MASK) + Math.floor(value / (MASK + 1))
