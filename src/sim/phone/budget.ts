import type { RandomStream } from '../random.ts'
import type { Case, CaseGoal } from './case.ts'
import { isFree, isNeeded, withNotice } from './late-ties.ts'
import { matterOf } from './matters.ts'
import { sayMoney } from './say-details.ts'
import { withGoal, withRule } from './settle-case.ts'
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
 * Fees of several services, and one budget for all. What another wish rules out is offered for a
 * fee as well, and leaves its money to what matters less.
 *
 * @param ranked all wishes, first the one that matters most
 */
export function withFeeBudget(
  made: Case,
  ranked: readonly CaseGoal[],
  { isTied: isTight, isWaived }: { readonly isTied: boolean; readonly isWaived: boolean },
  random: RandomStream,
): Case | undefined {
  // With a deadline, the agent may have to accept one fee before it knows the others.
  const mayCost = (goal: CaseGoal): boolean =>
    isFree(goal) && goal.by === undefined && goal.offer === undefined
  const free = random.sample(made.goals.filter(mayCost), PAYERS_MAX)
  if (free.length < 2) return undefined
  const payers = ranked.filter((goal) => free.includes(goal) || goal.right === 'ruled_out')
  const budget = drawBudget(payers, made, isTight, random)
  if (budget === undefined) return undefined
  const { cents, fees, isPaid } = budget
  const paid = payers.map((goal, at): CaseGoal => {
    const [fee = 0, agrees = true] = [fees[at], isPaid[at]]
    const name = matterOf(goal.service).fee || 'a processing fee'
    return {
      ...goal,
      offer: { offer: { kind: 'fee', cents: fee, name }, agrees, most: agrees ? fee : fee - STEP },
      right: agrees ? goal.right : 'fee_not_accepted',
    }
  })
  const page = made.page.filter(({ rule }) => rule !== 'fees')
  const remarks = [...made.remarks, sayBudget(cents, ranked.map(nounFor))]
  const settled = paid.reduce(withGoal, { ...made, page, remarks })
  const ruled = withRule(settled, { rule: 'fees_by_message', cents })
  const left = paid.find(({ right }) => right === 'fee_not_accepted')
  return left === undefined ? ruled : withWaiver(ruled, left, isWaived, random)
}

/** Draws fees and a budget that covers all of them, or all but one. */
function drawBudget(
  payers: readonly CaseGoal[],
  made: Case,
  isTight: boolean,
  random: RandomStream,
): Budget | undefined {
  for (let draw = 0; draw < DRAWS; draw++) {
    const fees = payers.map(() => STEP * random.integer(6, 10))
    const cents = STEP * random.integer(10, 10 * payers.length)
    let left = cents
    const isPaid = payers.map(({ right }, at) => {
      const fee = fees[at] ?? 0
      const fits = fee <= left
      if (fits && right === 'done') left -= fee
      return fits
    })
    const isOut = payers.filter((goal, at) => isPaid[at] === false && mustFit(goal, made))
    const refused = isPaid.filter((one) => !one).length
    const all = fees.reduce((sum, fee) => sum + fee, 0)
    // An agent that pays for a wish that is ruled out has too little left for the rest.
    const isBinding = payers.every(({ right }) => right === 'done') ? left < 3 * STEP : all > cents
    if (isOut.length === 0 && refused === (isTight ? 1 : 0) && isBinding) {
      return { cents, fees, isPaid }
    }
  }
  return undefined
}

/** Whether other wishes depend on this one. Both wishes of a clash must fit the budget. */
const mustFit = (goal: CaseGoal, made: Case): boolean =>
  goal.right === 'ruled_out' ||
  isNeeded(goal, made) ||
  made.goals.some(({ service, right }) => service === goal.ends && right === 'ruled_out')

/** A third service waives the fee that the budget does not cover, or only seems to. */
function withWaiver(
  made: Case,
  left: CaseGoal,
  isWaived: boolean,
  random: RandomStream,
): Case | undefined {
  const third = random
    .shuffle(made.goals)
    .find((goal) => isFree(goal) && goal.offer === undefined && (goal.notices ?? []).length < 2)
  if (left.offer === undefined || third === undefined) return isWaived ? undefined : made
  const tie = { sentences: FEE_TIES, isTied: isWaived, about: left }
  const changed = withGoal(made, withNotice(third, tie, random))
  if (!isWaived) return changed
  const offer = { ...left.offer, waived_by: third.service }
  return withGoal(changed, { ...left, offer, right: 'done' })
}

/** The largest number of wishes in one sentence of the ranking. */
const RANKED_AT_ONCE = 3

/** The budget and the ranking of the wishes in the message, the most important wish first. */
function sayBudget(cents: number, [first, ...others]: readonly string[]): string {
  const sentences = [
    `I can spend ${sayMoney(cents)} on fees in all.`,
    `If not everything is possible, ${first} matters most.`,
  ]
  for (let from = 0; from < others.length; from += RANKED_AT_ONCE) {
    const next = others.slice(from, from + RANKED_AT_ONCE)
    const lead = from === 0 ? 'After that' : 'Then'
    const order = next.length === 1 ? '' : ', in this order'
    sentences.push(`${lead} ${next.length === 1 ? 'comes' : 'come'} ${inSeries(next)}${order}.`)
  }
  return [...sentences, 'Leave out whatever no longer fits.'].join(' ')
}
