/**
 * The unbiased estimate of pass@k, the probability that at least one of k attempts succeeds: 1 −
 * C(n−c, k) / C(n, k) for c successes in n attempts (Chen et al. 2021, "Evaluating large language
 * models trained on code", arXiv 2107.03374, section 2.1). Computed as a product of fractions below
 * 1, so that no binomial coefficient overflows.
 *
 * @param attempts n, at least k
 * @param successes c, from 0 to n
 * @param k at least 1
 * @returns from 0 to 1
 * @throws RangeError if the numbers are inconsistent: fewer than k attempts allow no estimate
 */
export function passAtK(attempts: number, successes: number, k: number): number {
  const areIntegers = [attempts, successes, k].every((value) => Number.isInteger(value))
  if (!areIntegers || k < 1 || attempts < k || successes < 0 || successes > attempts) {
    throw new RangeError(`pass@${k} of ${successes} successes in ${attempts} attempts: no such`)
  }
  const failures = attempts - successes
  if (failures < k) return 1
  let allFail = 1
  for (let draw = 0; draw < k; draw++) allFail *= (failures - draw) / (attempts - draw)
  return 1 - allFail
}

/**
 * The unbiased estimate of pass^k, the probability that all of k attempts succeed: C(c, k) / C(n,
 * k) (Yao et al. 2024, "τ-bench", arXiv 2406.12045, section 3). It is the probability that none of
 * them fails.
 */
export const allOfK = (attempts: number, successes: number, k: number): number =>
  1 - passAtK(attempts, attempts - successes, k)
