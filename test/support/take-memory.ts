/** Fills 80 MB of the heap with many small lists, and releases them when it returns. */
export function takeMemory(): void {
  const lists: number[][] = []
  while (lists.length < 10_000) lists.push(Array.from({ length: 1_000 }, () => lists.length))
}
