/** How items are worked on. */
interface ParallelOptions {
  /** Items at a time. */
  readonly concurrency: number
  /** No item is begun after it aborts. */
  readonly signal?: AbortSignal | undefined
  /** Called after each item with how many are done. */
  readonly onDone?: (done: number) => void
}

/**
 * Does the same work for every item, so many at a time, and gives the results in order of the
 * items; undefined for items that were not begun. The first error ends it after the work under way,
 * and is thrown.
 */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  work: (item: Item, at: number) => Promise<Result>,
  { concurrency, signal, onDone }: ParallelOptions,
): Promise<(Result | undefined)[]> {
  const results = new Array<Result | undefined>(items.length).fill(undefined)
  let next = 0
  let done = 0
  async function worker(): Promise<void> {
    while (next < items.length && signal?.aborted !== true) {
      const at = next++
      try {
        results[at] = await work(items[at] as Item, at)
      } catch (error) {
        next = items.length
        throw error
      }
      onDone?.(++done)
    }
  }
  const workers = Array.from({ length: Math.min(concurrency, items.length) }, worker)
  for (const ended of await Promise.allSettled(workers)) {
    if (ended.status === 'rejected') throw ended.reason
  }
  return results
}
