import { dayAfter, weekdayOf } from '../civil-date.ts'
import type { RandomStream } from '../random.ts'
import type { Case, CaseGoal } from './case.ts'
import { withCorrection } from './corrections.ts'
import { withDeadline, withTime } from './deadlines.ts'
import {
  haveRoom,
  isFree,
  isToDo,
  sparesIn,
  withOnlyNow,
  withOrder,
  withWaiting,
} from './late-ties.ts'
import { matterOf } from './matters.ts'
import { fill, sayDay, sayMoney, wordsFor } from './say-details.ts'
import { isAfter, isInTime } from './schedule.ts'
import { withGoal, withRule, withSideEffect } from './settle-case.ts'
import { CONTRACT_SERVICES } from './tables/contracts.ts'
import { effectOf } from './tables/effects.ts'
import { lookalikeOf } from './tables/lookalikes.ts'
import { nounFor } from './tables/nouns.ts'
import { LINKS, LINKS_BACKWARDS, sayTie, WAIVERS } from './tables/ties.ts'
import type { Company } from './world.ts'

/**
 * Ties two wishes together so that reading and planning decide. Half of the time the tie is there
 * in words only, and the usual way is right. Each pattern uses members of goals of its own, so that
 * several can share a goal. Undefined where the case has no place for it.
 */
type Pattern = (made: Case, draw: PatternDraw) => Case | undefined

interface PatternDraw {
  readonly random: RandomStream
  readonly ranking: Ranking
  readonly company: Company
  /** Whether the tie exists; its twin is there in words only. */
  readonly isTied: boolean
  /** Whether a third service does away with a fee that the budget does not cover. */
  readonly isWaived: boolean
}

/** For each wish in the order of the message, how many others matter more to the customer. */
type Ranking = readonly number[]

/** What may come with a new contract matters least, so that it can void something else. */
function drawRanking(goals: readonly CaseGoal[], random: RandomStream): Ranking {
  const order = random.shuffle([...goals.keys()])
  const last = order.find((at) => CONTRACT_SERVICES.has(goals[at]?.service ?? ''))
  const sorted = [...order.filter((at) => at !== last), ...(last === undefined ? [] : [last])]
  return goals.map((_, at) => sorted.indexOf(at))
}

/** Goals of a case, first the one that matters most. */
const ranked = (goals: readonly CaseGoal[], made: Case, ranking: Ranking): CaseGoal[] =>
  goals.toSorted(
    (one, other) =>
      (ranking[made.goals.indexOf(one)] ?? 0) - (ranking[made.goals.indexOf(other)] ?? 0),
  )

/** Fees of two services, and one budget for both. */
const jointBudget: Pattern = (made, { random, ranking, isTied: isTight, isWaived }) => {
  // Who has to hurry for one fee may not be able to hear the other one before.
  const free = made.goals.filter(
    (goal) =>
      isFree(goal) &&
      goal.by === undefined &&
      goal.offer === undefined &&
      goal.takes_effect === undefined,
  )
  if (free.length < 2) return undefined
  const [first, second] = ranked(random.sample(free, 2), made, ranking)
  if (first === undefined || second === undefined) return undefined
  const step = 500
  const one = step * random.integer(6, 10)
  const other = step * random.integer(6, 10)
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
  const ruled = withRule(settled, { rule: 'fees_by_message', cents: budget })
  if (takesFirst === takesSecond) return ruled
  return withWaiver(ruled, takesFirst ? second : first, isWaived, random)
}

/** A third service does away with the fee that the budget does not cover, or only seems to. */
function withWaiver(
  made: Case,
  { service }: CaseGoal,
  isWaived: boolean,
  random: RandomStream,
): Case | undefined {
  const left = made.goals.find((goal) => goal.service === service)
  const third = random
    .shuffle(made.goals)
    .find((goal) => isFree(goal) && goal.offer === undefined && goal.notice === undefined)
  if (left?.offer === undefined || third === undefined) return undefined
  const notice = {
    says: sayTie(WAIVERS, isWaived, { noun: nounFor(left) }, random),
    about: service,
  }
  const told = withGoal(made, { ...third, notice })
  if (!isWaived) return told
  const offer = { ...left.offer, waived_by: third.service }
  return withGoal(told, { ...left, offer, right: 'done' })
}

/** What a budget leaves, as the message says it; what matters more comes first. */
const sayBudget = (cents: number, [first, ...others]: readonly string[]): string =>
  `I can spend ${sayMoney(cents)} on fees in all. If that does not cover everything, ${first} ` +
  `matters most, then ${others.join(', then ')}; skip whatever no longer fits.`

const DAYS_LATER = 10

/** The day that a department names once a service is done. */
export const drawEffect = (date: string, random: RandomStream): string =>
  dayAfter(date, random.integer(5, 20))

/** The day of one service follows from what another department tells, or only seems to. */
const joinedFacts: Pattern = (made, { random, isTied }) => {
  const order = random.shuffle(made.goals.filter(isFree))
  const mayFollow = ({ details: { date }, offer, says }: CaseGoal): boolean =>
    date !== undefined && offer === undefined && says.includes(sayDay(date))
  const mayTell = (goal: CaseGoal): boolean =>
    goal.twin === undefined &&
    goal.by === undefined &&
    goal.offer === undefined &&
    effectOf(goal.service) !== undefined
  const tellers = order.filter(mayTell)
  const [pair] = order.filter(mayFollow).flatMap((second) => {
    const first = tellers.find((goal) => goal !== second && !isAfter(goal, second, made))
    return first === undefined ? [] : [{ first, second }]
  })
  if (pair === undefined) return undefined
  const { first, second } = pair
  const effect = drawEffect(made.date, random)
  const said = sayDay(second.details.date ?? '')
  const clause = effectOf(first.service)
  const told = withGoal(made, { ...first, takes_effect: effect })
  if (!isTied) {
    const remark =
      `Please find out when ${clause}, so that I can plan for it; that does not ` +
      `change the day of ${nounFor(second)}.`
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

/** A wish that fits two services of a department: one more sentence decides which is meant. */
const lookAlike: Pattern = (made, { random, isTied }) => {
  const goal = sparesIn(made, random, isToDo).find(
    ({ service }) => lookalikeOf(service) !== undefined,
  )
  const pair = lookalikeOf(goal?.service ?? '')
  if (goal === undefined || pair === undefined) return undefined
  const usual = { id: pair.service, ...pair.usual }
  const twin = { id: pair.id, ...pair.twin }
  const [right, wrong] = isTied ? [twin, usual] : [usual, twin]
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
/** How often the department of the wish that a contract may void tells it. */
const BACKWARDS_SHARE = 0.85

/** A new contract that voids another wish, which matters more, or leaves it as it is. */
const linkedOffer: Pattern = (made, { random, ranking, company, isTied: isVoided }) => {
  const goals = ranked(made.goals.filter(isFree), made, ranking)
  // Who has to hurry may not be able to hear the other department before.
  const first = goals.findLast(
    ({ offer, by, service }) =>
      offer === undefined && by === undefined && CONTRACT_SERVICES.has(service),
  )
  const [second] = goals
  const { months: most = 0 } = made.page.find((one) => one.rule === 'term') ?? {}
  if (first === undefined || second === undefined || first === second) return undefined
  const isBackwards = second.notice === undefined && random.chance(BACKWARDS_SHARE)
  const [one, other] = [nounFor(first), nounFor(second)]
  const { name = '' } = company.departments.find(({ id }) => id === first.department) ?? {}
  const slots = { noun: other, department: name }
  const text = sayTie(isBackwards ? LINKS_BACKWARDS : LINKS, isVoided, slots, random)
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
  const notice = { says: text, about: first.service }
  const told = isBackwards ? withGoal(made, { ...second, notice }) : made
  const linked = withGoal(told, { ...first, offer: asked, ...link })
  // What matters more can be done, or there would be nothing to choose.
  const settled =
    second.consequence === undefined ? withSideEffect(linked, second, true, random) : linked
  return { ...settled, remarks: [...settled.remarks, remark] }
}

const deadline: Pattern = (made, { random, company }) => withDeadline(made, company, random)
const order: Pattern = (made, { random, isTied }) => withOrder(made, isTied, random)
const secondOrder: Pattern = (made, { random, isTied }) => withOrder(made, isTied, random)
const waiting: Pattern = (made, { random, isTied }) => withWaiting(made, isTied, random)
const secondWaiting: Pattern = (made, { random, isTied }) => withWaiting(made, isTied, random)
const lateCorrection: Pattern = (made, { random, isTied }) => withCorrection(made, isTied, random)
const onlyNow: Pattern = (made, { random, isTied }) => withOnlyNow(made, isTied, random)

/** For each pattern whether its tie exists, and last whether a fee is waived. */
export type Coins = readonly boolean[]

/**
 * Half of the ties exist; of two of a kind, one does. It is drawn once for a task and not anew with
 * each draw of a case, as cases whose ties exist are harder to find.
 */
export function drawCoins(random: RandomStream): Coins {
  const coins = [...PATTERNS, 'waiver'].map(() => random.chance(0.5))
  for (const [one, other] of PAIRS) {
    coins[PATTERNS.indexOf(other)] = coins[PATTERNS.indexOf(one)] !== true
  }
  return coins
}

/** Whether the patterns, if all are laid, bring a question that is to be answered with no. */
export const bringNo = (coins: Coins): boolean =>
  coins[PATTERNS.indexOf(linkedOffer)] === true ||
  (coins[PATTERNS.indexOf(jointBudget)] === true && coins[PATTERNS.length] === false)

/** Whether some wishes may have room for so many patterns. */
export const mayHavePatterns = (services: readonly string[], count: number): boolean =>
  count < PATTERNS.length || haveRoom(services)

/** So many patterns, laid on a case. What is not to be done is settled first. */
export function withPatterns(
  base: Case,
  company: Company,
  { patterns: count, coins }: { readonly patterns: number; readonly coins: Coins },
  random: RandomStream,
): Case | undefined {
  const chosen = new Set(random.sample(PATTERNS, Math.min(count, PATTERNS.length)))
  const ranking = drawRanking(base.goals, random)
  const isWaived = coins[PATTERNS.length] === true
  const all = PATTERNS.flatMap((pattern, at) =>
    chosen.has(pattern) ? [{ pattern, isTied: coins[at] === true }] : [],
  )
  // What has to be settled at once leaves the fewest places to others: it is placed first.
  const isFirst = ({ pattern, isTied }: (typeof all)[number]) => pattern === onlyNow && isTied
  const steps = [...all.filter(isFirst), ...all.filter((step) => !isFirst(step))]
  let made = base
  for (const { pattern, isTied } of steps) {
    const next = pattern(made, { random, ranking, company, isTied, isWaived })
    if (next === undefined) return undefined
    made = next
  }
  const timed = withTime(made, company, random)
  return timed !== undefined && isInTime(timed, company) ? timed : undefined
}
const PATTERNS: readonly Pattern[] = [
  deadline,
  lookAlike,
  linkedOffer,
  joinedFacts,
  jointBudget,
  order,
  secondOrder,
  waiting,
  secondWaiting,
  lateCorrection,
  onlyNow,
]

/** Patterns of one kind. */
const PAIRS: readonly (readonly [Pattern, Pattern])[] = [
  [order, secondOrder],
  [waiting, secondWaiting],
]
