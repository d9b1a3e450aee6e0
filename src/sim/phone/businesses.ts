import { BUSINESSES, type Business } from './tables/businesses.ts'
import type { DepartmentKind } from './tables/departments.ts'
import type { Industry } from './tables/industries.ts'
import { MORE_BUSINESSES, PHRASES_PASSED_ON } from './tables/more-businesses.ts'

/** Which wishes a world has: the first 64, or all 80. */
export const WISH_SETS = ['seed', 'all'] as const
export type WishSet = (typeof WISH_SETS)[number]

/** Where there are more wishes, none of the first says what is one of theirs. */
const withoutPassedOn = (business: Business): Business => {
  const passedOn = PHRASES_PASSED_ON[business.id]
  if (passedOn === undefined) return business
  return { ...business, phrases: business.phrases.filter((phrase) => phrase !== passedOn) }
}

const sets: Readonly<Record<WishSet, readonly Business[]>> = {
  seed: BUSINESSES,
  all: [...BUSINESSES.map(withoutPassedOn), ...MORE_BUSINESSES],
}

/** What customers of such a world may want. */
export const businessesIn = (set: WishSet): readonly Business[] => sets[set]

const businessById = new Map([...MORE_BUSINESSES, ...BUSINESSES].map((one) => [one.id, one]))

/** The business of this id, in whatever world; throws if there is none. */
export function businessOf(id: string): Business {
  const business = businessById.get(id)
  if (business === undefined) throw new Error(`businesses: no ${id}`)
  return business
}

/** The words for a wish in such a world. */
export const phrasesOf = (id: string, set: WishSet): readonly string[] =>
  (set === 'seed' ? businessOf(id) : withoutPassedOn(businessOf(id))).phrases

const additional: ReadonlySet<string> = new Set(MORE_BUSINESSES.map(({ id }) => id))

/** The smallest set that has all of these wishes. */
export const setWith = (wishes: readonly string[]): WishSet =>
  wishes.some((wish) => additional.has(wish)) ? 'all' : 'seed'

const businessLists = new Map<string, readonly Business[]>()

/** What customers of an industry may want from a kind of department. */
export function businessesOf(
  kind: DepartmentKind,
  industry: Industry,
  set: WishSet,
): readonly Business[] {
  const key = `${set}/${industry}/${kind}`
  const known = businessLists.get(key)
  if (known !== undefined) return known
  const list = businessesIn(set).filter(
    (business) => business.kind === kind && business.industries?.includes(industry) !== false,
  )
  businessLists.set(key, list)
  return list
}
