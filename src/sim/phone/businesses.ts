import { BUSINESSES, type Business } from './tables/businesses.ts'
import type { DepartmentKind } from './tables/departments.ts'
import type { Industry } from './tables/industries.ts'

const businessLists = new Map<string, readonly Business[]>()

/** What customers of an industry may want from a kind of department. */
export function businessesOf(kind: DepartmentKind, industry: Industry): readonly Business[] {
  const key = `${industry}/${kind}`
  const known = businessLists.get(key)
  if (known !== undefined) return known
  const list = BUSINESSES.filter(
    (business) => business.kind === kind && business.industries?.includes(industry) !== false,
  )
  businessLists.set(key, list)
  return list
}
