import { byName } from '../by-name.ts'
import type { Wants } from './requirements.ts'
import type { DepartmentKind } from './tables/departments.ts'
import type { Industry } from './tables/industries.ts'
import { asLookalike } from './tables/lookalikes.ts'
import { SERVICES, type Service } from './tables/services.ts'
import { type Department, type Line, wantsAt } from './world.ts'

/**
 * The id that asks a department to do its part before another one. Every department accepts it, and
 * none lists it.
 */
export const CLEARANCE = 'clearance'

const byId = byName(Object.fromEntries(SERVICES.map((service) => [service.id, service])))

/** The service of this id; undefined if there is none. */
export const serviceOf = (id: string): Service | undefined => byId[id]

const lists = new Map<string, readonly Service[]>()

/** The services of a kind of department in an industry. */
export function servicesOf(kind: DepartmentKind, industry: Industry): readonly Service[] {
  const key = `${industry}/${kind}`
  const known = lists.get(key)
  if (known !== undefined) return known
  const list = SERVICES.filter(
    (service) => service.kind === kind && service.industries?.includes(industry) !== false,
  )
  lists.set(key, list)
  return list
}

/** The services that the directory lists for a department. */
export const servicesAt = ({ company, department }: Line): readonly Service[] =>
  servicesOf(department.kind, company.industry)

/** The requirements of a department for a service; a look-alike has those of the usual one. */
export const wantsFor = (department: Department, service: string): Wants =>
  wantsAt(department, asLookalike(service)?.service ?? service)

/** The services that customers ask for; the others only fill the directory. */
export const wantedOf = (services: readonly Service[]): readonly Service[] =>
  services.filter(({ says }) => says.length > 0)
