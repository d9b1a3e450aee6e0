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
  work: (item: Item, index: number) => Promise<Result>,
  { concurrency, signal, onDone }: ParallelOptions,
): Promise<(Result | undefined)[]> {
  const results = new Array<Result | undefined>(items.length).fill(undefined)
  let nextIndex = 0
  let doneCount = 0
  async function worker(): Promise<void> {
    while (nextIndex < items.length && signal?.aborted !== true) {
      const index = nextIndex++
      try {
        results[index] = await work(items[index] as Item, index)
      } catch (error) {
        nextIndex = items.length
        throw error
      }
      onDone?.(++doneCount)
    }
  }
  const workers = Array.from({ length: Math.min(concurrency, items.length) }, worker)
  for (const outcome of await Promise.allSettled(workers)) {
    if (outcome.status === 'rejected') throw outcome.reason
  }
  return results
}
