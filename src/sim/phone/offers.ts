import { type CallPlan, LEVELS, type Level, levelsForPlan, listPlans } from './plans.ts'
import { requestableServices, servicesForKind } from './services.ts'
import type { Industry } from './tables/industries.ts'
import type { Company, CompanyHalf, PhoneWorld } from './world.ts'

/** A company with the plans in which a certain department is called for a service. */
interface Offer {
  readonly company: Company
  readonly plans: readonly CallPlan[]
}

/** The offers of an industry, by service. */
type OffersByService = ReadonlyMap<string, readonly Offer[]>

/**
 * The offers of one half of the companies at one level, by industry. An industry is computed at its
 * first task, because computing all takes too long for one slice of the event loop.
 */
export class LevelOffers {
  readonly industries: readonly Industry[]
  readonly #companies: readonly Company[]
  readonly #level: Level
  readonly #offersByIndustry = new Map<Industry, OffersByService>()

  constructor({ companies }: PhoneWorld, half: CompanyHalf, level: Level) {
    this.#companies = companies.filter((company) => company.half === half)
    this.#level = level
    const industries = new Set<Industry>()
    for (const company of this.#companies) {
      const { industry } = company
      if (!industries.has(industry) && this.#offeredBy(company).length > 0) industries.add(industry)
    }
    this.industries = [...industries]
  }

  offersByService(industry: Industry): OffersByService {
    const cached = this.#offersByIndustry.get(industry)
    if (cached !== undefined) return cached
    const offersByService = new Map<string, Offer[]>()
    for (const company of this.#companies) {
      if (company.industry !== industry) continue
      for (const [[, service], plans] of this.#offeredBy(company)) {
        const offers = offersByService.get(service) ?? []
        offers.push({ company, plans })
        offersByService.set(service, offers)
      }
    }
    this.#offersByIndustry.set(industry, offersByService)
    return offersByService
  }

  #offeredBy(company: Company): readonly PlansForService[] {
    return plansByService(company).filter(([[level]]) => level === this.#level)
  }
}

const offersByWorld = new WeakMap<PhoneWorld, Map<string, LevelOffers>>()

/** The offers of one half of a world's companies at one level. */
export function offersAtLevel(world: PhoneWorld, half: CompanyHalf, level: Level): LevelOffers {
  const offersByKey = offersByWorld.get(world) ?? new Map<string, LevelOffers>()
  offersByWorld.set(world, offersByKey)
  const key = `${half} ${level}`
  const offers = offersByKey.get(key) ?? new LevelOffers(world, half, level)
  offersByKey.set(key, offers)
  return offers
}

/** The plans of one company for a level and a service. */
type PlansForService = readonly [readonly [Level, string], readonly CallPlan[]]

const plansByCompany = new WeakMap<Company, readonly PlansForService[]>()

/** The plans of a company for every level and service. */
function plansByService(company: Company): readonly PlansForService[] {
  const cached = plansByCompany.get(company)
  if (cached !== undefined) return cached
  const plans = computePlansByService(company)
  plansByCompany.set(company, plans)
  return plans
}

function computePlansByService(company: Company): readonly PlansForService[] {
  const { industry, departments, hidden } = company
  const profile = { industry, conventions: hidden.conventions }
  const plans = listPlans(departments.map(({ kind }) => kind))
  return departments.flatMap(({ kind }) => {
    const plansWithKind = plans.filter(({ goals }) => goals.includes(kind))
    return requestableServices(servicesForKind(kind, industry)).flatMap(({ id }) => {
      const levels = plansWithKind.map((plan) => levelsForPlan(plan, profile, id))
      return LEVELS.flatMap((level) => {
        const plansAtLevel = plansWithKind.filter((_, index) => levels[index]?.includes(level))
        return plansAtLevel.length === 0 ? [] : [[[level, id] as const, plansAtLevel] as const]
      })
    })
  })
}
