import { dayAfter, weekdayOf } from '../civil-date.ts'
import type { RandomStream } from '../random.ts'
import type { Case, CaseGoal } from './case.ts'
import { withDeadline } from './deadlines.ts'
import type { DetailName, Details } from './details.ts'
import { matterOf } from './matters.ts'
import { fill, sayDay, wordsFor } from './say-details.ts'
import { isInTime } from './schedule.ts'
import { sayBudget, withGoal, withRule, withSideEffect } from './settle-case.ts'
import { CONTRACT_SERVICES } from './tables/contracts.ts'
import { effectOf } from './tables/effects.ts'
import { LINKS, LINKS_BACKWARDS } from './tables/links.ts'
import { lookalikeOf } from './tables/lookalikes.ts'
import { nounFor } from './tables/nouns.ts'
import { ORDERS, ORDERS_BACKWARDS } from './tables/orders.ts'
import type { Company } from './world.ts'

/**
 * Ties two wishes together so that reading and planning decide. Half of the time the tie is there
 * in words only, and the usual way is right. Each pattern uses members of goals of its own, so that
 * several can share a goal. Undefined where the case has no place for it.
 */
type Pattern = (
  made: Case,
  random: RandomStream,
  ranking: Ranking,
  company: Company,
) => Case | undefined

/** For each wish in the order of the message, how many others matter more to the customer. */
type Ranking = readonly number[]

/** Goals of a case, first the one that matters most. */
const ranked = (goals: readonly CaseGoal[], made: Case, ranking: Ranking): CaseGoal[] =>
  goals.toSorted(
    (one, other) =>
      (ranking[made.goals.indexOf(one)] ?? 0) - (ranking[made.goals.indexOf(other)] ?? 0),
  )

const isToDo = ({ right }: CaseGoal): boolean => right === 'done'

/** Fees of two services, and one budget for both. */
const jointBudget: Pattern = (made, random, ranking) => {
  // Who has to hurry for one fee may not be able to hear the other one before.
  const free = made.goals.filter((goal) => isToDo(goal) && goal.by === undefined)
  if (free.length < 2) return undefined
  const [first, second] = ranked(random.sample(free, 2), made, ranking)
  if (first === undefined || second === undefined) return undefined
  const step = 500
  const one = step * random.integer(6, 10)
  const other = step * random.integer(6, 10)
  const isTight = random.chance(0.5)
  const isFirstTooDear = isTight && random.chance(0.2)
  const most = Math.max(one, other)
  const budget = isFirstTooDear
    ? Math.max(step, Math.min(one, other) === one ? one - step : other)
    : isTight
      ? Math.max(most, one + other - step * random.integer(1, 4))
      : one + other + step * random.integer(0, 3)
  const takesFirst = one <= budget
  const takesSecond = budget - (takesFirst ? one : 0) >= other
  const paid = (goal: CaseGoal, cents: number, agrees: boolean): CaseGoal => ({
    ...goal,
    offer: {
      offer: { kind: 'fee', cents, name: matterOf(goal.service).fee || 'a processing fee' },
      agrees,
      most: agrees ? cents : cents - step,
    },
    right: agrees ? 'done' : 'fee_not_accepted',
  })
  const page = made.page.filter(({ rule }) => rule !== 'fees')
  const nouns = ranked(made.goals, made, ranking).map(nounFor)
  const remark = sayBudget(budget, nouns)
  const settled = [paid(first, one, takesFirst), paid(second, other, takesSecond)].reduce(
    withGoal,
    { ...made, page, remarks: [...made.remarks, remark] },
  )
  return withRule(settled, { rule: 'fees_by_message', cents: budget })
}

/** Details that a customer may put right later. */
const CORRECTABLE: readonly DetailName[] = ['date', 'amount_cents', 'count']

/**
 * The customer puts a detail of one service right when they are asked about another one, or when
 * they give their own details.
 */
const lateCorrection: Pattern = (made, random) => {
  const order = random.shuffle(made.goals.filter(isToDo))
  const first = order.find(
    ({ details, by }) => by === undefined && CORRECTABLE.some((name) => name in details),
  )
  // To name it on the page would tell which of two look-alikes is wanted.
  const second = order.find((goal) => goal !== first && goal.twin === undefined)
  if (first === undefined || second === undefined) return undefined
  const correction = {
    service: first.service,
    details: corrected(first, random),
    with: random.pick([second.service, null]),
  }
  const isCorrected = random.chance(0.5)
  const settled = withGoal(made, { ...second, approval: { agrees: true } })
  return withRule(isCorrected ? { ...settled, correction } : settled, {
    rule: 'ask_before',
    services: [second.service],
  })
}

const TEN_DOLLARS = 1_000

function corrected({ service, details }: CaseGoal, random: RandomStream): Details {
  const { date, amount_cents: cents, count } = details
  if (date !== undefined) return { date: dayAfter(date, random.integer(1, 4)) }
  const { dollars: [low, high] = [0, 0], counts: [least, most] = [1, 2] } = matterOf(service)
  if (cents === undefined) return { count: other(count ?? 0, least, most, random) }
  const tens = other(
    Math.floor(cents / TEN_DOLLARS),
    Math.ceil(low / 10),
    Math.floor(high / 10),
    random,
  )
  return { amount_cents: TEN_DOLLARS * tens }
}

/** Another whole number between two bounds. */
const other = (one: number, least: number, most: number, random: RandomStream): number =>
  least + ((one - least + random.integer(1, most - least)) % (most - least + 1))

const DAYS_LATER = 10

/** The day of one service follows from what another department tells, or only seems to. */
const joinedFacts: Pattern = (made, random) => {
  const order = random.shuffle(made.goals.filter(isToDo))
  const second = order.find(
    ({ details, service }) => details.date !== undefined && service !== made.correction?.service,
  )
  const first = order.find(
    (goal) =>
      goal !== second &&
      goal.twin === undefined &&
      goal.by === undefined &&
      goal.offer === undefined &&
      goal.ends !== second?.service &&
      effectOf(goal.service) !== undefined,
  )
  if (first === undefined || second === undefined) return undefined
  const effect = dayAfter(made.date, random.integer(5, 20))
  const said = sayDay(second.details.date ?? '')
  if (!second.says.includes(said)) return undefined
  const clause = effectOf(first.service)
  const told = withGoal(made, { ...first, takes_effect: effect })
  if (random.chance(0.5)) {
    const remark =
      `Please find out when ${clause}, so that I can plan for it; the day of ` +
      `${nounFor(second)} stays as it is.`
    return { ...told, remarks: [...told.remarks, remark] }
  }
  const later = dayAfter(effect, DAYS_LATER)
  const day = weekdayOf(later)
  const date = day > 4 ? dayAfter(later, 7 - day) : later
  const says = second.says.replace(said, 'the day that I explain below')
  const remark =
    `As for the day of ${nounFor(second)}: they will tell you when ${clause}, and it has ` +
    'to be ten days later, or the Monday after that if it falls on a weekend.'
  const details = { ...second.details, date }
  const settled = withGoal(told, { ...second, says, details, follows: first.service })
  return { ...settled, remarks: [...settled.remarks, remark] }
}

/** How often a tie is told by the department that it stands in the way of. */
const BACKWARDS_SHARE = 0.85
/** How often what has to be done last is named first in the message. */
const NAMED_FIRST_SHARE = 0.8

/** One service makes another one impossible, so that the other has to be done first. */
const order: Pattern = (made, random) => {
  const isBackwards = random.chance(BACKWARDS_SHARE)
  const toDo = made.goals.filter(isToDo)
  const goals = random.chance(NAMED_FIRST_SHARE) ? toDo : toDo.toReversed()
  const first = goals.find(({ consequence }) => isBackwards || consequence === undefined)
  // What must come after the first anyway cannot come before it.
  const second = goals.find(
    (goal) =>
      goal !== first &&
      goal.follows !== first?.service &&
      !(isBackwards && goal.notice !== undefined),
  )
  if (first === undefined || second === undefined) return undefined
  const isLast = random.chance(0.5)
  const tie = isLast ? { ends: second.service } : {}
  const { ends, leaves } = random.pick(isBackwards ? ORDERS_BACKWARDS : ORDERS)
  const text = isLast ? ends : leaves
  if (!isBackwards) {
    const consequence = text.replace('{noun}', nounFor(second))
    return withGoal(made, { ...first, consequence, ...tie })
  }
  const notice = text.replace('{noun}', nounFor(first))
  return withGoal(withGoal(made, { ...first, ...tie }), { ...second, notice })
}

/** A wish that fits two services of a department: one more sentence decides which is meant. */
const lookAlike: Pattern = (made, random) => {
  const goal = made.goals.find((one) => isToDo(one) && lookalikeOf(one.service) !== undefined)
  const pair = lookalikeOf(goal?.service ?? '')
  if (goal === undefined || pair === undefined) return undefined
  const usual = { id: pair.service, ...pair.usual }
  const twin = { id: pair.id, ...pair.twin }
  const [right, wrong] = random.chance(0.5) ? [usual, twin] : [twin, usual]
  const { record } = matterOf(goal.service)
  const words = wordsFor(goal.service, goal.details, record ? (made.records[record] ?? []) : [])
  const settled: CaseGoal = {
    ...goal,
    service: right.id,
    says: fill(random.pick(pair.says), words),
    remark: right.because,
    consequence: right.effect,
    twin: { service: wrong.id, consequence: wrong.effect },
  }
  return { ...made, goals: made.goals.map((one) => (one === goal ? settled : one)) }
}

const TERMS = [6, 12] as const

/** A new contract that voids another wish, which matters more, or leaves it as it is. */
const linkedOffer: Pattern = (made, random, ranking, company) => {
  const goals = ranked(made.goals.filter(isToDo), made, ranking)
  // Who has to hurry may not be able to hear the other department before.
  const first = goals.findLast(
    ({ offer, by, service }) =>
      offer === undefined && by === undefined && CONTRACT_SERVICES.has(service),
  )
  const [second] = goals
  const { months: most = 0 } = made.page.find((one) => one.rule === 'term') ?? {}
  if (first === undefined || second === undefined || first === second) return undefined
  const isBackwards = second.notice === undefined && random.chance(BACKWARDS_SHARE)
  const isVoided = random.chance(0.5)
  const { voids, leaves } = random.pick(isBackwards ? LINKS_BACKWARDS : LINKS)
  const [one, other] = [nounFor(first), nounFor(second)]
  const { name = '' } = company.departments.find(({ id }) => id === first.department) ?? {}
  const says = isVoided ? voids : leaves
  const text = says.replace('{noun}', other).replace('{department}', name)
  const months = random.pick(TERMS.filter((term) => term <= most))
  const offer = { kind: 'term' as const, months, ...(isBackwards ? {} : { note: text }) }
  const link = isVoided ? ({ right: 'term_not_accepted', ends: second.service } as const) : {}
  const remark = `If I have to choose between ${one} and ${other}, ${other} matters more to me.`
  const asked = {
    offer,
    agrees: !isVoided,
    most: months,
    ...(isBackwards ? { leaving: other } : {}),
  }
  const told = isBackwards ? withGoal(made, { ...second, notice: text }) : made
  const linked = withGoal(told, { ...first, offer: asked, ...link })
  // What matters more can be done, or there would be nothing to choose.
  const settled =
    second.consequence === undefined ? withSideEffect(linked, second, true, random) : linked
  return { ...settled, remarks: [...settled.remarks, remark] }
}

const deadline: Pattern = (made, random, _, company) => withDeadline(made, company, random)

/** So many patterns, laid on a case. What is not to be done is settled first. */
export function withPatterns(
  base: Case,
  company: Company,
  count: number,
  random: RandomStream,
): Case | undefined {
  const chosen = random.sample(PATTERNS, Math.min(count, PATTERNS.length))
  const ranking = random.shuffle([...base.goals.keys()])
  let made: Case | undefined = base
  for (const pattern of PATTERNS) {
    if (made !== undefined && chosen.includes(pattern))
      made = pattern(made, random, ranking, company)
  }
  return made !== undefined && isInTime(made, company) ? made : undefined
}

const PATTERNS: readonly Pattern[] = [
  deadline,
  lookAlike,
  jointBudget,
  linkedOffer,
  order,
  lateCorrection,
  joinedFacts,
]
