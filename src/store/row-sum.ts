/** Sums wrap here: what is added stays below 2^53, so that every engine adds it exactly. */
const MODULUS = 2 ** 48
const HASH_DIGITS = 12

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
  let sum = Number.parseInt(hash.slice(0, HASH_DIGITS), 16) + wallMs
  if (tookMs != null) for (const [at, ms] of tookMs.entries()) sum += (at + 1) * ms
  if (baseline !== null) sum += 1 + Math.round(baseline * 1024)
  return modulo(sum)
}

export const addSums = (left: number, right: number): number => (left + right) % MODULUS

export const subtractSums = (left: number, right: number): number => modulo(left - right)

const modulo = (sum: number): number => ((sum % MODULUS) + MODULUS) % MODULUS
