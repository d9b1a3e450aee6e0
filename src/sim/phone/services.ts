import { byName } from '../by-name.ts'
import type { MatterId, Requirements } from './requirements.ts'
import type { DepartmentKind } from './tables/departments.ts'
import type { Industry } from './tables/industries.ts'
import { asLookalike } from './tables/lookalikes.ts'
import { SERVICES, type Service } from './tables/services.ts'
import type { Department, Line } from './world.ts'
/**
 * The id that asks a department to do its part before another one. Every department accepts it, and
 * none lists it.
 */
export const CLEARANCE = 'clearance'

const byId = byName(Object.fromEntries(SERVICES.map((service) => [service.id, service])))

/** The service of this id; undefined if there is none. */
export const findService = (id: string): Service | undefined => byId[id]

const lists = new Map<string, readonly Service[]>()

/** The services of a kind of department in an industry. */
export function servicesForKind(kind: DepartmentKind, industry: Industry): readonly Service[] {
  const key = `${industry}/${kind}`
  const cached = lists.get(key)
  if (cached !== undefined) return cached
  const list = SERVICES.filter(
    (service) => service.kind === kind && service.industries?.includes(industry) !== false,
  )
  lists.set(key, list)
  return list
}

/** The services that the directory lists for a department. */
export const servicesAt = ({ company, department }: Line): readonly Service[] =>
  servicesForKind(department.kind, company.industry)

/** The requirements of a department for a matter; an unknown matter counts as a clearance. */
export const requirementsAt = ({ hidden }: Department, matter: MatterId): Requirements =>
  (hidden.wants[matter] ?? hidden.wants[CLEARANCE]) as Requirements

/** The requirements of a department for a service; a look-alike has those of the usual one. */
export const requirementsFor = (department: Department, service: string): Requirements =>
  requirementsAt(department, asLookalike(service)?.service ?? service)

/** The services that customers ask for; the others only fill the directory. */
export const requestableServices = (services: readonly Service[]): readonly Service[] =>
  services.filter(({ says }) => says.length > 0)
