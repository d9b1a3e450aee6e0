import { byName } from '../by-name.ts'
import { childSeed, type RandomStream, stream } from '../random.ts'
import { customerValues } from './customers.ts'
import { type LevelOffers, offersAtLevel } from './offers.ts'
import { type CallPlan, LEVELS, type Level } from './plans.ts'
import { fieldsNeeded, type Requirements } from './requirements.ts'
import { CLEARANCE, requestableServices, requirementsAt, servicesForKind } from './services.ts'
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
import { type Field, LACKABLE } from './tables/fields.ts'
import type { Industry } from './tables/industries.ts'
import type { Service } from './tables/services.ts'
import { FLAGGED_FIELDS, FLAGGED_SHARE, USAGE } from './tables/usage.ts'
import type { AlsoRequired, Customer, PhoneTask } from './task.ts'
import type { Company, CompanyHalf, Department, PhoneWorld } from './world.ts'

/** Splits of finite size and the companies they draw on; `stream` goes on after them. */
const SPLIT_HALVES: Readonly<Record<string, CompanyHalf>> = byName({
  train: 'known',
  val: 'known',
  test: 'unseen',
  stream: 'known',
})

/** The levels of a finite split, in exact proportions and in a random order. */
function levelDeck(world: PhoneWorld, split: string, count: number): Level[] {
  const deck: Level[] = []
  let cumulativeShare = 0
  LEVELS.forEach((level, index) => {
    cumulativeShare += LEVEL_SHARES[index] as number
    while (deck.length < Math.round(cumulativeShare * count)) deck.push(level)
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
export const generateStreamTask = (world: PhoneWorld, index: number): PhoneTask =>
  generateTask(world, 'stream', index, streamLevel(world, index))

/** The level of the task of this number in the endless split. */
export const streamLevel = ({ seed }: Pick<PhoneWorld, 'seed'>, index: number): Level =>
  stream(childSeed(seed, 'stream'), index, 'level').weighted(LEVELS, LEVEL_SHARES)

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
  const offers = offersAtLevel(world, SPLIT_HALVES[split] ?? 'known', level)
  if (offers.industries.length === 0) {
    throw new Error(`tasks: no company of the ${split} half offers level ${level}; add companies`)
  }
  for (let draw = 0; draw < DRAWS_MAX; draw++) {
    const order = drawOrder(offers, random)
    const flaggedField = drawFlagged(order, random)
    const customer = drawCustomer(order, level, flaggedField, random)
    // If a missing field has no alternative, the customer is drawn again.
    if (customer === undefined) continue
    const { company, plan, services } = order
    const departmentId = (kind: DepartmentKind): string => `${company.id}-${kind}`
    return {
      id,
      split,
      index,
      seed,
      difficulty: level,
      company: company.id,
      goal: services.map(({ says }) => says[0]).join('; '),
      goals: services.map(({ id: service, kind }) => ({
        service,
        department: departmentId(kind),
      })),
      required_calls: plan.calls.map(departmentId),
      customer,
      ...(flaggedField === null ? {} : { also_required: [flaggedField] }),
    }
  }
  throw new Error(`tasks: no customer of the ${split} half fits level ${level}; add companies`)
}

/** After this many failed draws, the world is too small for the level. */
const DRAWS_MAX = 1_000

/** The business of a customer: the company, the departments to call, and the services. */
interface Order {
  readonly company: Company
  readonly plan: CallPlan
  readonly services: readonly Service[]
}

/** Draws an industry, then a service of it, then a company that offers that service. */
function drawOrder(offers: LevelOffers, random: RandomStream): Order {
  const industry = random.pick(offers.industries)
  const offersByService = offers.offersByService(industry)
  const service = random.pick([...offersByService.keys()])
  const { company, plans } = random.pick(offersByService.get(service) ?? [])
  const plan = random.pick(plans)
  const services = plan.goals.map((kind) => {
    const possibleServices = requestableServices(servicesForKind(kind, industry))
    return possibleServices.find(({ id }) => id === service) ?? random.pick(possibleServices)
  })
  return { company, plan, services }
}

/** The requirements of each department to call, in order. */
function requirementsFor({ company, plan, services }: Order): readonly Requirements[] {
  return plan.calls.map((kind) => {
    const department = company.departments.find(
      (candidate) => candidate.kind === kind,
    ) as Department
    const service = services.find((candidate) => candidate.kind === kind)
    return requirementsAt(department, service?.id ?? CLEARANCE)
  })
}

/** Draws a flag on the customer's file, for which the last department requires one more field. */
function drawFlagged(order: Order, random: RandomStream): AlsoRequired | null {
  const isFlagged = random.chance(FLAGGED_SHARE)
  const field = random.weighted(
    FLAGGED_FIELDS.map(([field]) => field),
    FLAGGED_FIELDS.map(([, chance]) => chance),
  )
  const requirements = requirementsFor(order)
  if (!isFlagged || requirements.at(-1)?.required.includes(field) === true) return null
  const lastKind = order.plan.calls.at(-1) as DepartmentKind
  return { department: `${order.company.id}-${lastKind}`, fields: [field] }
}

function drawCustomer(
  order: Order,
  level: Level,
  flaggedField: AlsoRequired | null,
  random: RandomStream,
): Customer | undefined {
  const requirements = requirementsFor(order)
  const missing = drawMissing(requirements, level, random)
  if (missing === undefined) return undefined
  const needed = fieldsNeeded(requirements, missing)
  if (needed === undefined) return undefined
  const allFields = new Set([...needed, ...(flaggedField?.fields ?? [])])
  const firstMissing = missing[0]
  const mentions = level === 4 ? MENTIONS_NEEDED : MENTIONS_OTHER
  const persona = drawPersona(firstMissing, random)
  const tells = drawTells(order.company.industry, missing, random)
  const slack = SLACK[persona]
  return {
    persona,
    patience:
      [...allFields].filter((field) => field !== tells).length +
      random.weighted(
        slack.map(([fields]) => fields),
        slack.map(([, chance]) => chance),
      ),
    values: customerValues(random),
    missing,
    mentions: firstMissing !== undefined && random.chance(mentions) ? firstMissing : null,
    tells,
  }
}

function drawPersona(firstMissing: Field | undefined, random: RandomStream): Persona {
  if (firstMissing !== undefined) return 'partial'
  return random.chance(IMPATIENT_SHARE) ? 'impatient' : 'cooperative'
}

/**
 * Draws the fields that the customer lacks. At level 4, the first one is needed; at other levels,
 * none is. Undefined if level 4 has no needed field that a customer may lack.
 */
function drawMissing(
  requirements: readonly Requirements[],
  level: Level,
  random: RandomStream,
): Field[] | undefined {
  const requiredFields = new Set(requirements.flatMap(({ required }) => required))
  const lackers = LACKS_ONE + LACKS_SEVERAL
  const several = random.chance(LACKS_SEVERAL / lackers)
  const levelShare = LEVEL_SHARES[3]
  // Level 4 customers all lack something, so the others do so less often than the stated shares.
  const lacks = level === 4 || random.chance((lackers - levelShare) / (1 - levelShare))
  if (!lacks) return []
  const unneededFields = random.shuffle([...LACKABLE].filter((field) => !requiredFields.has(field)))
  if (level !== 4) return unneededFields.slice(0, several ? 2 : 1)
  const replaceable = replaceableFields(requirements)
  if (replaceable.length === 0) return undefined
  const neededField = random.pick(replaceable)
  return several ? [neededField, ...unneededFields.slice(0, 1)] : [neededField]
}

/** Required fields that a customer may lack and that have an alternative. */
const replaceableFields = (requirements: readonly Requirements[]): Field[] =>
  requirements.flatMap(({ alternatives }) =>
    (Object.keys(alternatives) as Field[]).filter((field) => LACKABLE.has(field)),
  )

function drawTells(
  industry: Industry,
  missing: readonly Field[],
  random: RandomStream,
): Field | null {
  const draw = random.next()
  const usualField = USAGE[industry].main
  const field =
    draw < TELLS_NAME ? 'full_name' : draw < TELLS_NAME + TELLS_USUAL ? usualField : null
  return field === null || missing.includes(field) ? null : field
}
