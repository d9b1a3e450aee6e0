/**
 * Keeps items where they are on a page while a pointer is on them.
 *
 * @param held the items on the page
 * @param newest the same list, loaded later
 * @returns `items` has the held ones with their newest contents, and those that follow them;
 *   `waiting` counts the other new ones
 */
export function holdOrder<Item>(
  held: readonly Item[],
  newest: readonly Item[],
  keyOf: (item: Item) => string,
): { readonly items: readonly Item[]; readonly waiting: number } {
  const newestByKey = new Map(newest.map((item) => [keyOf(item), item]))
  const heldKeys = new Set(held.map(keyOf))
  const end = newest.findLastIndex((item) => heldKeys.has(keyOf(item)))
  const staying = held
    .map((item) => newestByKey.get(keyOf(item)))
    .filter((item) => item !== undefined)
  const items = [...staying, ...newest.slice(end + 1)]
  return { items, waiting: newest.length - items.length }
}
