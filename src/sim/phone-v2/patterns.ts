import type { RandomStream } from '../random.ts'
import { dayAfter, weekdayOf } from './calendar.ts'
import type { Case, CaseGoal } from './case.ts'
import type { DetailName, Details } from './details.ts'
import { matterOf } from './matters.ts'
import { sayDay } from './say-details.ts'
import { sayBudget, withGoal, withRule } from './settle-case.ts'
import { nounOf } from './tables/nouns.ts'

/**
 * Ties two wishes together so that reading and planning decide. Half of the time the tie is there
 * in words only, and the usual way is right. Each pattern uses members of goals of its own, so that
 * several can share a goal. Undefined where the case has no place for it.
 */
type Pattern = (made: Case, random: RandomStream) => Case | undefined

const isToDo = ({ right }: CaseGoal): boolean => right === 'done'

/** Fees of two services, and one budget for both. */
const jointBudget: Pattern = (made, random) => {
  const [first, second] = random.shuffle(made.goals)
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
  const remark = sayBudget(budget, nounOf(first.service))
  const settled = [paid(first, one, takesFirst), paid(second, other, takesSecond)].reduce(
    withGoal,
    { ...made, page, remarks: [...made.remarks, remark] },
  )
  return withRule(settled, { rule: 'fees_by_message', cents: budget })
}

/** Details that a customer may put right later. */
const CORRECTABLE: readonly DetailName[] = ['date', 'amount_cents', 'count']

/** The customer puts a detail of one service right when they are asked about another one. */
const lateCorrection: Pattern = (made, random) => {
  const order = random.shuffle(made.goals.filter(isToDo))
  const first = order.find(({ details }) => CORRECTABLE.some((name) => name in details))
  const second = order.find((goal) => goal !== first)
  if (first === undefined || second === undefined) return undefined
  const isCorrected = random.chance(0.5)
  const correction = { service: first.service, details: corrected(first.details, random) }
  const settled = withGoal(made, {
    ...second,
    approval: { agrees: true, ...(isCorrected ? { correction } : {}) },
  })
  return withRule(settled, { rule: 'ask_before', services: [second.service] })
}

function corrected(details: Details, random: RandomStream): Details {
  const { date, amount_cents: cents, count } = details
  if (date !== undefined) return { date: dayAfter(date, random.integer(1, 4)) }
  if (cents !== undefined) return { amount_cents: cents + 1_000 * random.integer(1, 5) }
  return { count: (count ?? 0) + random.integer(1, 3) }
}

const DAYS_LATER = 10

/** The day of one service follows from what another department tells. */
const joinedFacts: Pattern = (made, random) => {
  const order = random.shuffle(made.goals.filter(isToDo))
  const corrections = made.goals.map(({ approval }) => approval?.correction?.service)
  const second = order.find(
    ({ details, service }) => details.date !== undefined && !corrections.includes(service),
  )
  const first = order.find((goal) => goal !== second)
  if (first === undefined || second === undefined) return undefined
  const effect = dayAfter(first.details.date ?? made.date, random.integer(3, 20))
  const later = dayAfter(effect, DAYS_LATER)
  const day = weekdayOf(later)
  const date = day > 4 ? dayAfter(later, 7 - day) : later
  const said = sayDay(second.details.date ?? '')
  if (!second.says.includes(said)) return undefined
  const says = second.says.replace(said, 'the day that I name below')
  const [one, other] = [first, second].map(({ service }) => nounOf(service))
  const remark =
    `As to the day for ${other}: they will tell you when ${one} takes effect, and it must be ten ` +
    'days after that, or the Monday after if that is a weekend.'
  return [
    { ...first, takes_effect: effect },
    { ...second, says, details: { ...second.details, date } },
  ].reduce(withGoal, { ...made, remarks: [...made.remarks, remark] })
}

/** One service makes another one impossible, so that the other has to be done first. */
const order: Pattern = (made, random) => {
  const [first, second] = made.goals.filter(isToDo)
  if (first === undefined || second === undefined) return undefined
  const ends = random.chance(0.5)
  const noun = nounOf(second.service)
  const consequence = ends
    ? `after that, ${noun} is no longer possible`
    : `after that, ${noun} may take a few days longer`
  return withGoal(made, { ...first, consequence, ...(ends ? { ends: second.service } : {}) })
}

/** In the order in which they are laid on a case: what is not to be done is settled first. */
export const PATTERNS: readonly Pattern[] = [jointBudget, order, lateCorrection, joinedFacts]
