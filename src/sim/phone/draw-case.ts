import { dayAfter, weekdayOf } from '../civil-date.ts'
import { type RandomStream, stream } from '../random.ts'
import type { Case, CaseGoal, CustomerRecord } from './case.ts'
import { isOpenAt } from './clock/opening-hours.ts'
import { DAY, type Moment } from './clock/time.ts'
import { DETAIL_NAMES, type DetailName, type Details } from './details.ts'
import { findMatter } from './matters.ts'
import { drawCoins, mayHavePatterns } from './patterns.ts'
import { drawName, fullName } from './people/names.ts'
import { fieldsNeeded } from './requirements.ts'
import { fillSlots, wordsFor } from './say-details.ts'
import { drawEffect, planCalls, predecessorIds } from './schedule.ts'
import { CLEARANCE, requirementsAt, servicesForKind } from './services.ts'
import { type CaseShape, type DrawnShape, settleCase } from './settle-case.ts'
import { STREET_KINDS, STREETS } from './tables/addresses.ts'
import { SLACK } from './tables/customers.ts'
import { isQuestion } from './tables/effects.ts'
import { RECORD_KINDS, type RecordKind } from './tables/record-kinds.ts'
import type { Service } from './tables/services.ts'
import type { Customer, PhoneTask } from './task.ts'
import { type Company, findCompany, type PhoneWorld } from './world.ts'
/** The stages with a dialogue. */
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
  { ...ORDERED, goals: 7, page: true, patterns: 13, scarceCalls: true, sideEffects: 2 },
]

/** The shape of a case, by stage and level. */
const shapeFor = (stage: TalkingStage, level: number): CaseShape => {
  const hardest = CURRICULUM[CURRICULUM.length - 1] as CaseShape
  if (stage === 'full') {
    const sideEffects = level < 3 ? 1 : 2
    return {
      ...hardest,
      goals: level < 3 ? 3 : level < 5 ? 4 : 7,
      patterns: level < 5 ? level - 1 : 13,
      sideEffects,
    }
  }
  return CURRICULUM[level - 1] ?? hardest
}

const cases = new WeakMap<PhoneTask, Map<TalkingStage, Case>>()

/** The case of a task at a stage; it is the same in every rollout. */
export function caseForTask(task: PhoneTask, world: PhoneWorld, stage: TalkingStage): Case {
  const casesByStage = cases.get(task) ?? new Map<TalkingStage, Case>()
  cases.set(task, casesByStage)
  const cached = casesByStage.get(stage)
  if (cached !== undefined) return cached
  const phoneCase = drawCase(task, world, stage)
  casesByStage.set(stage, phoneCase)
  return phoneCase
}

/** The number of failed sets of wishes after which a case has one pattern less. */
const DRAWS_PER_PATTERN = 8
const DRAWS_MAX = 3_000

function drawCase(task: PhoneTask, world: PhoneWorld, stage: TalkingStage): Case {
  const shape = shapeFor(stage, task.difficulty)
  const random = stream(task.seed, 0, `case/${stage}`)
  const coins = drawCoins(random)
  const { half } = findCompany(world, task.company)
  const companies = world.companies.filter((company) => company.half === half)
  let failedDraws = 0
  for (let draw = 0; draw < DRAWS_MAX; draw++) {
    const plan = drawPlan(random.pick(companies), shape, random)
    const patterns = Math.max(0, shape.patterns - Math.floor(failedDraws / DRAWS_PER_PATTERN))
    const services = plan?.wishes.map(({ service }) => service.id) ?? []
    if (plan === undefined || !mayHavePatterns(services, patterns)) continue
    const phoneCase = fillCase(plan, task, { ...shape, patterns, coins }, random)
    if (phoneCase !== undefined) return phoneCase
    failedDraws += 1
  }
  throw new Error(
    `tasks: no company of the ${half} half fits ${task.id} at ${stage}; add companies`,
  )
}

/** The wishes of a case, and the departments that must do their part. */
interface CasePlan {
  readonly company: Company
  readonly wishes: readonly Wish[]
  readonly calls: readonly string[]
}

interface Wish {
  readonly department: string
  readonly service: Service
}

/** The largest number of wishes for one department. */
const wishesPerDepartment = (goalCount: number): number => Math.max(2, Math.ceil(goalCount / 3))

/**
 * Draws departments with wishes, none of which must act before another, and the departments before
 * them.
 */
function drawPlan(
  company: Company,
  { goals, predecessor }: CaseShape,
  random: RandomStream,
): CasePlan | undefined {
  const wishes: Wish[] = []
  for (const { id, kind } of random.shuffle(company.departments)) {
    const requestable = servicesForKind(kind, company.industry).filter(
      ({ says }) => says.length > 0,
    )
    const departmentsWithWishes = wishes.map(({ department }) => department)
    const isTied =
      departmentsWithWishes.some((one) => predecessorIds(company, one).includes(id)) ||
      predecessorIds(company, id).some((one) => departmentsWithWishes.includes(one))
    if (isTied) continue
    const chosenServices = random.sample(
      requestable,
      Math.min(wishesPerDepartment(goals), requestable.length, goals - wishes.length),
    )
    wishes.push(...chosenServices.map((service) => ({ department: id, service })))
  }
  const predecessors = [
    ...new Set(wishes.flatMap(({ department }) => predecessorIds(company, department))),
  ]
  if (wishes.length < goals || predecessors.length > 0 !== predecessor) return undefined
  return {
    ...{ company, wishes: random.shuffle(wishes) },
    calls: [...new Set([...predecessors, ...wishes.map(({ department }) => department)])],
  }
}

/** The first day on which a case may begin: a Monday. */
const FIRST_DAY = '2026-01-05'
const DAYS = 200
/** The first and the last minute of the day at which a case may begin. */
const MORNING = 7 * 60
const EVENING = 20 * 60
const MOMENTS_MAX = 40

/** Draws the day and the moment of the beginning. With a clock, a department is closed then. */
function drawMoment(
  { company, calls }: CasePlan,
  { clock }: CaseShape,
  random: RandomStream,
): { readonly date: string; readonly moment: Moment } | undefined {
  const calledDepartments = company.departments.filter(({ id }) => calls.includes(id))
  for (let draw = 0; draw < MOMENTS_MAX; draw++) {
    const date = dayAfter(FIRST_DAY, random.integer(0, DAYS))
    const moment = weekdayOf(date) * DAY + random.integer(MORNING / 5, EVENING / 5) * 5
    const openDepartments = calledDepartments.filter(({ opening_hours: hours }) =>
      isOpenAt(hours, moment),
    )
    if (!clock || (openDepartments.length > 0 && openDepartments.length < calledDepartments.length))
      return { date, moment }
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
  const [firstName = ''] = task.customer.values.full_name.split(' ')
  const usedRecords = new Set<string>()
  const goals = plan.wishes.map(({ department, service }): CaseGoal => {
    const details = drawDetails(
      service.id,
      date,
      unusedRecords(records, usedRecords),
      firstName,
      random,
    )
    if (details.record !== undefined) usedRecords.add(details.record)
    const says = sayWish(service, details, records, random)
    const effect = isQuestion(service.id) ? { takes_effect: drawEffect(date, random) } : {}
    return { department, service: service.id, details, says, right: 'done', ...effect }
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
    const settled = settleCase(bare, company, shape, random)
    if (settled !== undefined) return withCallsMax(settled, company, shape)
  }
  return undefined
}

/** The limit of phone calls if they are not scarce. */
const CALLS_MAX = 24

/**
 * Scarce calls suffice for a careful play: one call to ask each department about all its wishes,
 * one for each service that is carried out or refused, and one for a correction. They also suffice
 * for one call about each wish.
 */
function withCallsMax(phoneCase: Case, company: Company, { scarceCalls }: CaseShape): Case {
  if (!scarceCalls) return phoneCase
  const departments = new Set(phoneCase.goals.map(({ department }) => department)).size
  const steps = planCalls(phoneCase, company)
  const calls = steps.filter(({ goal }) => goal === undefined || takesCall(goal))
  const leastCallCount = Math.max(calls.length + departments, steps.length)
  const neededCallCount = leastCallCount + (phoneCase.correction === undefined ? 0 : 1)
  return { ...phoneCase, calls_max: Math.min(CALLS_MAX, neededCallCount) }
}

/** Whether a wish takes a call of its own after the first one; a refusal ends a call, too. */
const takesCall = ({ right }: CaseGoal): boolean => right === 'done' || right === 'company_cannot'

/** The number of attempts with the same wishes; drawing other wishes costs more. */
const SETTLED_MAX = 6

/** Draws several records of each kind that the company's services need. */
function drawRecords({ company }: CasePlan, date: string, random: RandomStream): Case['records'] {
  const kinds = new Set(
    company.departments
      .flatMap(({ kind }) => servicesForKind(kind, company.industry))
      .flatMap(({ id }) => findMatter(id).record ?? []),
  )
  const records: Partial<Record<RecordKind, readonly CustomerRecord[]>> = {}
  for (const kind of kinds) {
    const { nouns, prefix } = RECORD_KINDS[kind]
    const chosenNouns = random.sample(nouns, random.integer(3, Math.min(5, nouns.length)))
    records[kind] = random.shuffle(chosenNouns).map((noun, index) => ({
      id: `${prefix}${index + 1}`,
      noun,
      date: dayAfter(date, -random.integer(3, 60)),
    }))
  }
  return records
}

/** The records that no other wish uses; all if none are left. */
const unusedRecords = (
  records: Case['records'],
  usedRecords: ReadonlySet<string>,
): Case['records'] =>
  Object.fromEntries(
    Object.entries(records).map(([kind, kindRecords]) => {
      const unused = kindRecords.filter(({ id }) => !usedRecords.has(id))
      return [kind, unused.length === 0 ? kindRecords : unused]
    }),
  )

const HOURS = ['09:00', '10:30', '11:00', '14:00', '15:30', '16:00'] as const
const DATE_FROM = 8
const DATE_TO = 40

/** Draws the details of a service from the possible values. */
function drawDetails(
  service: string,
  date: string,
  records: Case['records'],
  firstName: string,
  random: RandomStream,
): Details {
  const matter = findMatter(service)
  const { needs, record, options = {}, dollars = [20, 200], counts = [2, 12], ownName } = matter
  const draw: Readonly<Record<DetailName, () => string | number>> = {
    record: () => random.pick((record && records[record]) ?? []).id,
    option: () => random.pick(Object.keys(options)),
    amount_cents: () => 100 * drawRounded(dollars[0], dollars[1], random),
    count: () => random.integer(counts[0], counts[1]),
    date: () => dayAfter(date, random.integer(DATE_FROM, DATE_TO)),
    time: () => random.pick(HOURS),
    address: () => `${random.integer(2, 989)} ${random.pick(STREETS)} ${random.pick(STREET_KINDS)}`,
    name: () => {
      const otherName = drawName(random)
      return fullName(ownName === true ? { ...otherName, first: firstName } : otherName)
    },
  }
  const names = DETAIL_NAMES.filter((name) => name in needs)
  return Object.fromEntries(names.map((name) => [name, draw[name]()])) as Details
}

/** Words a wish with all its details. */
function sayWish(
  { id, says: usualTemplates }: Pick<Service, 'id' | 'says'>,
  details: Details,
  records: Case['records'],
  random: RandomStream,
): string {
  const { says, record } = findMatter(id)
  const template = random.pick(says.length === 0 ? usualTemplates : says)
  const words = wordsFor(id, details, record === undefined ? [] : (records[record] ?? []))
  return fillSlots(template, words)
}

/** The customer of the task, whose missing fields all have alternatives. */
function drawCustomer(
  { company, calls, wishes }: CasePlan,
  { customer }: PhoneTask,
  { page }: CaseShape,
  random: RandomStream,
): Customer | undefined {
  const requirements = calls.flatMap((id) => {
    const department = company.departments.find((candidate) => candidate.id === id)
    if (department === undefined) throw new Error(`case: no department ${id}`)
    const departmentWishes = wishes.filter((wish) => wish.department === id)
    const services =
      departmentWishes.length === 0
        ? [CLEARANCE]
        : departmentWishes.map(({ service }) => service.id)
    return services.map((service) => requirementsAt(department, service))
  })
  const missing = page ? customer.missing : []
  const needed = fieldsNeeded(requirements, missing)
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

/** Draws dollars between two bounds, rounded according to their size. */
function drawRounded(low: number, high: number, random: RandomStream): number {
  const step = high >= 5_000 ? 500 : high >= 1_000 ? 50 : high >= 200 ? 10 : 5
  return step * random.integer(Math.ceil(low / step), Math.floor(high / step))
}
