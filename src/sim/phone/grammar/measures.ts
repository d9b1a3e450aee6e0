/** How varied some speech is, as shares of 1. */
export interface Variety {
  /** Of the pairs of neighbouring words in the first words, how many are different. */
  readonly distinct_2: number
  readonly distinct_3: number
  /** How much of the first sentences the commonest one is. */
  readonly commonest: number
  /** How many of the first sentences are different. */
  readonly different: number
}

const WORDS_MAX = 8_000
const SENTENCES_MAX = 1_000

/** Measures what was said, in order; numbers count as one and the same. */
export function varietyOf(texts: readonly string[]): Variety {
  const masked = texts.map((text) => text.replace(/\d/g, '0'))
  const words = masked.flatMap((text) => text.toLowerCase().match(/[\w’'-]+/g) ?? [])
  const measured = words.slice(0, WORDS_MAX)
  const sentences = masked
    .flatMap((text) => text.split(/(?<=[.!?])\s+|\n+/))
    .filter((sentence) => sentence !== '')
    .slice(0, SENTENCES_MAX)
  const counts = new Map<string, number>()
  for (const sentence of sentences) counts.set(sentence, (counts.get(sentence) ?? 0) + 1)
  return {
    distinct_2: distinctShare(measured, 2),
    distinct_3: distinctShare(measured, 3),
    commonest: shareOf(Math.max(0, ...counts.values()), sentences.length),
    different: shareOf(counts.size, sentences.length),
  }
}

function distinctShare(words: readonly string[], size: number): number {
  const groups = words.slice(size - 1).map((_, at) => words.slice(at, at + size).join(' '))
  return shareOf(new Set(groups).size, groups.length)
}

const shareOf = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole)
