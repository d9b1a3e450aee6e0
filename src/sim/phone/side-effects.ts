import type { Case } from './case.ts'
import { matterOf } from './matters.ts'
import type { Consequence } from './tables/matter.ts'

/**
 * The side effects that a service may have in a case. A contract's length is the page's to decide,
 * so a side effect never binds the customer where the page has a rule on it.
 */
export function sideEffectsOf(service: string, { page }: Pick<Case, 'page'>): Consequence[] {
  const isRuled = page.some(({ rule }) => rule === 'term')
  return matterOf(service).consequences.filter(({ months }) => months === undefined || !isRuled)
}

/** From so many words in common on, two side effects are told in one sentence. */
const COMMON_LEAST = 2

/** Two side effects at once: what both begin with is said once. */
export function joinSideEffects(one: string, other: string): string {
  const [words, others] = [one.split(' '), other.split(' ')]
  const differs = words.findIndex((word, at) => word !== others[at])
  // After a second clause, the rest would seem to belong to that clause.
  const hasClause = words.slice(differs).join(' ').includes(', ')
  if (hasClause) return `${one.replace(' also ', ' ')}; also, ${other.replace(' also ', ' ')}`
  if (differs < COMMON_LEAST) return `${one}, and ${other}`
  return `${one} and ${others.slice(differs).join(' ')}`
}
