import { spendAtItem } from './meter.ts'

/** The number of items tried before deciding whether items repeat. */
const TRIED = 1024
/** The maximum number of cached items. */
const KNOWN_MAX = 2 ** 16

/** Maps items with a function that is called once for each distinct item. */
export function mapDistinct<Item, Made>(
  items: readonly Item[],
  make: (item: Item) => Made,
): Made[] {
  const known = new Map<Item, Made>()
  const all = new Array<Made>(items.length)
  let comeAgain = true
  for (let i = 0; i < items.length; i++) {
    spendAtItem(i)
    const item = items[i] as Item
    if (i === TRIED) comeAgain = known.size < TRIED / 2
    const made = (comeAgain ? known.get(item) : undefined) ?? make(item)
    if (comeAgain && known.size < KNOWN_MAX) known.set(item, made)
    all[i] = made
  }
  return all
}
