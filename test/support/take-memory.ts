/** Fills 80 MB of the heap with many small lists, and lets them go when it returns. */
export function takeMemory(): void {
  const held: number[][] = []
  while (held.length < 10_000) held.push(Array.from({ length: 1_000 }, () => held.length))
}
