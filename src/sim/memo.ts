/**
 * Caches the results of a pure function of a text, because rollouts of a group read the same texts
 * repeatedly. The cache is emptied when it is full.
 *
 * @param sizeMax the maximum number of cached texts
 */
export function memoize<Read>(
  sizeMax: number,
  compute: (text: string) => Read,
): (text: string) => Read {
  const cache = new Map<string, Read>()
  return (text) => {
    const cached = cache.get(text)
    if (cached !== undefined) return cached
    const result = compute(text)
    if (cache.size >= sizeMax) cache.clear()
    cache.set(text, result)
    return result
  }
}
