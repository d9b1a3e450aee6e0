import { childSeed, type RandomStream, stream } from '../random.ts'
import { customerValues } from './customers.ts'
import { LEVELS, type Level, type Plan, plansOf } from './plans.ts'
import { fieldsNeeded, type Requirement } from './requirements.ts'
import { BUSINESSES, type Business } from './tables/businesses.ts'
import {
  IMPATIENT_SHARE,
  LACKS_ONE,
  LACKS_SEVERAL,
  LEVEL_SHARES,
  MENTIONS_NEEDED,
  MENTIONS_OTHER,
  type Persona,
  SLACK,
  TELLS_NAME,
  TELLS_USUAL,
} from './tables/customers.ts'
import type { DepartmentKind } from './tables/departments.ts'
import { FIELDS, type Field } from './tables/fields.ts'
import { INDUSTRY_HABITS, type Industry } from './tables/industries.ts'
import type { Customer, PhoneTask } from './task.ts'
import type { Company, CompanyHalf, PhoneWorld } from './world.ts'

/** Splits of finite size and the companies they draw on; `stream` goes on after them. */
export const SPLIT_HALVES: Readonly<Record<string, CompanyHalf>> = {
  train: 'known',
  val: 'known',
  test: 'unseen',
  stream: 'known',
}

/** A company that has plans of a level, with those plans. */
interface Offer {
  readonly company: Company
  readonly requirements: readonly Requirement[]
  readonly plans: readonly Plan[]
}

type Offers = Readonly<Record<CompanyHalf, ReadonlyMap<Level, readonly Offer[]>>>

const offersByWorld = new WeakMap<PhoneWorld, Offers>()

/** A company's departments in the form in which plans are made. */
export const requirementsOf = (company: Company): Requirement[] =>
  company.departments.map(({ kind, hidden }) => ({
    kind,
    required: hidden.required,
    alternatives: hidden.alternatives,
    after: hidden.after.map((other) => other.slice(company.id.length + 1) as DepartmentKind),
    wantsReference: hidden.reference_from !== null,
  }))

function offersOf(world: PhoneWorld): Offers {
  const known = offersByWorld.get(world)
  if (known !== undefined) return known
  const empty = (): Map<Level, Offer[]> => new Map(LEVELS.map((level) => [level, []]))
  const offers = { known: empty(), unseen: empty() }
  for (const company of world.companies) {
    const requirements = requirementsOf(company)
    for (const [level, plans] of plansOf(requirements)) {
      if (plans.length > 0) offers[company.half].get(level)?.push({ company, requirements, plans })
    }
  }
  offersByWorld.set(world, offers)
  return offers
}

/** The levels of a finite split: exact proportions, in an order of their own. */
export function levelDeck(world: PhoneWorld, split: string, count: number): Level[] {
  const deck: Level[] = []
  let share = 0
  LEVELS.forEach((level, index) => {
    share += LEVEL_SHARES[index] as number
    while (deck.length < Math.round(share * count)) deck.push(level)
  })
  return stream(childSeed(world.seed, split), 0, 'levels').shuffle(deck)
}

/**
 * All tasks of a finite split. Throws where the world is too small to offer a level.
 *
 * @param onTask called after each task
 */
export function generateSplit(
  world: PhoneWorld,
  split: string,
  count: number,
  onTask: () => void = () => {},
): PhoneTask[] {
  return levelDeck(world, split, count).map((level, index) => {
    const task = generateTask(world, split, index, level)
    onTask()
    return task
  })
}

/** The task of this number in the endless split, at a level drawn in the usual proportions. */
export function generateStreamTask(world: PhoneWorld, index: number): PhoneTask {
  const random = stream(childSeed(world.seed, 'stream'), index, 'level')
  return generateTask(world, 'stream', index, random.weighted(LEVELS, LEVEL_SHARES))
}

/** One task: a pure function of world, split, number and level. */
export function generateTask(
  world: PhoneWorld,
  split: string,
  index: number,
  level: Level,
): PhoneTask {
  const id = `${split}-${String(index).padStart(6, '0')}`
  const seed = childSeed(world.seed, id)
  const random = stream(seed, 0, 'task')
  const offers = offersOf(world)[SPLIT_HALVES[split] ?? 'known'].get(level) ?? []
  if (offers.length === 0) {
    throw new Error(`tasks: no company of the ${split} half offers level ${level}; add companies`)
  }
  for (;;) {
    const offer = random.pick(offers)
    const plan = random.pick(offer.plans)
    const customer = drawCustomer(offer, plan, level, random)
    // A draw that does not fit (nothing can stand in for what is missing) is drawn again.
    if (customer === undefined) continue
    const { company } = offer
    const businesses = plan.goals.map((kind) => random.pick(businessesOf(kind, company.industry)))
    const departmentId = (kind: DepartmentKind): string => `${company.id}-${kind}`
    return {
      id,
      split,
      index,
      seed,
      difficulty: level,
      company: company.id,
      goal: businesses.map((business) => business.phrases[0]).join('; '),
      goals: businesses.map(({ id: name, kind }) => ({
        business: name,
        department: departmentId(kind),
      })),
      required_calls: plan.calls.map(departmentId),
      customer,
    }
  }
}

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

function drawCustomer(
  offer: Offer,
  plan: Plan,
  level: Level,
  random: RandomStream,
): Customer | undefined {
  const calls = offer.requirements.filter(({ kind }) => plan.calls.includes(kind))
  const missing = drawMissing(calls, level, random)
  const needed = fieldsNeeded(calls, missing)
  if (needed === undefined) return undefined
  const first = missing[0]
  const mentions = level === 4 ? MENTIONS_NEEDED : MENTIONS_OTHER
  const persona = personaOf(first, random)
  const told = drawTold(offer.company.industry, missing, random)
  const slack = SLACK[persona]
  return {
    persona,
    patience:
      needed.filter((field) => field !== told).length +
      random.weighted(
        slack.map(([fields]) => fields),
        slack.map(([, chance]) => chance),
      ),
    values: customerValues(random),
    missing,
    mentions: first !== undefined && random.chance(mentions) ? first : null,
    tells: told,
  }
}

function personaOf(firstMissing: Field | undefined, random: RandomStream): Persona {
  if (firstMissing !== undefined) return 'partial'
  return random.chance(IMPATIENT_SHARE) ? 'impatient' : 'cooperative'
}

/** At level 4 a needed field comes first; elsewhere only fields are missing that nobody wants. */
function drawMissing(calls: readonly Requirement[], level: Level, random: RandomStream): Field[] {
  const wanted = new Set(calls.flatMap(({ required }) => required))
  const lackers = LACKS_ONE + LACKS_SEVERAL
  const several = random.chance(LACKS_SEVERAL / lackers)
  const share = LEVEL_SHARES[3]
  // Level 4 customers all lack something, so the others do so less often than the stated shares.
  const lacks = level === 4 || random.chance((lackers - share) / (1 - share))
  if (!lacks) return []
  const unwanted = random.shuffle(FIELDS.filter((field) => !wanted.has(field)))
  if (level !== 4) return unwanted.slice(0, several ? 2 : 1)
  const replaceable = calls.flatMap(({ alternatives }) => Object.keys(alternatives) as Field[])
  if (replaceable.length === 0) return []
  const first = random.pick(replaceable)
  return several ? [first, ...unwanted.slice(0, 1)] : [first]
}

function drawTold(
  industry: Industry,
  missing: readonly Field[],
  random: RandomStream,
): Field | null {
  const draw = random.next()
  const usual = INDUSTRY_HABITS[industry].always
  const told = draw < TELLS_NAME ? 'full_name' : draw < TELLS_NAME + TELLS_USUAL ? usual : null
  return told === null || missing.includes(told) ? null : told
}
