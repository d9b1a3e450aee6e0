import { dayAfter, weekdayOf } from '../civil-date.ts'
import { type RandomStream, stream } from '../random.ts'
import type { Case, CaseGoal, CustomerRecord } from './case.ts'
import { isOpenAt } from './clock/opening-hours.ts'
import { DAY, type Moment } from './clock/time.ts'
import { DETAIL_NAMES, type DetailName, type Details } from './details.ts'
import { matterOf } from './matters.ts'
import { drawCoins, drawEffect, mayHavePatterns } from './patterns.ts'
import { drawName, fullNameOf } from './people/names.ts'
import { fieldsNeeded } from './requirements.ts'
import { fill, wordsFor } from './say-details.ts'
import { beforeOf, stepsOf } from './schedule.ts'
import { CLEARANCE, servicesOf } from './services.ts'
import { type CaseShape, type DrawnShape, settle } from './settle-case.ts'
import { STREET_KINDS, STREETS } from './tables/addresses.ts'
import { SLACK } from './tables/customers.ts'
import { isQuestion } from './tables/effects.ts'
import { RECORD_KINDS, type RecordKind } from './tables/record-kinds.ts'
import type { Service } from './tables/services.ts'
import type { Customer, PhoneTask } from './task.ts'
import { type Company, companyOf, type PhoneWorld, wantsAt } from './world.ts'

/** The stages in which one talks with customers and departments. */
export const TALKING_STAGES = ['curriculum', 'full'] as const
export type TalkingStage = (typeof TALKING_STAGES)[number]

const BARE: CaseShape = {
  ...{ goals: 1, predecessor: false, readsBack: false, clock: false, page: false },
  ...{ patterns: 0, sideEffects: 1, scarceCalls: false },
}
const ORDERED: CaseShape = { ...BARE, goals: 2, predecessor: true, readsBack: true, clock: true }

const CURRICULUM: readonly CaseShape[] = [
  BARE,
  { ...BARE, readsBack: true },
  ORDERED,
  { ...ORDERED, goals: 3, page: true },
  { ...ORDERED, goals: 7, page: true, patterns: 12, scarceCalls: true, sideEffects: 2 },
]

/** What a task of this level has at a stage. */
const shapeAt = (stage: TalkingStage, level: number): CaseShape => {
  const last = CURRICULUM[CURRICULUM.length - 1] as CaseShape
  if (stage === 'full') {
    const sideEffects = level < 3 ? 1 : 2
    return {
      ...last,
      goals: level < 3 ? 3 : level < 5 ? 4 : 7,
      patterns: level < 5 ? level - 1 : 12,
      sideEffects,
    }
  }
  return CURRICULUM[level - 1] ?? last
}

const cases = new WeakMap<PhoneTask, Map<TalkingStage, Case>>()

/** The case of a task at a stage: the same in every rollout. */
export function caseOf(task: PhoneTask, world: PhoneWorld, stage: TalkingStage): Case {
  const known = cases.get(task) ?? new Map<TalkingStage, Case>()
  cases.set(task, known)
  const before = known.get(stage)
  if (before !== undefined) return before
  const made = drawCase(task, world, stage)
  known.set(stage, made)
  return made
}

/** After so many sets of wishes in which no case was found, a case has one pattern less. */
const WISHES_EACH = 8
const DRAWS_MAX = 3_000

function drawCase(task: PhoneTask, world: PhoneWorld, stage: TalkingStage): Case {
  const shape = shapeAt(stage, task.difficulty)
  const random = stream(task.seed, 0, `case/${stage}`)
  const coins = drawCoins(random)
  const { half } = companyOf(world, task.company)
  const companies = world.companies.filter((company) => company.half === half)
  let tried = 0
  for (let draw = 0; draw < DRAWS_MAX; draw++) {
    const plan = drawPlan(random.pick(companies), shape, random)
    const patterns = Math.max(0, shape.patterns - Math.floor(tried / WISHES_EACH))
    const services = plan?.wishes.map(({ service }) => service.id) ?? []
    if (plan === undefined || !mayHavePatterns(services, patterns)) continue
    const made = fillCase(plan, task, { ...shape, patterns, coins }, random)
    if (made !== undefined) return made
    tried += 1
  }
  throw new Error(
    `tasks: no company of the ${half} half fits ${task.id} at ${stage}; add companies`,
  )
}

/** Where the customer wants what, and who has to do their part. */
interface CasePlan {
  readonly company: Company
  readonly wishes: readonly Wish[]
  readonly calls: readonly string[]
}

interface Wish {
  readonly department: string
  readonly service: Service
}

/** So many things are wanted of a department at most. */
const atOnce = (goals: number): number => Math.max(2, Math.ceil(goals / 3))

/** Departments of which none has to act before another, and those that have to act before them. */
function drawPlan(
  company: Company,
  { goals, predecessor }: CaseShape,
  random: RandomStream,
): CasePlan | undefined {
  const wishes: Wish[] = []
  for (const { id, kind } of random.shuffle(company.departments)) {
    const wanted = servicesOf(kind, company.industry).filter(({ says }) => says.length > 0)
    const chosen = wishes.map(({ department }) => department)
    const isTied =
      chosen.some((one) => beforeOf(company, one).includes(id)) ||
      beforeOf(company, id).some((one) => chosen.includes(one))
    if (isTied) continue
    const here = random.sample(
      wanted,
      Math.min(atOnce(goals), wanted.length, goals - wishes.length),
    )
    wishes.push(...here.map((service) => ({ department: id, service })))
  }
  const before = [...new Set(wishes.flatMap(({ department }) => beforeOf(company, department)))]
  if (wishes.length < goals || before.length > 0 !== predecessor) return undefined
  return {
    ...{ company, wishes: random.shuffle(wishes) },
    calls: [...new Set([...before, ...wishes.map(({ department }) => department)])],
  }
}

/** The first day on which a case may begin: a Monday. */
const FIRST_DAY = '2026-01-05'
const DAYS = 200
/** Cases begin between these minutes of a day. */
const MORNING = 7 * 60
const EVENING = 20 * 60
const MOMENTS_MAX = 40

/** A day and a moment of its week; where there is a clock, a department to call is closed then. */
function drawMoment(
  { company, calls }: CasePlan,
  { clock }: CaseShape,
  random: RandomStream,
): { readonly date: string; readonly moment: Moment } | undefined {
  const called = company.departments.filter(({ id }) => calls.includes(id))
  for (let draw = 0; draw < MOMENTS_MAX; draw++) {
    const date = dayAfter(FIRST_DAY, random.integer(0, DAYS))
    const moment = weekdayOf(date) * DAY + random.integer(MORNING / 5, EVENING / 5) * 5
    const open = called.filter(({ opening_hours: hours }) => isOpenAt(hours, moment))
    if (!clock || (open.length > 0 && open.length < called.length)) return { date, moment }
  }
  return undefined
}

function fillCase(
  plan: CasePlan,
  task: PhoneTask,
  shape: DrawnShape,
  random: RandomStream,
): Case | undefined {
  const start = drawMoment(plan, shape, random)
  if (start === undefined) return undefined
  const { date, moment } = start
  const records = drawRecords(plan, date, random)
  const [first = ''] = task.customer.values.full_name.split(' ')
  const isWanted = new Set<string>()
  const goals = plan.wishes.map(({ department, service }): CaseGoal => {
    const details = drawDetails(service.id, date, freeOf(records, isWanted), first, random)
    if (details.record !== undefined) isWanted.add(details.record)
    const says = sayWish(service, details, records, random)
    const answer = isQuestion(service.id) ? { takes_effect: drawEffect(date, random) } : {}
    return { department, service: service.id, details, says, right: 'done', ...answer }
  })
  const customer = drawCustomer(plan, task, shape, random)
  if (customer === undefined) return undefined
  const { company, calls } = plan
  const bare: Case = {
    ...{ company: company.id, customer, goals, calls, date, moment, records },
    ...{ page: [], remarks: [], reads_back: shape.readsBack, clock: shape.clock },
    ...{ side_effects: shape.sideEffects, calls_max: CALLS_MAX },
  }
  for (let attempt = 0; attempt < SETTLED_MAX; attempt++) {
    const settled = settle(bare, company, shape, random)
    if (settled !== undefined) return withCallsMax(settled, company, shape)
  }
  return undefined
}

/** Phone calls of an episode where they are not scarce. */
const CALLS_MAX = 24

/**
 * Where calls are scarce, there are enough to hear each department once about all that is wanted
 * from it, to make each call that gets something done or ends with a refusal, and to put right what
 * the customer corrects.
 */
function withCallsMax(made: Case, company: Company, { scarceCalls }: CaseShape): Case {
  if (!scarceCalls) return made
  const departments = new Set(made.goals.map(({ department }) => department)).size
  const calls = stepsOf(made, company).filter(({ goal }) => goal === undefined || takesCall(goal))
  const needed = calls.length + departments + (made.correction === undefined ? 0 : 1)
  return { ...made, calls_max: Math.min(CALLS_MAX, needed) }
}

/** Whether it is not enough to have heard the department: a refusal ends the call, too. */
const takesCall = ({ right }: CaseGoal): boolean => right === 'done' || right === 'company_cannot'

/** So often it is tried to settle the same wishes: to draw others costs more. */
const SETTLED_MAX = 6

/** Several records of each kind that a service of the company is about. */
function drawRecords({ company }: CasePlan, date: string, random: RandomStream): Case['records'] {
  const kinds = new Set(
    company.departments
      .flatMap(({ kind }) => servicesOf(kind, company.industry))
      .flatMap(({ id }) => matterOf(id).record ?? []),
  )
  const records: Partial<Record<RecordKind, readonly CustomerRecord[]>> = {}
  for (const kind of kinds) {
    const { nouns, prefix } = RECORD_KINDS[kind]
    const chosen = random.sample(nouns, random.integer(3, Math.min(5, nouns.length)))
    records[kind] = random.shuffle(chosen).map((noun, at) => ({
      id: `${prefix}${at + 1}`,
      noun,
      date: dayAfter(date, -random.integer(3, 60)),
    }))
  }
  return records
}

/** The records that no other wish is about, or all where there are no others. */
const freeOf = (records: Case['records'], isWanted: ReadonlySet<string>): Case['records'] =>
  Object.fromEntries(
    Object.entries(records).map(([kind, all]) => {
      const free = all.filter(({ id }) => !isWanted.has(id))
      return [kind, free.length === 0 ? all : free]
    }),
  )

const HOURS = ['09:00', '10:30', '11:00', '14:00', '15:30', '16:00'] as const
const DATE_FROM = 8
const DATE_TO = 40

/** How a service is to be carried out, of what there is to choose from. */
function drawDetails(
  service: string,
  date: string,
  records: Case['records'],
  first: string,
  random: RandomStream,
): Details {
  const matter = matterOf(service)
  const { needs, record, options = {}, dollars = [20, 200], counts = [2, 12], ownName } = matter
  const draw: Readonly<Record<DetailName, () => string | number>> = {
    record: () => random.pick((record && records[record]) ?? []).id,
    option: () => random.pick(Object.keys(options)),
    amount_cents: () => 100 * roundly(dollars[0], dollars[1], random),
    count: () => random.integer(counts[0], counts[1]),
    date: () => dayAfter(date, random.integer(DATE_FROM, DATE_TO)),
    time: () => random.pick(HOURS),
    address: () => `${random.integer(2, 989)} ${random.pick(STREETS)} ${random.pick(STREET_KINDS)}`,
    name: () => {
      const drawn = drawName(random)
      return fullNameOf(ownName === true ? { ...drawn, first } : drawn)
    },
  }
  const names = DETAIL_NAMES.filter((name) => name in needs)
  return Object.fromEntries(names.map((name) => [name, draw[name]()])) as Details
}

/** A wish with all that decides, in the customer's words. */
function sayWish(
  { id, says: plain }: Pick<Service, 'id' | 'says'>,
  details: Details,
  records: Case['records'],
  random: RandomStream,
): string {
  const { says, record } = matterOf(id)
  const template = random.pick(says.length === 0 ? plain : says)
  const words = wordsFor(id, details, record === undefined ? [] : (records[record] ?? []))
  return fill(template, words)
}

/** The customer of the task, who lacks nothing but what something else stands in for. */
function drawCustomer(
  { company, calls, wishes }: CasePlan,
  { customer }: PhoneTask,
  { page }: CaseShape,
  random: RandomStream,
): Customer | undefined {
  const wants = calls.flatMap((id) => {
    const department = company.departments.find((one) => one.id === id)
    if (department === undefined) throw new Error(`case: no department ${id}`)
    const here = wishes.filter((wish) => wish.department === id)
    const services = here.length === 0 ? [CLEARANCE] : here.map(({ service }) => service.id)
    return services.map((service) => wantsAt(department, service))
  })
  const missing = page ? customer.missing : []
  const needed = fieldsNeeded(wants, missing)
  if (needed === undefined) return undefined
  const slack = SLACK[customer.persona]
  const spare = random.weighted(
    slack.map(([fields]) => fields),
    slack.map(([, chance]) => chance),
  )
  const mentions = customer.mentions !== null && missing.includes(customer.mentions)
  return {
    ...customer,
    missing,
    mentions: mentions ? customer.mentions : null,
    patience: needed.length + missing.length + spare + 2,
  }
}

/** Dollars between two bounds, as round as their size. */
function roundly(low: number, high: number, random: RandomStream): number {
  const step = high >= 5_000 ? 500 : high >= 1_000 ? 50 : high >= 200 ? 10 : 5
  return step * random.integer(Math.ceil(low / step), Math.floor(high / step))
}
