import { dayAfter } from '../civil-date.ts'
import type { RandomStream } from '../random.ts'
import { type Case, type CaseGoal, withGoal, withRule } from './case.ts'
import type { DetailName, Details } from './details.ts'
import { isFree, isToDo } from './late-ties.ts'
import { findMatter } from './matters.ts'

/** Details that a customer may correct later. */
const CORRECTABLE: readonly DetailName[] = ['date', 'amount_cents', 'count']

/**
 * The customer corrects a detail of one service, either when asked about another service or when
 * giving their own details.
 */
export function withCorrection(
  phoneCase: Case,
  isTied: boolean,
  random: RandomStream,
): Case | undefined {
  const order = random.shuffle(phoneCase.goals.filter(isToDo))
  // A service that another one makes impossible cannot be corrected.
  const correctedGoal = order.find((goal) => {
    const { details, by, service, follows } = goal
    return (
      isFree(goal) &&
      by === undefined &&
      follows === undefined &&
      phoneCase.goals.every(({ ends }) => ends !== service) &&
      CORRECTABLE.some((name) => name in details)
    )
  })
  // A rule that names a look-alike would reveal which one is wanted.
  const occasionGoal = order.find((goal) => goal !== correctedGoal && goal.twin === undefined)
  if (correctedGoal === undefined || occasionGoal === undefined) return undefined
  const correction = {
    service: correctedGoal.service,
    details: drawCorrection(correctedGoal, random),
    with: random.pick([occasionGoal.service, null]),
  }
  const withApproval = withGoal(phoneCase, { ...occasionGoal, approval: { agrees: true } })
  return withRule(isTied ? { ...withApproval, correction } : withApproval, {
    rule: 'ask_before',
    services: [occasionGoal.service],
  })
}

const TEN_DOLLARS = 1_000

function drawCorrection({ service, details }: CaseGoal, random: RandomStream): Details {
  const { date, amount_cents: cents, count } = details
  if (date !== undefined) return { date: dayAfter(date, random.integer(1, 4)) }
  const { dollars: [low, high] = [0, 0], counts: [leastCount, mostCount] = [1, 2] } =
    findMatter(service)
  if (cents === undefined) return { count: drawOther(count ?? 0, leastCount, mostCount, random) }
  const tens = drawOther(
    Math.floor(cents / TEN_DOLLARS),
    Math.ceil(low / 10),
    Math.floor(high / 10),
    random,
  )
  return { amount_cents: TEN_DOLLARS * tens }
}

/** A different whole number within the bounds. */
const drawOther = (
  current: number,
  minimum: number,
  maximum: number,
  random: RandomStream,
): number =>
  minimum + ((current - minimum + random.integer(1, maximum - minimum)) % (maximum - minimum + 1))
