import { spendAtItem } from './meter.ts'

/** The number of items tried before deciding whether items repeat. */
const SAMPLE_ITEMS = 1024
/** The maximum number of cached items. */
const CACHED_MAX = 2 ** 16

/** Maps items with a function that is called once for each distinct item. */
export function mapDistinct<Item, Made>(
  items: readonly Item[],
  make: (item: Item) => Made,
): Made[] {
  const madeByItem = new Map<Item, Made>()
  const results = new Array<Made>(items.length)
  let mayRepeat = true
  for (let i = 0; i < items.length; i++) {
    spendAtItem(i)
    const item = items[i] as Item
    if (i === SAMPLE_ITEMS) mayRepeat = madeByItem.size < SAMPLE_ITEMS / 2
    const made = (mayRepeat ? madeByItem.get(item) : undefined) ?? make(item)
    if (mayRepeat && madeByItem.size < CACHED_MAX) madeByItem.set(item, made)
    results[i] = made
  }
  return results
}
