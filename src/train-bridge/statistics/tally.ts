/** Count of each word, most frequent first, then in order of first occurrence. */
export function tally(words: readonly string[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return Object.fromEntries([...counts].sort((left, right) => right[1] - left[1]))
}
