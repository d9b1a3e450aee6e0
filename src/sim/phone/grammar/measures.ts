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
export function measureVariety(texts: readonly string[]): Variety {
  const maskedTexts = texts.map((text) => text.replace(/\d/g, '0'))
  const words = maskedTexts.flatMap((text) => text.toLowerCase().match(/[\w’'-]+/g) ?? [])
  const firstWords = words.slice(0, WORDS_MAX)
  const sentences = maskedTexts
    .flatMap((text) => text.split(/(?<=[.!?])\s+|\n+/))
    .filter((sentence) => sentence !== '')
    .slice(0, SENTENCES_MAX)
  const counts = new Map<string, number>()
  for (const sentence of sentences) counts.set(sentence, (counts.get(sentence) ?? 0) + 1)
  return {
    distinct_2: distinctShare(firstWords, 2),
    distinct_3: distinctShare(firstWords, 3),
    commonest: toShare(Math.max(0, ...counts.values()), sentences.length),
    different: toShare(counts.size, sentences.length),
  }
}

function distinctShare(words: readonly string[], size: number): number {
  const groups = words.slice(size - 1).map((_, start) => words.slice(start, start + size).join(' '))
  return toShare(new Set(groups).size, groups.length)
}

const toShare = (part: number, total: number): number => (total === 0 ? 0 : part / total)
