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
 * Indexes words by their remainders, which are left after up to two letters are deleted. Two
 * similar words share a remainder, so a look-up tests few candidates in any vocabulary.
 */
export function spellingIndex(vocabulary: Iterable<string>): SpellingIndex {
  const wordsByRemainder = new Map<string, string[]>()
  const vocabularySet = new Set<string>(vocabulary)
  for (const word of vocabularySet) {
    for (const remainder of remaindersOf(word, editsAllowed(word.length))) {
      const words = wordsByRemainder.get(remainder)
      if (words === undefined) wordsByRemainder.set(remainder, [word])
      else words.push(word)
    }
    for (let length = PREFIX_LENGTH_MIN; length < word.length; length++) {
      const prefix = word.slice(0, length)
      const words = wordsByRemainder.get(prefix)
      if (words === undefined) wordsByRemainder.set(prefix, [word])
      else if (!words.includes(word)) words.push(word)
    }
  }
  return {
    find(word) {
      if (vocabularySet.has(word)) return [{ word, edits: 0 }]
      // Only the nearest words count, so the wider search runs only if the narrow one finds
      // nothing.
      for (let allowed = 0; allowed <= editsAllowed(word.length); allowed++) {
        const nearest = findWithin(word, allowed, wordsByRemainder)
        if (nearest.length > 0) return nearest
      }
      return []
    },
  }
}

function findWithin(
  word: string,
  editsMax: number,
  wordsByRemainder: ReadonlyMap<string, readonly string[]>,
): { word: string; edits: number }[] {
  const editsByWord = new Map<string, number>()
  for (const remainder of remaindersOf(word, editsMax)) {
    for (const candidate of wordsByRemainder.get(remainder) ?? []) {
      if (editsByWord.has(candidate)) continue
      const isPrefix = word.length >= PREFIX_LENGTH_MIN && candidate.startsWith(word)
      const edits = isPrefix ? 1 : editDistance(word, candidate, editsMax)
      if (isPrefix || edits <= editsMax) editsByWord.set(candidate, edits)
    }
  }
  return [...editsByWord].map(([candidate, edits]) => ({ word: candidate, edits }))
}

/** A word and all its remainders after up to `deletions` letters are deleted. */
function remaindersOf(word: string, deletions: number): ReadonlySet<string> {
  const remainders = new Set<string>([word])
  let frontier = [word]
  for (let round = 0; round < deletions; round++) {
    const nextFrontier: string[] = []
    for (const text of frontier) {
      for (let position = 0; position < text.length; position++) {
        const remainder = text.slice(0, position) + text.slice(position + 1)
        if (remainders.has(remainder)) continue
        remainders.add(remainder)
        nextFrontier.push(remainder)
      }
    }
    frontier = nextFrontier
  }
  return remainders
}
