/** The variety of texts, as shares of 1. */
export interface Variety {
  /** The share of different pairs among neighbouring words, within the first words. */
  readonly distinct_2: number
  readonly distinct_3: number
  /** The share of the commonest sentence among the first sentences. */
  readonly commonest: number
  /** The share of different sentences among the first sentences. */
  readonly different: number
}

const WORDS_MAX = 8_000
const SENTENCES_MAX = 1_000

/** Measures texts in order; all numbers count as equal. */
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
