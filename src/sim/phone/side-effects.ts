import type { Case } from './case.ts'
import { findMatter } from './matters.ts'
import { distinctiveStems } from './overlap.ts'
import { findService } from './services.ts'
import { asLookalike, findLookalike } from './tables/lookalikes.ts'
import type { Consequence } from './tables/matter.ts'

/**
 * The possible side effects of a service in a case. None binds the customer if the page has a rule
 * on contracts. None concerns the subject of another wish, because the message would then
 * contradict itself.
 */
export function possibleSideEffects(
  service: string,
  { page, goals }: Pick<Case, 'page' | 'goals'>,
): Consequence[] {
  const isRuled = page.some(({ rule }) => rule === 'term')
  const consequences = findMatter(service).consequences
  const allowed = consequences.filter(({ months }) => months === undefined || !isRuled)
  const otherServices = goals.flatMap((goal) =>
    goal.service === service ? [] : withLookalike(goal.service),
  )
  return allowed.filter(
    ({ says }) => !otherServices.some((other) => concernsOther(service, says, other)),
  )
}

/** A service and its look-alike. */
const withLookalike = (service: string): readonly string[] => [
  service,
  ...[findLookalike(service)?.id ?? asLookalike(service)?.service ?? []].flat(),
]

/** Whether a side effect of one service concerns the subject of another one. */
export function concernsOther(service: string, says: string, other: string): boolean {
  const [ownStems, otherStems] = [service, other].map((id) =>
    distinctiveStems(findService(id)?.about ?? ''),
  )
  return [...distinctiveStems(says)].some(
    (stem) => otherStems?.has(stem) === true && !ownStems?.has(stem),
  )
}

/** The number of common first words from which on two side effects share a sentence. */
const COMMON_LEAST = 2

/** Joins two side effects; their common beginning is said once. */
export function joinSideEffects(first: string, second: string): string {
  const [firstWords, secondWords] = [first.split(' '), second.split(' ')]
  const differs = firstWords.findIndex((word, at) => word !== secondWords[at])
  // After a further clause, the rest would seem to belong to that clause.
  const hasClause = firstWords.slice(differs).join(' ').includes(', ')
  if (differs >= COMMON_LEAST && !hasClause)
    return `${first} and ${secondWords.slice(differs).join(' ')}`
  return `${first.replace(' also ', ' ')}. Also, ${second.replace(' also ', ' ')}`
}
