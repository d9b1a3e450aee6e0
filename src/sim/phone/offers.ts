import { type CallPlan, LEVELS, type Level, levelsOf, plansOf } from './plans.ts'
import { servicesOf, wantedOf } from './services.ts'
import type { Industry } from './tables/industries.ts'
import type { Company, CompanyHalf, PhoneWorld } from './world.ts'

/** A company with the plans in which a certain department is called for a service. */
interface Offer {
  readonly company: Company
  readonly plans: readonly CallPlan[]
}

/** The offers of an industry, by service. */
type Wishes = ReadonlyMap<string, readonly Offer[]>

/**
 * The offers of one half of the companies at one level, by industry. An industry is computed at its
 * first task, because computing all takes too long for one slice of the event loop.
 */
export class LevelOffers {
  readonly industries: readonly Industry[]
  readonly #companies: readonly Company[]
  readonly #level: Level
  readonly #wishes = new Map<Industry, Wishes>()

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

  wishesOf(industry: Industry): Wishes {
    const known = this.#wishes.get(industry)
    if (known !== undefined) return known
    const wishes = new Map<string, Offer[]>()
    for (const company of this.#companies) {
      if (company.industry !== industry) continue
      for (const [[, service], plans] of this.#offeredBy(company)) {
        const offers = wishes.get(service) ?? []
        offers.push({ company, plans })
        wishes.set(service, offers)
      }
    }
    this.#wishes.set(industry, wishes)
    return wishes
  }

  #offeredBy(company: Company): readonly PlansOfWish[] {
    return plansByWish(company).filter(([[level]]) => level === this.#level)
  }
}

const offersByWorld = new WeakMap<PhoneWorld, Map<string, LevelOffers>>()

/** The offers of one half of a world's companies at one level. */
export function offersOf(world: PhoneWorld, half: CompanyHalf, level: Level): LevelOffers {
  const known = offersByWorld.get(world) ?? new Map<string, LevelOffers>()
  offersByWorld.set(world, known)
  const key = `${half} ${level}`
  const offers = known.get(key) ?? new LevelOffers(world, half, level)
  known.set(key, offers)
  return offers
}

/** The plans of one company for a level and a service. */
type PlansOfWish = readonly [readonly [Level, string], readonly CallPlan[]]

const plansByCompany = new WeakMap<Company, readonly PlansOfWish[]>()

/** The plans of a company for every level and service. */
function plansByWish(company: Company): readonly PlansOfWish[] {
  const known = plansByCompany.get(company)
  if (known !== undefined) return known
  const made = makePlansByWish(company)
  plansByCompany.set(company, made)
  return made
}

function makePlansByWish(company: Company): readonly PlansOfWish[] {
  const { industry, departments, hidden } = company
  const house = { industry, conventions: hidden.conventions }
  const plans = plansOf(departments.map(({ kind }) => kind))
  return departments.flatMap(({ kind }) => {
    const own = plans.filter(({ goals }) => goals.includes(kind))
    return wantedOf(servicesOf(kind, industry)).flatMap(({ id }) => {
      const levels = own.map((plan) => levelsOf(plan, house, id))
      return LEVELS.flatMap((level) => {
        const fitting = own.filter((_, at) => levels[at]?.includes(level))
        return fitting.length === 0 ? [] : [[[level, id] as const, fitting] as const]
      })
    })
  })
}
