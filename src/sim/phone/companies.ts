import { childSeed, type RandomStream, stream } from '../random.ts'
import { drawEmployees } from './people/employees.ts'
import { drawExtra, drawQuirks, type Quirks } from './quirks.ts'
import { type DepartmentProfile, deriveRequirements, predecessorsOf } from './requirements.ts'
import { CLEARANCE, requestableServices, servicesForKind } from './services.ts'
import { DESCRIPTIONS, NAME_ENDINGS, NAME_STEMS, OPENING_HOURS } from './tables/company-names.ts'
import { type DepartmentKind, KIND_HABITS } from './tables/departments.ts'
import { INDUSTRIES, INDUSTRY_HABITS, type Industry } from './tables/industries.ts'
import { TRAIT_SENTENCES, TRAIT_SHARES, TRAITS, type Trait } from './tables/traits.ts'
import { AUTOMATED_SHARE, MAY_BE_AUTOMATED } from './tables/usage.ts'
import type { Company, Department, PhoneWorld } from './world.ts'

/** Area codes 201 to 989 of 100 fictional numbers each. */
const NUMBERS_MAX = 789 * 100
const DEPARTMENTS_MAX = 6
export const COMPANIES_MAX = Math.floor(NUMBERS_MAX / DEPARTMENTS_MAX)

/**
 * The world of a seed: companies of all industries in turn, half of them for train and val, half
 * never seen there, with traits in the stated shares of each half.
 *
 * @param companyCount from 2 to `COMPANIES_MAX`; throws outside
 * @param conventions the seed of other conventions; the usual ones by default
 */
export function generateWorld(
  seed: number,
  companyCount: number,
  conventions?: number,
): PhoneWorld {
  if (!Number.isInteger(companyCount) || companyCount < 2 || companyCount > COMPANIES_MAX) {
    throw new Error(`companies: ${companyCount} is not a whole number from 2 to ${COMPANIES_MAX}`)
  }
  const knownCount = Math.ceil(companyCount / 2)
  const traits = [
    ...deckOfTraits(knownCount, stream(seed, 0, 'traits-known')),
    ...deckOfTraits(companyCount - knownCount, stream(seed, 0, 'traits-unseen')),
  ]
  const numbers = phoneNumbers(seed)
  const usedNames = new Set<string>()
  const companies: Company[] = []
  for (let index = 0; index < companyCount; index++) {
    const half = index < knownCount ? ('known' as const) : ('unseen' as const)
    const rank = half === 'known' ? index : index - knownCount
    const industry = INDUSTRIES[rank % INDUSTRIES.length] as Industry
    const trait = traits[index] as Trait
    const plan = { seed, index, half, industry, trait, numbers, usedNames, conventions }
    companies.push(makeCompany(plan))
  }
  return { format: 2, seed, companies }
}

/** Traits for this many companies, as close to the stated shares as whole numbers allow. */
function deckOfTraits(count: number, random: RandomStream): Trait[] {
  const deck: Trait[] = []
  let cumulativeShare = 0
  for (const trait of TRAITS) {
    cumulativeShare += TRAIT_SHARES[trait]
    while (deck.length < Math.round(cumulativeShare * count)) deck.push(trait)
  }
  return random.shuffle(deck)
}

/** Returns different numbers from the range reserved for fiction: 555-0100 to 555-0199. */
function phoneNumbers(seed: number): () => string {
  const offset = stream(seed, 0, 'numbers').integer(0, NUMBERS_MAX - 1)
  let count = 0
  return () => {
    // The step shares no factor with the range, so it visits every number once.
    const index = (offset + count * 30_011) % NUMBERS_MAX
    count += 1
    const area = 201 + Math.floor(index / 100)
    return `(${area}) 555-01${String(index % 100).padStart(2, '0')}`
  }
}

interface CompanyPlan {
  readonly seed: number
  readonly index: number
  readonly half: Company['half']
  readonly industry: Industry
  readonly trait: Trait
  readonly numbers: () => string
  readonly usedNames: Set<string>
  readonly conventions: number | undefined
}

function makeCompany(plan: CompanyPlan): Company {
  const id = `c${String(plan.index + 1).padStart(4, '0')}`
  const random = stream(childSeed(plan.seed, id), 0, 'company')
  const name = drawName(plan.industry, plan.usedNames, random)
  const kinds = pickKinds(plan.industry, random)
  const quirks = drawQuirks(plan.trait, random)
  const departments = kinds.map((kind) => makeDepartment(plan, { id, name, kinds, kind, quirks }))
  return {
    id,
    name,
    industry: plan.industry,
    half: plan.half,
    trait: plan.trait,
    departments,
    hidden: {
      quirks,
      ...(plan.conventions === undefined ? {} : { conventions: plan.conventions }),
    },
  }
}

interface DepartmentDraw {
  readonly id: string
  readonly name: string
  readonly kinds: readonly DepartmentKind[]
  readonly kind: DepartmentKind
  readonly quirks: Quirks
}

function makeDepartment(
  { seed, industry, trait, numbers, conventions }: CompanyPlan,
  { id, name, kinds, kind, quirks }: DepartmentDraw,
): Department {
  const random = stream(childSeed(seed, id), 0, kind)
  const isAutomated = MAY_BE_AUTOMATED.has(kind) && random.chance(AUTOMATED_SHARE)
  const profile: DepartmentProfile = { industry, kind, isAutomated, conventions }
  const extra = drawExtra(random)
  const matters = [
    CLEARANCE,
    ...requestableServices(servicesForKind(kind, industry)).map(({ id }) => id),
  ]
  const [predecessor] = predecessorsOf(kind, kinds)
  const wantsReference = KIND_HABITS[kind].wantsReference || quirks.caution === 1
  return {
    id: departmentId(id, kind),
    kind,
    phone_number: numbers(),
    ...publicText({ kind, company: name, industry, trait }, random),
    line: isAutomated ? 'automated' : 'person',
    hidden: {
      employees: drawEmployees(stream(childSeed(seed, id), 0, `${kind}-employees`)),
      extra,
      wants: Object.fromEntries(
        matters.map((matter) => [matter, deriveRequirements(profile, matter, quirks, extra)]),
      ),
      after: predecessor === undefined ? [] : [departmentId(id, predecessor)],
      reference_from:
        predecessor !== undefined && wantsReference ? departmentId(id, predecessor) : null,
    },
  }
}

const departmentId = (company: string, kind: DepartmentKind): string => `${company}-${kind}`

function drawName(industry: Industry, usedNames: Set<string>, random: RandomStream): string {
  const endings = NAME_ENDINGS[industry]
  for (let attempt = 0; ; attempt++) {
    const stem = random.pick(NAME_STEMS)
    const partner = random.pick(NAME_STEMS)
    // Large worlds use up the short names, so later attempts draw longer ones.
    const beginning = random.chance(attempt < 3 ? 0.2 : 0.9) ? `${stem} and ${partner}` : stem
    const name = `${beginning} ${random.pick(endings)}`
    if (usedNames.has(name) || stem === partner) continue
    usedNames.add(name)
    return name
  }
}

function pickKinds(industry: Industry, random: RandomStream): DepartmentKind[] {
  const count = random.weighted([2, 3, 4, 5, 6], [1, 2, 3, 3, 3])
  const possibleKinds = INDUSTRY_HABITS[industry].departments
  const chosen = new Set(random.sample(possibleKinds, count))
  return possibleKinds.filter((kind) => chosen.has(kind))
}

interface PublicProfile {
  readonly kind: DepartmentKind
  readonly company: string
  readonly industry: Industry
  readonly trait: Trait
}

function publicText(
  { kind, company, industry, trait }: PublicProfile,
  random: RandomStream,
): Pick<Department, 'name' | 'description' | 'opening_hours'> {
  const name = random.pick(KIND_HABITS[kind].names)
  const sentence = random
    .pick(DESCRIPTIONS)
    .replace('{company}', company)
    .replace('{noun}', INDUSTRY_HABITS[industry].noun)
    .replace('{department}', name)
    .replace('{does}', random.pick(KIND_HABITS[kind].does))
  const about = trait === 'none' ? '' : ` ${random.pick(TRAIT_SENTENCES[trait])}`
  const description = `${sentence}${about}`
  return { name, description, opening_hours: random.pick(OPENING_HOURS) }
}
