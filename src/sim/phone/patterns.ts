import { dayAfter, workingDayAfter } from '../civil-date.ts'
import type { RandomStream } from '../random.ts'
import { withFeeBudget } from './budget.ts'
import type { Case, CaseGoal } from './case.ts'
import { withCorrection } from './corrections.ts'
import { withTime, withWishDeadline } from './deadlines.ts'
import { departmentsAsNoun } from './grammar/agreement.ts'
import {
  haveRoom,
  isFree,
  isToDo,
  sparesIn,
  withClash,
  withNotice,
  withOnlyNow,
  withOrder,
  withWaiting,
} from './late-ties.ts'
import { matterOf } from './matters.ts'
import { withProviso } from './provisos.ts'
import { fillSlots, sayDay, wordsFor } from './say-details.ts'
import { isAfter, isInTime } from './schedule.ts'
import { withGoal, withSideEffect } from './settle-case.ts'
import { CONTRACT_SERVICES } from './tables/contracts.ts'
import { effectOf, isQuestion } from './tables/effects.ts'
import { lookalikeOf } from './tables/lookalikes.ts'
import { nounFor } from './tables/nouns.ts'
import { CONTRACT_TIES, CONTRACT_TIES_OF_OTHERS, sayTie } from './tables/ties.ts'
import type { Company } from './world.ts'

/**
 * Ties wishes together, so that reading and planning decide. Half of the ties exist in words only,
 * and the usual way is right. Each pattern uses its own members of a goal, so several patterns can
 * share a goal. Undefined if the case has no room for it.
 */
type Pattern = (made: Case, draw: PatternDraw) => Case | undefined

interface PatternDraw {
  readonly random: RandomStream
  readonly ranking: Ranking
  readonly company: Company
  /** Whether the tie exists, or only in words. */
  readonly isTied: boolean
  /** Whether the message ranks all wishes. */
  readonly isRanked: boolean
  /** Whether a third service waives a fee that the budget does not cover. */
  readonly isWaived: boolean
}

/** For each wish in the order of the message: the number of more important wishes. */
type Ranking = readonly number[]

/**
 * Ranks a wish that may come with a new contract last, so that the contract can void another one.
 */
function drawRanking(goals: readonly CaseGoal[], random: RandomStream): Ranking {
  const order = random.shuffle([...goals.keys()])
  const last = order.find((at) => CONTRACT_SERVICES.has(goals[at]?.service ?? ''))
  const sorted = [...order.filter((at) => at !== last), ...(last === undefined ? [] : [last])]
  return goals.map((_, at) => sorted.indexOf(at))
}

/** Goals of a case, the most important one first. */
const ranked = (goals: readonly CaseGoal[], made: Case, ranking: Ranking): CaseGoal[] =>
  goals.toSorted(
    (one, other) =>
      (ranking[made.goals.indexOf(one)] ?? 0) - (ranking[made.goals.indexOf(other)] ?? 0),
  )

/** Draws the day that a department names after a service is done. */
export const drawEffect = (date: string, random: RandomStream): string =>
  dayAfter(date, random.integer(5, 20))

/** The range of working days between the days that departments name and the one that follows. */
const WORKING_DAYS = [4, 12] as const

/**
 * The day of one service follows from the days that departments name for others, or only seems to.
 */
const joinedFacts: Pattern = (made, { random, isTied }) => {
  const order = random.shuffle(made.goals.filter(isFree))
  const mayFollow = ({ details: { date }, offer, says }: CaseGoal): boolean =>
    date !== undefined && offer === undefined && says.includes(sayDay(date))
  const mayNameDay = (goal: CaseGoal): boolean =>
    goal.twin === undefined &&
    goal.by === undefined &&
    goal.offer === undefined &&
    effectOf(goal.service) !== undefined
  const tellers = order.filter(mayNameDay)
  const [group] = order.filter(mayFollow).flatMap((second) => {
    const earlier = tellers.filter((goal) => goal !== second && !isAfter(goal, second, made))
    return earlier.length === 0 ? [] : [{ second, firsts: earlier.slice(0, 2) }]
  })
  if (group === undefined) return undefined
  const { firsts, second } = group
  const day = sayDay(second.details.date ?? '')
  const effects = firsts.map(() => drawEffect(made.date, random))
  const changed = firsts.reduce(
    (all, goal, at) => withGoal(all, { ...goal, takes_effect: effects[at] as string }),
    made,
  )
  const clause = firsts.map(({ service }) => effectOf(service)).join(' and when ')
  if (!isTied) {
    const remark =
      `Please find out when ${clause}, so that I can plan ahead. ` +
      `The day that I gave for ${nounFor(second)} stays the same.`
    return { ...changed, remarks: [...changed.remarks, remark] }
  }
  const days = random.integer(...WORKING_DAYS)
  const date = workingDayAfter(effects.toSorted().at(-1) ?? '', days)
  const says = second.says.replace(day, 'the date below')
  const remark =
    `I do not know the date for ${nounFor(second)} yet. They will tell you when ${clause}. Add ` +
    `${days} working days to ${firsts.length > 1 ? 'the later of the two days' : 'that day'}; ` +
    'Saturdays and Sundays do not count.'
  const details = { ...second.details, date }
  const follows = firsts.map(({ service }) => service)
  const settled = withGoal(changed, { ...second, says, details, follows })
  return { ...settled, remarks: [...settled.remarks, remark] }
}

/** A wish that fits two services of a department. One more sentence decides which one is meant. */
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
    says: fillSlots(random.pick(pair.says), words),
    remark: right.because,
    consequence: right.effect,
    twin: { service: wrong.id, consequence: wrong.effect },
  }
  return { ...made, goals: made.goals.map((one) => (one === goal ? settled : one)) }
}

/** Adds a remark on which of two wishes matters more, if the message does not rank all wishes. */
const withPreference = (made: Case, less: string, more: string): Case => ({
  ...made,
  remarks: [
    ...made.remarks,
    `If I have to choose between ${less} and ${more}, ${more} matters more to me.`,
  ],
})

const TERMS = [6, 12] as const
/** The share of cases in which the department of the voided wish mentions the contract. */
const BACKWARDS_SHARE = 0.85

/** A new contract that voids a more important wish, or leaves it as it is. */
const linkedOffer: Pattern = (made, { random, ranking, company, isRanked, isTied: isVoided }) => {
  const goals = ranked(made.goals.filter(isFree), made, ranking)
  // With a deadline, the agent may be unable to ask the other department first.
  const first = goals.findLast(
    ({ offer, by, service }) =>
      offer === undefined && by === undefined && CONTRACT_SERVICES.has(service),
  )
  // A contract cannot void a question that was answered.
  const second = goals.find(({ service }) => !isQuestion(service))
  const { months: most = 0 } = made.page.find((one) => one.rule === 'term') ?? {}
  if (first === undefined || second === undefined) return undefined
  if (goals.indexOf(first) <= goals.indexOf(second)) return undefined
  const isBackwards = (second.notices ?? []).length < 2 && random.chance(BACKWARDS_SHARE)
  const [one, other] = [nounFor(first), nounFor(second)]
  const { name = '' } = company.departments.find(({ id }) => id === first.department) ?? {}
  const note = sayTie(random.pick(CONTRACT_TIES), isVoided, { noun: other })
  const months = random.pick(TERMS.filter((term) => term <= most))
  const offer = { kind: 'term' as const, months, ...(isBackwards ? {} : { note }) }
  const link = isVoided ? ({ right: 'term_not_accepted', ends: second.service } as const) : {}
  const asked = {
    offer,
    agrees: !isVoided,
    most: months,
    ...(isBackwards ? { leaving: other } : {}),
  }
  const { text: department } = departmentsAsNoun([name])
  const tie = { sentences: CONTRACT_TIES_OF_OTHERS, isTied: isVoided, about: first, department }
  const changed = isBackwards ? withGoal(made, withNotice(second, tie, random)) : made
  const linked = withGoal(changed, { ...first, offer: asked, ...link })
  // The more important wish can be done; otherwise there is no choice.
  const settled =
    second.consequence === undefined ? withSideEffect(linked, second, true, random) : linked
  return isRanked ? settled : withPreference(settled, one, other)
}

const deadline: Pattern = (made, { random, company }) => withWishDeadline(made, company, random)
const order: Pattern = (made, { random, company, isTied }) =>
  withOrder(made, isTied, company, random)
const secondOrder: Pattern = (made, draw) => order(made, draw)
const proviso: Pattern = (made, { random, isTied }) => withProviso(made, isTied, random)
const jointBudget: Pattern = (made, { random, ranking, isTied, isWaived }) =>
  withFeeBudget(made, ranked(made.goals, made, ranking), { isTied, isWaived }, random)

/** Two wishes that rule each other out, or one of which must come first. */
const clash: Pattern = (made, { random, ranking, isRanked, isTied }) => {
  const goals = ranked(made.goals, made, ranking)
  const tied = withClash(made, goals, isTied, random)
  const left = tied?.goals.find(({ right }) => right === 'ruled_out')
  const kept = tied?.goals.find(({ ends }) => ends !== undefined && ends === left?.service)
  if (tied === undefined || isRanked || left === undefined || kept === undefined) return tied
  return withPreference(tied, nounFor(left), nounFor(kept))
}
const waiting: Pattern = (made, { random, isTied }) => withWaiting(made, isTied, random)
const secondWaiting: Pattern = (made, { random, isTied }) => withWaiting(made, isTied, random)
const lateCorrection: Pattern = (made, { random, isTied }) => withCorrection(made, isTied, random)
const onlyNow: Pattern = (made, { random, isTied }) => withOnlyNow(made, isTied, random)

/** For each pattern, whether its tie exists. The last entry says whether a fee is waived. */
export type Coins = readonly boolean[]

/**
 * Draws which ties exist: half of them, and one of two of a kind. Of the ties that leave a wish
 * undone, not all exist, so that enough is left to do. This is drawn once per task, not once per
 * case, because cases whose ties exist are harder to find.
 */
export function drawCoins(random: RandomStream): Coins {
  const coins = [...PATTERNS, 'waiver'].map(() => random.chance(0.5))
  for (const [one, other] of PAIRS) {
    coins[PATTERNS.indexOf(other)] = coins[PATTERNS.indexOf(one)] !== true
  }
  const isLeft = [true, random.chance(0.5), false]
  for (const [at, pattern] of random.shuffle(LEAVING).entries()) {
    coins[PATTERNS.indexOf(pattern)] = isLeft[at] === true
  }
  return coins
}

/** Whether all patterns together include a question whose right answer is no. */
export const bringNo = (coins: Coins): boolean =>
  coins[PATTERNS.indexOf(linkedOffer)] === true ||
  (coins[PATTERNS.indexOf(jointBudget)] === true && coins[PATTERNS.length] === false)

/** The number of patterns from which on the wishes must have room for all of them. */
const MANY = 7

/** Whether these services may have room for this number of patterns. */
export const mayHavePatterns = (services: readonly string[], count: number): boolean =>
  count < MANY || haveRoom(services)

/** Draws the patterns. A large number always includes those that leave a wish undone. */
function choosePatterns(count: number, random: RandomStream): ReadonlySet<Pattern> {
  const always = count < MANY ? [] : ALWAYS_CHOSEN
  const others = PATTERNS.filter((pattern) => !always.includes(pattern))
  return new Set([
    ...always,
    ...random.sample(others, Math.min(count, PATTERNS.length) - always.length),
  ])
}

/** Applies a number of patterns to a case. Patterns that leave a wish undone come first. */
export function withPatterns(
  base: Case,
  company: Company,
  { patterns: count, coins }: { readonly patterns: number; readonly coins: Coins },
  random: RandomStream,
): Case | undefined {
  const chosen = choosePatterns(count, random)
  const ranking = drawRanking(base.goals, random)
  const isWaived = coins[PATTERNS.length] === true
  const isRanked = chosen.has(jointBudget)
  const all = PATTERNS.flatMap((pattern, at) =>
    chosen.has(pattern) ? [{ pattern, isTied: coins[at] === true }] : [],
  )
  // The pattern of the first call leaves the least room for others, so it comes first.
  const isFirst = ({ pattern, isTied }: (typeof all)[number]) => pattern === onlyNow && isTied
  const steps = [...all.filter(isFirst), ...all.filter((step) => !isFirst(step))]
  let made = base
  for (const { pattern, isTied } of steps) {
    const next = pattern(made, { random, ranking, company, isTied, isRanked, isWaived })
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
  proviso,
  clash,
  jointBudget,
  order,
  secondOrder,
  waiting,
  secondWaiting,
  lateCorrection,
  onlyNow,
]

/** Patterns whose tie leaves a wish undone. */
const LEAVING: readonly Pattern[] = [linkedOffer, proviso, clash]
const ALWAYS_CHOSEN: readonly Pattern[] = [...LEAVING, jointBudget]

/** Patterns of one kind. */
const PAIRS: readonly (readonly [Pattern, Pattern])[] = [
  [order, secondOrder],
  [waiting, secondWaiting],
]
