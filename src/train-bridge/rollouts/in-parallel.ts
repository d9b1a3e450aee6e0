/** How items are worked on. */
interface ParallelOptions {
  /** Items at a time. */
  readonly concurrency: number
  /** No new item starts after it aborts. */
  readonly signal?: AbortSignal | undefined
  /** Called after each item with the number of finished items. */
  readonly onDone?: (done: number) => void
}

/**
 * Runs the same work for every item with limited concurrency. Results have the order of the items,
 * and are undefined for items that were not started. The first error is thrown after the pending
 * work has ended.
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
