import { memoize } from '../memo.ts'
import type { Listed } from './listing.ts'
import { distinctiveStems, overlap } from './overlap.ts'

/** A service that a message seems to ask for, and the department that lists it. */
export interface Wish {
  readonly department: Listed
  readonly service: string
  /** How much the words have in common, from 0 to 1. */
  readonly overlap: number
}

/** A sentence that shares less than this with every service asks for none. */
const OVERLAP_LEAST = 0.35
/** Nor does a sentence whose overlap is below this share of the largest one. */
const SHARE_LEAST = 0.4

const cachedStems = memoize(20_000, distinctiveStems)

/**
 * Guesses what a customer wants from word overlap alone. Each sentence asks for the service with
 * which it has most words in common, if they are enough. Returns one service per department.
 *
 * @param departments those of the customer's company
 */
export function readWishes(
  message: string,
  company: string,
  departments: readonly Listed[],
): readonly Wish[] {
  const sentences = message.replaceAll(company, '').split(/(?<=[.!?])\s+/)
  const bestWishes = sentences.flatMap(
    (sentence) => bestFor(cachedStems(sentence), departments) ?? [],
  )
  const largestOverlap = Math.max(0, ...bestWishes.map((wish) => wish.overlap))
  const smallestOverlap = Math.min(
    largestOverlap,
    Math.max(OVERLAP_LEAST, SHARE_LEAST * largestOverlap),
  )
  const byDepartment = new Map<Listed, Wish>()
  for (const wish of bestWishes) {
    const previous = byDepartment.get(wish.department)
    const isBetter = previous === undefined || wish.overlap > previous.overlap
    if (wish.overlap >= smallestOverlap && isBetter) byDepartment.set(wish.department, wish)
  }
  return [...byDepartment.values()]
}

function bestFor(sentence: ReadonlySet<string>, departments: readonly Listed[]): Wish | undefined {
  let bestWish: Wish | undefined
  for (const department of departments) {
    for (const { id, about } of department.services) {
      const sentenceOverlap = overlap(sentence, cachedStems(about))
      if (sentenceOverlap > (bestWish?.overlap ?? 0))
        bestWish = { department, service: id, overlap: sentenceOverlap }
    }
  }
  return bestWish
}
