import type { Case } from './case.ts'
import { matterOf } from './matters.ts'
import { distinctiveStems } from './overlap.ts'
import { serviceOf } from './services.ts'
import { asLookalike, lookalikeOf } from './tables/lookalikes.ts'
import type { Consequence } from './tables/matter.ts'

/**
 * The possible side effects of a service in a case. None binds the customer if the page has a rule
 * on contracts. None concerns the subject of another wish, because the message would then
 * contradict itself.
 */
export function sideEffectsOf(
  service: string,
  { page, goals }: Pick<Case, 'page' | 'goals'>,
): Consequence[] {
  const isRuled = page.some(({ rule }) => rule === 'term')
  const all = matterOf(service).consequences
  const free = all.filter(({ months }) => months === undefined || !isRuled)
  const others = goals.flatMap((goal) => (goal.service === service ? [] : bothOf(goal.service)))
  return free.filter(({ says }) => !others.some((other) => touches(service, says, other)))
}

/** A service and its look-alike. */
const bothOf = (service: string): readonly string[] => [
  service,
  ...[lookalikeOf(service)?.id ?? asLookalike(service)?.service ?? []].flat(),
]

/** Whether a side effect of one service concerns the subject of another one. */
export function touches(service: string, says: string, other: string): boolean {
  const [own, about] = [service, other].map((id) => distinctiveStems(serviceOf(id)?.about ?? ''))
  return [...distinctiveStems(says)].some((stem) => about?.has(stem) === true && !own?.has(stem))
}

/** The number of common first words from which on two side effects share a sentence. */
const COMMON_LEAST = 2

/** Joins two side effects; their common beginning is said once. */
export function joinSideEffects(one: string, other: string): string {
  const [words, others] = [one.split(' '), other.split(' ')]
  const differs = words.findIndex((word, at) => word !== others[at])
  // After a further clause, the rest would seem to belong to that clause.
  const hasClause = words.slice(differs).join(' ').includes(', ')
  if (differs >= COMMON_LEAST && !hasClause) return `${one} and ${others.slice(differs).join(' ')}`
  return `${one.replace(' also ', ' ')}. Also, ${other.replace(' also ', ' ')}`
}
