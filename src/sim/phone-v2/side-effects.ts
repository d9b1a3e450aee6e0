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
