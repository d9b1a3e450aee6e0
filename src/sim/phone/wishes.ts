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
/** Nor does one that shares less than this share of what the best sentence does. */
const SHARE_LEAST = 0.4

const stemsOf = memoize(20_000, distinctiveStems)

/**
 * What a customer seems to want, by word overlap alone: each sentence asks for the service of which
 * it has most words in common, if it has enough. One service for each department.
 *
 * @param departments those of the customer's company
 */
export function readWishes(
  message: string,
  company: string,
  departments: readonly Listed[],
): readonly Wish[] {
  const sentences = message.replaceAll(company, '').split(/(?<=[.!?])\s+/)
  const best = sentences.flatMap((sentence) => bestFor(stemsOf(sentence), departments) ?? [])
  const most = Math.max(0, ...best.map((wish) => wish.overlap))
  const least = Math.min(most, Math.max(OVERLAP_LEAST, SHARE_LEAST * most))
  const byDepartment = new Map<Listed, Wish>()
  for (const wish of best) {
    const known = byDepartment.get(wish.department)
    const isBetter = known === undefined || wish.overlap > known.overlap
    if (wish.overlap >= least && isBetter) byDepartment.set(wish.department, wish)
  }
  return [...byDepartment.values()]
}

function bestFor(sentence: ReadonlySet<string>, departments: readonly Listed[]): Wish | undefined {
  let best: Wish | undefined
  for (const department of departments) {
    for (const { id, about } of department.services) {
      const shared = overlap(sentence, stemsOf(about))
      if (shared > (best?.overlap ?? 0)) best = { department, service: id, overlap: shared }
    }
  }
  return best
}
