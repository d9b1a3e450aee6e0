/** Count of each word, most frequent first, then in order of first occurrence. */
export function tally(words: readonly string[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return Object.fromEntries([...counts].sort((left, right) => right[1] - left[1]))
}

/** For example `completed 81, turn_limit 3`. */
export function countsText(counts: Readonly<Record<string, number>>): string {
  const parts = Object.entries(counts).map(([word, number]) => `${word} ${number}`)
  return parts.length === 0 ? 'none' : parts.join(', ')
}
