import { splitWords, toStem } from './stems.ts'
import { asLookalike } from './tables/lookalikes.ts'
import { SERVICES } from './tables/services.ts'

/** Words that say nothing about a wish. */
const IDLE: ReadonlySet<string> = new Set(
  `a an and are as at be by can for from get had have how i if in is it its let me my new no not of
off on one or other our out so that the them there they this to up us was way we when where which
who why with you your`.split(/\s+/),
)

/** The stems of a text's meaningful words, each once. */
export const distinctiveStems = (text: string): ReadonlySet<string> =>
  new Set(
    splitWords(text)
      .filter((word) => !IDLE.has(word))
      .map(toStem),
  )

/** The number of services in which a stem occurs; rare stems weigh more. */
const occurrences = new Map<string, number>()
for (const { about, id } of SERVICES) {
  // Look-alikes share words with the usual services and would lower their weight.
  if (asLookalike(id) !== undefined) continue
  for (const stem of distinctiveStems(about))
    occurrences.set(stem, (occurrences.get(stem) ?? 0) + 1)
}

/** The weight of a word that no description contains. */
const UNKNOWN = 0.2

const stemWeight = (stem: string): number => {
  const count = occurrences.get(stem)
  return count === undefined ? UNKNOWN : 1 / (1 + count)
}

const totalWeight = (stems: Iterable<string>): number => {
  let sum = 0
  for (const stem of stems) sum += stemWeight(stem)
  return sum
}

/**
 * The overlap of two texts, from 0 to 1. Rare words count more; words in only one text count
 * against it. The built-in players read a customer's message only in this way.
 */
export function overlap(first: ReadonlySet<string>, second: ReadonlySet<string>): number {
  const total = totalWeight(first) + totalWeight(second)
  let sharedWeight = 0
  for (const stem of first) if (second.has(stem)) sharedWeight += stemWeight(stem)
  return total === 0 ? 0 : (2 * sharedWeight) / total
}
