import { editDistance } from '../edit-distance.ts'

/**
 * The number of edits allowed for a word of this length. Short words would match too many others.
 */
export const editsAllowed = (length: number): number =>
  length < 4 ? 0 : length < 8 || length > LENGTH_FOR_TWO_MAX ? 1 : 2

const PREFIX_LENGTH_MIN = 4
/** The number of ways to delete two letters grows with the square of the length. */
const LENGTH_FOR_TWO_MAX = 14

/** Finds the known words that a possibly misspelt word may stand for. */
interface SpellingIndex {
  /** Known words within the allowed number of edits, the nearest only, and their distance. */
  find(word: string): readonly { readonly word: string; readonly edits: number }[]
}

/**
 * Indexes words by what is left of them after deleting up to two letters: two words within a
 * distance share such a rest, so a look-up touches few candidates whatever the vocabulary's size.
 */
export function spellingIndex(vocabulary: Iterable<string>): SpellingIndex {
  const byRest = new Map<string, string[]>()
  const known = new Set<string>(vocabulary)
  for (const word of known) {
    for (const rest of restsOf(word, editsAllowed(word.length))) {
      const words = byRest.get(rest)
      if (words === undefined) byRest.set(rest, [word])
      else words.push(word)
    }
    for (let length = PREFIX_LENGTH_MIN; length < word.length; length++) {
      const prefix = word.slice(0, length)
      const words = byRest.get(prefix)
      if (words === undefined) byRest.set(prefix, [word])
      else if (!words.includes(word)) words.push(word)
    }
  }
  return {
    find(word) {
      if (known.has(word)) return [{ word, edits: 0 }]
      // Only the nearest words count, so the wider search runs only if the narrow one finds
      // nothing.
      for (let allowed = 0; allowed <= editsAllowed(word.length); allowed++) {
        const found = findWithin(word, allowed, byRest)
        if (found.length > 0) return found
      }
      return []
    },
  }
}

function findWithin(
  word: string,
  allowed: number,
  byRest: ReadonlyMap<string, readonly string[]>,
): { word: string; edits: number }[] {
  const found = new Map<string, number>()
  for (const rest of restsOf(word, allowed)) {
    for (const candidate of byRest.get(rest) ?? []) {
      if (found.has(candidate)) continue
      const begun = word.length >= PREFIX_LENGTH_MIN && candidate.startsWith(word)
      const edits = begun ? 1 : editDistance(word, candidate, allowed)
      if (begun || edits <= allowed) found.set(candidate, edits)
    }
  }
  return [...found].map(([candidate, edits]) => ({ word: candidate, edits }))
}

/** A word and everything left of it after deleting up to `deletions` letters. */
function restsOf(word: string, deletions: number): ReadonlySet<string> {
  const rests = new Set<string>([word])
  let current = [word]
  for (let round = 0; round < deletions; round++) {
    const shorter: string[] = []
    for (const text of current) {
      for (let position = 0; position < text.length; position++) {
        const rest = text.slice(0, position) + text.slice(position + 1)
        if (rests.has(rest)) continue
        rests.add(rest)
        shorter.push(rest)
      }
    }
    current = shorter
  }
  return rests
}
