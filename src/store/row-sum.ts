const HASH_DIGITS = 8
/** The value of each hexadecimal digit. The table costs half as much as parsing a slice. */
const DIGITS = Uint8Array.from({ length: 128 }, (_, code) => {
  const value = Number.parseInt(String.fromCharCode(code), 16)
  return Number.isNaN(value) ? 0 : value
})
/** Sums have 31 bits, which V8 and SQLite store as small integers. */
const MASK = 0x7fff_ffff

/**
 * The checksum of a row: its hash, and the values that the hash does not cover. Each row stores the
 * running sum up to itself, so a changed or missing row shows at its neighbours. Sums do not depend
 * on order, so a prune can subtract the rows that it removes.
 *
 * @param baseline the mean stored in the episode's record; only for the row that ended it
 */
export function rowSum(
  hash: string,
  wallMs: number,
  tookMs: readonly number[] | null | undefined,
  baseline: number | null,
): number {
  let digits = 0
  for (let index = 0; index < HASH_DIGITS; index++) {
    digits = digits * 16 + (DIGITS[hash.charCodeAt(index)] as number)
  }
  let sum = digits + folded(wallMs)
  if (tookMs != null) for (const [index, ms] of tookMs.entries()) sum += (index + 1) * folded(ms)
  if (baseline !== null) sum += 1 + folded(Math.round(baseline * 1024))
  return sum & MASK
}

export const addSums = (left: number, right: number): number => (left + right) & MASK

export const subtractSums = (left: number, right: number): number => (left - right) & MASK

/** Folds a time, which has more bits than a sum, by adding its high bits to the low ones. */
const folded = (value: number): number => (value & MASK) + Math.floor(value / (MASK + 1))
