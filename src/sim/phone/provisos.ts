import { dayAfter } from '../civil-date.ts'
import type { RandomStream } from '../random.ts'
import { type Case, type CaseGoal, withGoal } from './case.ts'
import { isFree, isNeeded } from './late-ties.ts'
import { sayDay } from './say-details.ts'
import { drawEffect, isAfter } from './schedule.ts'
import { findEffect } from './tables/effects.ts'
import { nounFor } from './tables/nouns.ts'
/**
 * The customer wants one service only if a day that a department names comes before another one, or
 * before a date. If tied, the condition does not hold.
 */
export function withProviso(
  phoneCase: Case,
  isTied: boolean,
  random: RandomStream,
): Case | undefined {
  const goals = random.shuffle(phoneCase.goals.filter(isFree))
  const mayNameDay = ({ service, twin, offer }: CaseGoal): boolean =>
    twin === undefined && offer === undefined && findEffect(service) !== undefined
  const mayDepend = (goal: CaseGoal): boolean =>
    goal.by === undefined &&
    goal.offer === undefined &&
    goal.twin === undefined &&
    goal.follows === undefined &&
    goal.notices === undefined &&
    !isNeeded(goal, phoneCase)
  for (const goal of goals.filter(mayDepend)) {
    const [firstTeller, secondTeller] = goals.filter(
      (teller) => teller !== goal && mayNameDay(teller) && !isAfter(teller, goal, phoneCase),
    )
    if (firstTeller === undefined) continue
    const earlyDay = firstTeller.takes_effect ?? drawEffect(phoneCase.date, random)
    const days = random.integer(1, 4)
    const lateDay = isTied ? dayAfter(earlyDay, -days) : dayAfter(earlyDay, days)
    const isFixed = secondTeller === undefined || (secondTeller.takes_effect ?? lateDay) !== lateDay
    const until = isFixed ? sayDay(lateDay) : (findEffect(secondTeller.service) ?? '')
    const clause = findEffect(firstTeller.service) ?? ''
    const remark = `Please take care of ${nounFor(goal)} only if ${clause} before ${until}.`
    const tellers = isFixed ? [firstTeller.service] : [firstTeller.service, secondTeller.service]
    const withFirstDay = withGoal(phoneCase, { ...firstTeller, takes_effect: earlyDay })
    const withBothDays = isFixed
      ? withFirstDay
      : withGoal(withFirstDay, { ...secondTeller, takes_effect: lateDay })
    const right = isTied ? 'condition_not_met' : goal.right
    const withCondition = withGoal(withBothDays, { ...goal, right, hinges_on: tellers })
    return { ...withCondition, remarks: [...withCondition.remarks, remark] }
  }
  return undefined
}
