import type { Case } from './case.ts'
import { matterOf } from './matters.ts'
import { distinctiveStems } from './overlap.ts'
import { serviceOf } from './services.ts'
import { asLookalike, lookalikeOf } from './tables/lookalikes.ts'
import type { Consequence } from './tables/matter.ts'

/**
 * The side effects that a service may have in a case. A contract's length is the page's to decide,
 * so a side effect never binds the customer where the page has a rule on it. Nor does it touch what
 * another wish is about, as the message would then speak for and against it.
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

/** A service, with the one that it may turn out to be. */
const bothOf = (service: string): readonly string[] => [
  service,
  ...[lookalikeOf(service)?.id ?? asLookalike(service)?.service ?? []].flat(),
]

/** Whether a side effect of one service speaks of what another one is about, in its own words. */
export function touches(service: string, says: string, other: string): boolean {
  const [own, about] = [service, other].map((id) => distinctiveStems(serviceOf(id)?.about ?? ''))
  return [...distinctiveStems(says)].some((stem) => about?.has(stem) === true && !own?.has(stem))
}

/** From so many words in common on, two side effects are told in one sentence. */
const COMMON_LEAST = 2

/** Two side effects at once: what both begin with is said once. */
export function joinSideEffects(one: string, other: string): string {
  const [words, others] = [one.split(' '), other.split(' ')]
  const differs = words.findIndex((word, at) => word !== others[at])
  // After a second clause, the rest would seem to belong to that clause.
  const hasClause = words.slice(differs).join(' ').includes(', ')
  if (differs >= COMMON_LEAST && !hasClause) return `${one} and ${others.slice(differs).join(' ')}`
  return `${one.replace(' also ', ' ')}. Also, ${other.replace(' also ', ' ')}`
}
