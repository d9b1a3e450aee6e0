import { childSeed, type RandomStream, stream } from '../random.ts'
import { HOUSE_STYLES, type HouseStyle, requirementOf } from './requirements.ts'
import { BUSINESSES } from './tables/businesses.ts'
import {
  DESCRIPTIONS,
  NAME_ENDINGS,
  NAME_STEMS,
  OPENING_HOURS,
  SERVICES,
} from './tables/company-names.ts'
import { type DepartmentKind, KIND_HABITS } from './tables/departments.ts'
import {
  HOUSE_STYLE_SHARES,
  INDUSTRIES,
  INDUSTRY_HABITS,
  type Industry,
} from './tables/industries.ts'
import { type Company, type Department, type PhoneWorld, SPEECH_STYLES } from './world.ts'

/** Area codes 201 to 989 of 100 fictional numbers each. */
const NUMBERS_MAX = 789 * 100
const DEPARTMENTS_MAX = 6
export const COMPANIES_MAX = Math.floor(NUMBERS_MAX / DEPARTMENTS_MAX)

/**
 * The world of a seed: companies of all industries in turn, half of them for train and val, half
 * never seen there, with house styles in the stated shares of each half.
 *
 * @param companyCount from 2 to `COMPANIES_MAX`; throws outside
 */
export function generateWorld(seed: number, companyCount: number): PhoneWorld {
  if (!Number.isInteger(companyCount) || companyCount < 2 || companyCount > COMPANIES_MAX) {
    throw new Error(`companies: ${companyCount} is not a whole number from 2 to ${COMPANIES_MAX}`)
  }
  const knownCount = Math.ceil(companyCount / 2)
  const styles = [
    ...deckOfStyles(knownCount, stream(seed, 0, 'styles-known')),
    ...deckOfStyles(companyCount - knownCount, stream(seed, 0, 'styles-unseen')),
  ]
  const numbers = phoneNumbers(seed)
  const taken = new Set<string>()
  const companies: Company[] = []
  for (let index = 0; index < companyCount; index++) {
    const half = index < knownCount ? 'known' : 'unseen'
    const place = half === 'known' ? index : index - knownCount
    const industry = INDUSTRIES[place % INDUSTRIES.length] as Industry
    const style = styles[index] as HouseStyle
    companies.push(makeCompany({ seed, index, half, industry, style, numbers, taken }))
  }
  return { format: 1, seed, companies }
}

/** House styles for this many companies, as near to the stated shares as whole numbers allow. */
function deckOfStyles(count: number, random: RandomStream): HouseStyle[] {
  const extra = Math.round(count * HOUSE_STYLE_SHARES.extra)
  const instead = Math.round(count * HOUSE_STYLE_SHARES.instead)
  const deck: HouseStyle[] = []
  for (let index = 0; index < count; index++) {
    if (index < instead) deck.push('instead')
    else if (index < instead + extra) deck.push(HOUSE_STYLES[1 + (index % 2)] as HouseStyle)
    else deck.push('typical')
  }
  return random.shuffle(deck)
}

/** Hands out different numbers of the range kept for fiction: 555-0100 to 555-0199. */
function phoneNumbers(seed: number): () => string {
  const offset = stream(seed, 0, 'numbers').integer(0, NUMBERS_MAX - 1)
  let count = 0
  return () => {
    // A step that shares no factor with the range visits every number once.
    const place = (offset + count * 30_011) % NUMBERS_MAX
    count += 1
    const area = 201 + Math.floor(place / 100)
    return `(${area}) 555-01${String(place % 100).padStart(2, '0')}`
  }
}

interface CompanyPlan {
  readonly seed: number
  readonly index: number
  readonly half: Company['half']
  readonly industry: Industry
  readonly style: HouseStyle
  readonly numbers: () => string
  readonly taken: Set<string>
}

function makeCompany(plan: CompanyPlan): Company {
  const id = `c${String(plan.index + 1).padStart(4, '0')}`
  const random = stream(childSeed(plan.seed, id), 0, 'company')
  const name = freeName(plan.industry, plan.taken, random)
  const kinds = pickKinds(plan.industry, random)
  const departments = kinds.map((kind): Department => {
    const requirement = requirementOf(kind, plan.industry, plan.style, kinds)
    const after = requirement.after.map((other) => departmentId(id, other))
    return {
      id: departmentId(id, kind),
      kind,
      phone_number: plan.numbers(),
      ...publicText(kind, name, plan.industry, random),
      hidden: {
        speech: random.pick(SPEECH_STYLES),
        required: requirement.required,
        alternatives: requirement.alternatives,
        after,
        reference_from: requirement.wantsReference ? (after[0] ?? null) : null,
      },
    }
  })
  return {
    id,
    name,
    industry: plan.industry,
    half: plan.half,
    departments,
    hidden: { house_style: plan.style },
  }
}

const departmentId = (company: string, kind: DepartmentKind): string => `${company}-${kind}`

function freeName(industry: Industry, taken: Set<string>, random: RandomStream): string {
  const endings = NAME_ENDINGS[industry]
  for (let attempt = 0; ; attempt++) {
    const stem = random.pick(NAME_STEMS)
    const partner = random.pick(NAME_STEMS)
    // The longer form keeps names free when a large world has used up the short ones.
    const first = random.chance(attempt < 3 ? 0.2 : 0.9) ? `${stem} and ${partner}` : stem
    const name = `${first} ${random.pick(endings)}`
    if (taken.has(name) || stem === partner) continue
    taken.add(name)
    return name
  }
}

function pickKinds(industry: Industry, random: RandomStream): DepartmentKind[] {
  const count = random.weighted([2, 3, 4, 5, 6], [1, 2, 3, 3, 3])
  const offered = INDUSTRY_HABITS[industry].departments
  const chosen = new Set(random.sample(offered, count))
  return offered.filter((kind) => chosen.has(kind))
}

function publicText(
  kind: DepartmentKind,
  company: string,
  industry: Industry,
  random: RandomStream,
): Pick<Department, 'name' | 'description' | 'services' | 'opening_hours'> {
  const name = random.pick(KIND_HABITS[kind].names)
  const description = random
    .pick(DESCRIPTIONS)
    .replace('{company}', company)
    .replace('{noun}', INDUSTRY_HABITS[industry].noun)
    .replace('{department}', name)
    .replace('{does}', random.pick(KIND_HABITS[kind].does))
  const services = BUSINESSES.filter(
    (business) => business.kind === kind && business.industries?.includes(industry) !== false,
  ).map((business) =>
    random.pick(SERVICES).replace('{goal}', impersonal(random.pick(business.phrases))),
  )
  return { name, description, services, opening_hours: random.pick(OPENING_HOURS) }
}

/** A customer's phrase as a directory would put it: not about "me". */
const impersonal = (phrase: string): string =>
  phrase
    .replace(/\bI am\b/g, 'you are')
    .replace(/\bI was\b/g, 'you were')
    .replace(/\bI'd\b/g, 'you would')
    .replace(/\bI\b/g, 'you')
    .replace(/\byou have for me\b/g, 'we have for you')
    .replace(/\bmyself\b/g, 'yourself')
    .replace(/\bmy\b/g, 'your')
    .replace(/\bmine\b/g, 'yours')
    .replace(/\bme\b/g, 'you')
