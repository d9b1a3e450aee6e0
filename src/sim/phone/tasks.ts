import { byName } from '../by-name.ts'
import { childSeed, type RandomStream, stream } from '../random.ts'
import { customerValues } from './customers.ts'
import { type LevelOffers, offersOf } from './offers.ts'
import { type CallPlan, LEVELS, type Level } from './plans.ts'
import { fieldsNeeded, type Wants } from './requirements.ts'
import { CLEARANCE, servicesOf, wantedOf } from './services.ts'
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
import {
  type Company,
  type CompanyHalf,
  type Department,
  type PhoneWorld,
  wantsAt,
} from './world.ts'

/** Splits of finite size and the companies they draw on; `stream` goes on after them. */
const SPLIT_HALVES: Readonly<Record<string, CompanyHalf>> = byName({
  train: 'known',
  val: 'known',
  test: 'unseen',
  stream: 'known',
})

/** The levels of a finite split: exact proportions, in an order of their own. */
function levelDeck(world: PhoneWorld, split: string, count: number): Level[] {
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
  const offered = offersOf(world, SPLIT_HALVES[split] ?? 'known', level)
  if (offered.industries.length === 0) {
    throw new Error(`tasks: no company of the ${split} half offers level ${level}; add companies`)
  }
  for (let draw = 0; draw < DRAWS_MAX; draw++) {
    const order = drawOrder(offered, random)
    const flagged = drawFlagged(order, random)
    const customer = drawCustomer(order, level, flagged, random)
    // A draw that does not fit (nothing can stand in for what is missing) is drawn again.
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
      ...(flagged === null ? {} : { also_required: [flagged] }),
    }
  }
  throw new Error(`tasks: no customer of the ${split} half fits level ${level}; add companies`)
}

/** After so many draws that fit nowhere, the world is too small. */
const DRAWS_MAX = 1_000

/** What a customer comes with: a company, where to call, and what for. */
interface Order {
  readonly company: Company
  readonly plan: CallPlan
  readonly services: readonly Service[]
}

/** First an industry, then a wish, then a company that can fulfil it. */
function drawOrder(offered: LevelOffers, random: RandomStream): Order {
  const industry = random.pick(offered.industries)
  const own = offered.wishesOf(industry)
  const wish = random.pick([...own.keys()])
  const { company, plans } = random.pick(own.get(wish) ?? [])
  const plan = random.pick(plans)
  const services = plan.goals.map((kind) => {
    const offered = wantedOf(servicesOf(kind, industry))
    return offered.find(({ id }) => id === wish) ?? random.pick(offered)
  })
  return { company, plan, services }
}

/** What each department to call wants for what it has to do, in order. */
function wantsFor({ company, plan, services }: Order): readonly Wants[] {
  return plan.calls.map((kind) => {
    const department = company.departments.find((one) => one.kind === kind) as Department
    const service = services.find((one) => one.kind === kind)
    return wantsAt(department, service?.id ?? CLEARANCE)
  })
}

/** Some files have a flag on them: then the last department asks for one thing more. */
function drawFlagged(order: Order, random: RandomStream): AlsoRequired | null {
  const isFlagged = random.chance(FLAGGED_SHARE)
  const field = random.weighted(
    FLAGGED_FIELDS.map(([one]) => one),
    FLAGGED_FIELDS.map(([, chance]) => chance),
  )
  const wants = wantsFor(order)
  if (!isFlagged || wants.at(-1)?.required.includes(field) === true) return null
  const kind = order.plan.calls.at(-1) as DepartmentKind
  return { department: `${order.company.id}-${kind}`, fields: [field] }
}

function drawCustomer(
  order: Order,
  level: Level,
  flagged: AlsoRequired | null,
  random: RandomStream,
): Customer | undefined {
  const wants = wantsFor(order)
  const missing = drawMissing(wants, level, random)
  if (missing === undefined) return undefined
  const needed = fieldsNeeded(wants, missing)
  if (needed === undefined) return undefined
  const all = new Set([...needed, ...(flagged?.fields ?? [])])
  const first = missing[0]
  const mentions = level === 4 ? MENTIONS_NEEDED : MENTIONS_OTHER
  const persona = personaOf(first, random)
  const tells = drawTells(order.company.industry, missing, random)
  const slack = SLACK[persona]
  return {
    persona,
    patience:
      [...all].filter((field) => field !== tells).length +
      random.weighted(
        slack.map(([fields]) => fields),
        slack.map(([, chance]) => chance),
      ),
    values: customerValues(random),
    missing,
    mentions: first !== undefined && random.chance(mentions) ? first : null,
    tells,
  }
}

function personaOf(firstMissing: Field | undefined, random: RandomStream): Persona {
  if (firstMissing !== undefined) return 'partial'
  return random.chance(IMPATIENT_SHARE) ? 'impatient' : 'cooperative'
}

/**
 * At level 4 a needed field comes first; elsewhere only fields are missing that nobody wants.
 * Undefined where everything that is needed is what nobody can lack.
 */
function drawMissing(
  wants: readonly Wants[],
  level: Level,
  random: RandomStream,
): Field[] | undefined {
  const wanted = new Set(wants.flatMap(({ required }) => required))
  const lackers = LACKS_ONE + LACKS_SEVERAL
  const several = random.chance(LACKS_SEVERAL / lackers)
  const share = LEVEL_SHARES[3]
  // Level 4 customers all lack something, so the others do so less often than the stated shares.
  const lacks = level === 4 || random.chance((lackers - share) / (1 - share))
  if (!lacks) return []
  const unwanted = random.shuffle([...LACKABLE].filter((field) => !wanted.has(field)))
  if (level !== 4) return unwanted.slice(0, several ? 2 : 1)
  const replaceable = replaceableOf(wants)
  if (replaceable.length === 0) return undefined
  const first = random.pick(replaceable)
  return several ? [first, ...unwanted.slice(0, 1)] : [first]
}

/** Required fields that a customer may lack and something can stand in for. */
const replaceableOf = (wants: readonly Wants[]): Field[] =>
  wants.flatMap(({ alternatives }) =>
    (Object.keys(alternatives) as Field[]).filter((field) => LACKABLE.has(field)),
  )

function drawTells(
  industry: Industry,
  missing: readonly Field[],
  random: RandomStream,
): Field | null {
  const draw = random.next()
  const usual = USAGE[industry].main
  const field = draw < TELLS_NAME ? 'full_name' : draw < TELLS_NAME + TELLS_USUAL ? usual : null
  return field === null || missing.includes(field) ? null : field
}
