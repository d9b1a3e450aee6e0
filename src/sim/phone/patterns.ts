import { workingDayAfter } from '../civil-date.ts'
import type { RandomStream } from '../random.ts'
import { withFeeBudget } from './budget.ts'
import { type Case, type CaseGoal, withGoal } from './case.ts'
import { withCorrection } from './corrections.ts'
import { withDeadlineTime, withWishDeadline } from './deadlines.ts'
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
import { findMatter } from './matters.ts'
import { withProviso } from './provisos.ts'
import { fillSlots, sayDay, wordsFor } from './say-details.ts'
import { drawEffect, isAfter, isInTime } from './schedule.ts'
import { withSideEffect } from './side-effects.ts'
import { CONTRACT_SERVICES } from './tables/contracts.ts'
import { findEffect, isQuestion } from './tables/effects.ts'
import { findLookalike } from './tables/lookalikes.ts'
import { nounFor } from './tables/nouns.ts'
import { CONTRACT_TIES, CONTRACT_TIES_OF_OTHERS, sayTie } from './tables/ties.ts'
import type { Company } from './world.ts'

/**
 * Ties wishes together, so that the agent has to read and plan. About half of the ties only seem to
 * exist: the words mention one, but the wishes stay independent. Each pattern uses its own members
 * of a goal, so several patterns can share a goal. Undefined if the case has no room for it.
 */
type Pattern = (phoneCase: Case, draw: PatternDraw) => Case | undefined

interface PatternDraw {
  readonly random: RandomStream
  readonly ranking: Ranking
  readonly company: Company
  /** Whether the tie exists. If not, the words only seem to announce it. */
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
  const contractIndex = order.find((index) => CONTRACT_SERVICES.has(goals[index]?.service ?? ''))
  const sortedIndexes = [
    ...order.filter((at) => at !== contractIndex),
    ...(contractIndex === undefined ? [] : [contractIndex]),
  ]
  return goals.map((_, index) => sortedIndexes.indexOf(index))
}

/** Goals of a case, the most important one first. */
const rankGoals = (goals: readonly CaseGoal[], phoneCase: Case, ranking: Ranking): CaseGoal[] =>
  goals.toSorted(
    (first, second) =>
      (ranking[phoneCase.goals.indexOf(first)] ?? 0) -
      (ranking[phoneCase.goals.indexOf(second)] ?? 0),
  )

/** The range of working days between the days that departments name and the one that follows. */
const WORKING_DAYS = [4, 12] as const

/** The day of one service depends on days that departments name for others, or seems to. */
const jointDates: Pattern = (phoneCase, { random, isTied }) => {
  const order = random.shuffle(phoneCase.goals.filter(isFree))
  const mayFollow = ({ details: { date }, offer, says }: CaseGoal): boolean =>
    date !== undefined && offer === undefined && says.includes(sayDay(date))
  const mayNameDay = (goal: CaseGoal): boolean =>
    goal.twin === undefined &&
    goal.by === undefined &&
    goal.offer === undefined &&
    findEffect(goal.service) !== undefined
  const dayNamers = order.filter(mayNameDay)
  const [group] = order.filter(mayFollow).flatMap((second) => {
    const predecessors = dayNamers.filter(
      (goal) => goal !== second && !isAfter(goal, second, phoneCase),
    )
    return predecessors.length === 0 ? [] : [{ second, firsts: predecessors.slice(0, 2) }]
  })
  if (group === undefined) return undefined
  const { firsts, second } = group
  const sayDayOfSecond = sayDay(second.details.date ?? '')
  const effects = firsts.map(() => drawEffect(phoneCase.date, random))
  const withEffects = firsts.reduce(
    (accumulated, goal, index) =>
      withGoal(accumulated, { ...goal, takes_effect: effects[index] as string }),
    phoneCase,
  )
  const clause = firsts.map(({ service }) => findEffect(service)).join(' and when ')
  if (!isTied) {
    const remark =
      `Please find out when ${clause}, so that I can plan ahead. ` +
      `The day that I gave for ${nounFor(second)} stays the same.`
    return { ...withEffects, remarks: [...withEffects.remarks, remark] }
  }
  const days = random.integer(...WORKING_DAYS)
  const date = workingDayAfter(effects.toSorted().at(-1) ?? '', days)
  const newWish = second.says.replace(sayDayOfSecond, 'the date below')
  const remark =
    `I do not know the date for ${nounFor(second)} yet. They will tell you when ${clause}. Add ` +
    `${days} working days to ${firsts.length > 1 ? 'the later of the two days' : 'that day'}; ` +
    'Saturdays and Sundays do not count.'
  const details = { ...second.details, date }
  const follows = firsts.map(({ service }) => service)
  const withDate = withGoal(withEffects, { ...second, says: newWish, details, follows })
  return { ...withDate, remarks: [...withDate.remarks, remark] }
}

/** A wish that fits two services of a department. One more sentence decides which one is meant. */
const lookAlikeService: Pattern = (phoneCase, { random, isTied }) => {
  const goal = sparesIn(phoneCase, random, isToDo).find(
    ({ service }) => findLookalike(service) !== undefined,
  )
  const lookalike = findLookalike(goal?.service ?? '')
  if (goal === undefined || lookalike === undefined) return undefined
  const usual = { id: lookalike.service, ...lookalike.usual }
  const twin = { id: lookalike.id, ...lookalike.twin }
  const [rightService, wrongService] = isTied ? [twin, usual] : [usual, twin]
  const { record } = findMatter(goal.service)
  const words = wordsFor(
    goal.service,
    goal.details,
    record ? (phoneCase.records[record] ?? []) : [],
  )
  const settledGoal: CaseGoal = {
    ...goal,
    service: rightService.id,
    says: fillSlots(random.pick(lookalike.says), words),
    remark: rightService.because,
    consequence: rightService.effect,
    twin: { service: wrongService.id, consequence: wrongService.effect },
  }
  return {
    ...phoneCase,
    goals: phoneCase.goals.map((candidate) => (candidate === goal ? settledGoal : candidate)),
  }
}

/** Adds a remark on which of two wishes matters more, if the message does not rank all wishes. */
const withPreference = (phoneCase: Case, less: string, more: string): Case => ({
  ...phoneCase,
  remarks: [
    ...phoneCase.remarks,
    `If I have to choose between ${less} and ${more}, ${more} matters more to me.`,
  ],
})

const TERMS = [6, 12] as const
/** The share of cases in which the department of the voided wish mentions the contract. */
const BACKWARDS_SHARE = 0.85

/** A new contract that voids a more important wish, or leaves it as it is. */
const linkedOffer: Pattern = (
  phoneCase,
  { random, ranking, company, isRanked, isTied: isVoided },
) => {
  const goals = rankGoals(phoneCase.goals.filter(isFree), phoneCase, ranking)
  // With a deadline, the agent may be unable to ask the other department first.
  const contractGoal = goals.findLast(
    ({ offer, by, service }) =>
      offer === undefined && by === undefined && CONTRACT_SERVICES.has(service),
  )
  // A contract cannot void a question that was answered.
  const importantGoal = goals.find(({ service }) => !isQuestion(service))
  const { months: longestTerm = 0 } = phoneCase.page.find((one) => one.rule === 'term') ?? {}
  if (contractGoal === undefined || importantGoal === undefined) return undefined
  if (goals.indexOf(contractGoal) <= goals.indexOf(importantGoal)) return undefined
  const isBackwards = (importantGoal.notices ?? []).length < 2 && random.chance(BACKWARDS_SHARE)
  const [contractNoun, importantNoun] = [nounFor(contractGoal), nounFor(importantGoal)]
  const { name = '' } = company.departments.find(({ id }) => id === contractGoal.department) ?? {}
  const note = sayTie(random.pick(CONTRACT_TIES), isVoided, { noun: importantNoun })
  const months = random.pick(TERMS.filter((term) => term <= longestTerm))
  const offer = { kind: 'term' as const, months, ...(isBackwards ? {} : { note }) }
  const link = isVoided
    ? ({ right: 'term_not_accepted', ends: importantGoal.service } as const)
    : {}
  const offerMade = {
    offer,
    agrees: !isVoided,
    most: months,
    ...(isBackwards ? { leaving: importantNoun } : {}),
  }
  const { text: department } = departmentsAsNoun([name])
  const tie = {
    sentences: CONTRACT_TIES_OF_OTHERS,
    isTied: isVoided,
    about: contractGoal,
    department,
  }
  const withRemark = isBackwards
    ? withGoal(phoneCase, withNotice(importantGoal, tie, random))
    : phoneCase
  const withLink = withGoal(withRemark, { ...contractGoal, offer: offerMade, ...link })
  // The more important wish can be done; otherwise there is no choice.
  const withEffect =
    importantGoal.consequence === undefined
      ? withSideEffect(withLink, importantGoal, true, random)
      : withLink
  return isRanked ? withEffect : withPreference(withEffect, contractNoun, importantNoun)
}

const deadline: Pattern = (phoneCase, { random, company }) =>
  withWishDeadline(phoneCase, company, random)
const order: Pattern = (phoneCase, { random, company, isTied }) =>
  withOrder(phoneCase, isTied, company, random)
const secondOrder: Pattern = (phoneCase, draw) => order(phoneCase, draw)
const thirdOrder: Pattern = (phoneCase, draw) => order(phoneCase, draw)
const proviso: Pattern = (phoneCase, { random, isTied }) => withProviso(phoneCase, isTied, random)
const jointBudget: Pattern = (phoneCase, { random, ranking, isTied, isWaived }) =>
  withFeeBudget(
    phoneCase,
    rankGoals(phoneCase.goals, phoneCase, ranking),
    { isTied, isWaived },
    random,
  )

/** Two wishes that rule each other out, or one of which must come first. */
const clash: Pattern = (phoneCase, { random, ranking, isRanked, isTied }) => {
  const goals = rankGoals(phoneCase.goals, phoneCase, ranking)
  const withTie = withClash(phoneCase, goals, isTied, random)
  const undoneGoal = withTie?.goals.find(({ right }) => right === 'ruled_out')
  const keptGoal = withTie?.goals.find(
    ({ ends }) => ends !== undefined && ends === undoneGoal?.service,
  )
  if (withTie === undefined || isRanked || undoneGoal === undefined || keptGoal === undefined)
    return withTie
  return withPreference(withTie, nounFor(undoneGoal), nounFor(keptGoal))
}
const waiting: Pattern = (phoneCase, { random, isTied }) => withWaiting(phoneCase, isTied, random)
const secondWaiting: Pattern = (phoneCase, draw) => waiting(phoneCase, draw)
const lateCorrection: Pattern = (phoneCase, { random, isTied }) =>
  withCorrection(phoneCase, isTied, random)
const onlyNow: Pattern = (phoneCase, { random, isTied }) => withOnlyNow(phoneCase, isTied, random)

/** For each pattern, whether its tie exists. The last entry says whether a fee is waived. */
export type Coins = readonly boolean[]

/**
 * Draws which ties exist: half of them, and all but one of a kind. Of the ties that leave a wish
 * undone, not all exist, so that enough is left to do. This is drawn once per task, not once per
 * case, because cases whose ties exist are harder to find.
 */
export function drawCoins(random: RandomStream): Coins {
  const coins = [...PATTERNS, 'waiver'].map(() => random.chance(0.5))
  for (const kind of KINDS) {
    const inWords = random.pick(kind)
    for (const pattern of kind) coins[PATTERNS.indexOf(pattern)] = pattern !== inWords
  }
  const leavesUndone = [true, random.chance(0.5), false]
  for (const [index, pattern] of random.shuffle(UNDOING).entries()) {
    coins[PATTERNS.indexOf(pattern)] = leavesUndone[index] === true
  }
  return coins
}

/** Whether all patterns together include a question whose right answer is no. */
export const includeRefusal = (coins: Coins): boolean =>
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
  const optionalPatterns = PATTERNS.filter((pattern) => !always.includes(pattern))
  return new Set([
    ...always,
    ...random.sample(optionalPatterns, Math.min(count, PATTERNS.length) - always.length),
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
  const chosenPatterns = PATTERNS.flatMap((pattern, index) =>
    chosen.has(pattern) ? [{ pattern, isTied: coins[index] === true }] : [],
  )
  // The pattern of the first call leaves the least room for others, so it comes first.
  const mustComeFirst = ({ pattern, isTied }: (typeof chosenPatterns)[number]) =>
    pattern === onlyNow && isTied
  const steps = [
    ...chosenPatterns.filter(mustComeFirst),
    ...chosenPatterns.filter((step) => !mustComeFirst(step)),
  ]
  let current = base
  for (const { pattern, isTied } of steps) {
    const changed = pattern(current, { random, ranking, company, isTied, isRanked, isWaived })
    if (changed === undefined) return undefined
    current = changed
  }
  const withDeadline = withDeadlineTime(current, company, random)
  return withDeadline !== undefined && isInTime(withDeadline, company) ? withDeadline : undefined
}
const PATTERNS: readonly Pattern[] = [
  deadline,
  lookAlikeService,
  linkedOffer,
  jointDates,
  proviso,
  clash,
  jointBudget,
  order,
  secondOrder,
  thirdOrder,
  waiting,
  secondWaiting,
  lateCorrection,
  onlyNow,
]

/** Patterns that leave a wish undone if their tie exists. */
const UNDOING: readonly Pattern[] = [linkedOffer, proviso, clash]
const ALWAYS_CHOSEN: readonly Pattern[] = [...UNDOING, jointBudget]

/** Patterns of one kind, one of which has its tie in words only. */
const KINDS = [[order, secondOrder, thirdOrder] as const, [waiting, secondWaiting] as const]
