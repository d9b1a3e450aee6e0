import { spendAtItem } from './meter.ts'

/** Items looked at before it is clear whether they come again. */
const TRIED = 1024
/** So many different items are remembered. */
const KNOWN_MAX = 2 ** 16

/** What a function makes of each item, made once for those that come again. */
export function madeOnce<Item, Made>(items: readonly Item[], make: (item: Item) => Made): Made[] {
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
