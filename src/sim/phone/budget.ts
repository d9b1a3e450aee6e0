import type { RandomStream } from '../random.ts'
import { type Case, type CaseGoal, withGoal, withRule } from './case.ts'
import { isFree, isNeeded, withNotice } from './late-ties.ts'
import { findMatter } from './matters.ts'
import { sayMoney } from './say-details.ts'
import { inSeries } from './speech.ts'
import { nounFor } from './tables/nouns.ts'
import { FEE_TIES } from './tables/ties.ts'

const STEP = 500
const DRAWS = 60
const PAYERS_MAX = 3

interface Budget {
  readonly cents: number
  readonly fees: readonly number[]
  /** For each fee, whether the budget covers it. */
  readonly isPaid: readonly boolean[]
}

/**
 * Adds fees for several services, and one budget for all. A wish that another one rules out has a
 * fee as well; its money is left for less important wishes.
 *
 * @param ranked all wishes, the most important one first
 */
export function withFeeBudget(
  phoneCase: Case,
  ranked: readonly CaseGoal[],
  { isTied: isTight, isWaived }: { readonly isTied: boolean; readonly isWaived: boolean },
  random: RandomStream,
): Case | undefined {
  // With a deadline, the agent may have to accept one fee before it knows the others.
  const mayCost = (goal: CaseGoal): boolean =>
    isFree(goal) && goal.by === undefined && goal.offer === undefined
  const payableGoals = random.sample(phoneCase.goals.filter(mayCost), PAYERS_MAX)
  if (payableGoals.length < 2) return undefined
  const payers = ranked.filter((goal) => payableGoals.includes(goal) || goal.right === 'ruled_out')
  const budget = drawBudget(payers, phoneCase, isTight, random)
  if (budget === undefined) return undefined
  const { cents, fees, isPaid } = budget
  const goalsWithFees = payers.map((goal, index): CaseGoal => {
    const [fee = 0, agrees = true] = [fees[index], isPaid[index]]
    const name = findMatter(goal.service).fee || 'a processing fee'
    return {
      ...goal,
      offer: { offer: { kind: 'fee', cents: fee, name }, agrees, most: agrees ? fee : fee - STEP },
      right: agrees ? goal.right : 'fee_not_accepted',
    }
  })
  const page = phoneCase.page.filter(({ rule }) => rule !== 'fees')
  const remarks = [...phoneCase.remarks, sayBudget(cents, ranked.map(nounFor))]
  const withFees = goalsWithFees.reduce(withGoal, { ...phoneCase, page, remarks })
  const withBudgetRule = withRule(withFees, { rule: 'fees_by_message', cents })
  const unpaidGoal = goalsWithFees.find(({ right }) => right === 'fee_not_accepted')
  return unpaidGoal === undefined
    ? withBudgetRule
    : withWaiver(withBudgetRule, unpaidGoal, isWaived, random)
}

/** Draws fees and a budget that covers all of them, or all but one. */
function drawBudget(
  payers: readonly CaseGoal[],
  phoneCase: Case,
  isTight: boolean,
  random: RandomStream,
): Budget | undefined {
  for (let draw = 0; draw < DRAWS; draw++) {
    const fees = payers.map(() => STEP * random.integer(6, 10))
    const cents = STEP * random.integer(10, 10 * payers.length)
    let remainingCents = cents
    const isPaid = payers.map(({ right }, index) => {
      const fee = fees[index] ?? 0
      const fits = fee <= remainingCents
      if (fits && right === 'done') remainingCents -= fee
      return fits
    })
    const dependedOnUnpaid = payers.filter(
      (goal, index) => isPaid[index] === false && mustFit(goal, phoneCase),
    )
    const refusedCount = isPaid.filter((paid) => !paid).length
    const totalFees = fees.reduce((sum, fee) => sum + fee, 0)
    // An agent that pays for a wish that is ruled out has too little left for the rest.
    const isBinding = payers.every(({ right }) => right === 'done')
      ? remainingCents < 3 * STEP
      : totalFees > cents
    if (dependedOnUnpaid.length === 0 && refusedCount === (isTight ? 1 : 0) && isBinding) {
      return { cents, fees, isPaid }
    }
  }
  return undefined
}

/** Whether other wishes depend on this one. Both wishes of a clash must fit the budget. */
const mustFit = (goal: CaseGoal, phoneCase: Case): boolean =>
  goal.right === 'ruled_out' ||
  isNeeded(goal, phoneCase) ||
  phoneCase.goals.some(({ service, right }) => service === goal.ends && right === 'ruled_out')

/** A third service waives the fee that the budget does not cover, or only seems to. */
function withWaiver(
  phoneCase: Case,
  unpaidGoal: CaseGoal,
  isWaived: boolean,
  random: RandomStream,
): Case | undefined {
  const waivingGoal = random
    .shuffle(phoneCase.goals)
    .find((goal) => isFree(goal) && goal.offer === undefined && (goal.notices ?? []).length < 2)
  if (unpaidGoal.offer === undefined || waivingGoal === undefined)
    return isWaived ? undefined : phoneCase
  const tie = { sentences: FEE_TIES, isTied: isWaived, about: unpaidGoal }
  const withRemark = withGoal(phoneCase, withNotice(waivingGoal, tie, random))
  if (!isWaived) return withRemark
  const offer = { ...unpaidGoal.offer, waived_by: waivingGoal.service }
  return withGoal(withRemark, { ...unpaidGoal, offer, right: 'done' })
}

/** The largest number of wishes in one sentence of the ranking. */
const RANKED_AT_ONCE = 3

/** The budget and the ranking of the wishes in the message, the most important wish first. */
function sayBudget(cents: number, [mostImportant, ...otherWishes]: readonly string[]): string {
  const sentences = [
    `I can spend ${sayMoney(cents)} on fees in all.`,
    `If not everything is possible, ${mostImportant} matters most.`,
  ]
  for (let start = 0; start < otherWishes.length; start += RANKED_AT_ONCE) {
    const group = otherWishes.slice(start, start + RANKED_AT_ONCE)
    const lead = start === 0 ? 'After that' : 'Then'
    const order = group.length === 1 ? '' : ', in this order'
    sentences.push(`${lead} ${group.length === 1 ? 'comes' : 'come'} ${inSeries(group)}${order}.`)
  }
  return [...sentences, 'Leave out whatever no longer fits.'].join(' ')
}
