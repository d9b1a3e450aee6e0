/** A price that holds from a time on, and is known for a while. */
export interface PriceVersion {
  readonly name: number
  readonly since: number
  readonly known: number
  /** The time from which the version is withdrawn; 0 means never. */
  readonly until: number
  readonly price: number
}

export interface PriceQuery {
  readonly name: number
  readonly at: number
  readonly known: number
}

/** The price that was known for each query, if any; a version counts for `staleAfter` seconds. */
export function knownPrices(
  staleAfter: number,
  versions: readonly PriceVersion[],
  queries: readonly PriceQuery[],
): (number | null)[] {
  const byName = new Map<number, PriceVersion[]>()
  // The sort is stable: of equal times, the later row comes later.
  for (const version of versions.toSorted((a, b) => a.since - b.since || a.known - b.known)) {
    const known = byName.get(version.name)
    if (known === undefined) byName.set(version.name, [version])
    else known.push(version)
  }
  return queries.map((query) => priceFor(query, byName.get(query.name) ?? [], staleAfter))
}

/** The price of a query among the versions of its name, oldest first; null if there is none. */
function priceFor(
  { at, known }: PriceQuery,
  versions: readonly PriceVersion[],
  staleAfter: number,
): number | null {
  for (let index = countUntil(versions, at) - 1; index >= 0; index--) {
    const version = versions[index] as PriceVersion
    if (at - version.since > staleAfter) return null
    const isWithdrawn = version.until !== 0 && version.until <= known
    if (version.known <= known && !isWithdrawn) return version.price
  }
  return null
}

/** The number of versions whose `since` is not after a time, by bisection. */
function countUntil(versions: readonly PriceVersion[], time: number): number {
  let [low, high] = [0, versions.length]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if ((versions[middle] as PriceVersion).since <= time) low = middle + 1
    else high = middle
  }
  return low
}
