import { getHeapStatistics } from 'node:v8'

/** Share of the heap in use at which idle episodes make room: they come back from their logs. */
const TIGHT_SHARE = 0.6

/** Whether so much of the heap is in use that what can be read again should go. */
export function heapIsTight(): boolean {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics()
  return used > limit * TIGHT_SHARE
}
