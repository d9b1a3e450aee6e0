import { dayAfter } from '../civil-date.ts'
import type { RandomStream } from '../random.ts'
import type { Case, CaseGoal } from './case.ts'
import type { DetailName, Details } from './details.ts'
import { isFree, isToDo } from './late-ties.ts'
import { matterOf } from './matters.ts'
import { withGoal, withRule } from './settle-case.ts'

/** Details that a customer may correct later. */
const CORRECTABLE: readonly DetailName[] = ['date', 'amount_cents', 'count']

/**
 * The customer corrects a detail of one service, either when asked about another service or when
 * giving their own details.
 */
export function withCorrection(
  made: Case,
  isTied: boolean,
  random: RandomStream,
): Case | undefined {
  const order = random.shuffle(made.goals.filter(isToDo))
  // A service that another one makes impossible cannot be corrected.
  const first = order.find((goal) => {
    const { details, by, service, follows } = goal
    return (
      isFree(goal) &&
      by === undefined &&
      follows === undefined &&
      made.goals.every(({ ends }) => ends !== service) &&
      CORRECTABLE.some((name) => name in details)
    )
  })
  // A rule that names a look-alike would reveal which one is wanted.
  const second = order.find((goal) => goal !== first && goal.twin === undefined)
  if (first === undefined || second === undefined) return undefined
  const correction = {
    service: first.service,
    details: corrected(first, random),
    with: random.pick([second.service, null]),
  }
  const settled = withGoal(made, { ...second, approval: { agrees: true } })
  return withRule(isTied ? { ...settled, correction } : settled, {
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

/** A different whole number within the bounds. */
const other = (one: number, least: number, most: number, random: RandomStream): number =>
  least + ((one - least + random.integer(1, most - least)) % (most - least + 1))
