import { dayAfter } from '../civil-date.ts'
import type { RandomStream } from '../random.ts'
import type { Case, CaseGoal } from './case.ts'
import { isFree, isNeeded } from './late-ties.ts'
import { drawEffect } from './patterns.ts'
import { sayDay } from './say-details.ts'
import { isAfter } from './schedule.ts'
import { withGoal } from './settle-case.ts'
import { effectOf } from './tables/effects.ts'
import { nounFor } from './tables/nouns.ts'

/**
 * The customer wants one service only if a day that a department names comes before another one, or
 * before a date. If tied, the condition does not hold.
 */
export function withProviso(made: Case, isTied: boolean, random: RandomStream): Case | undefined {
  const goals = random.shuffle(made.goals.filter(isFree))
  const mayNameDay = ({ service, twin, offer }: CaseGoal): boolean =>
    twin === undefined && offer === undefined && effectOf(service) !== undefined
  const mayDepend = (goal: CaseGoal): boolean =>
    goal.by === undefined &&
    goal.offer === undefined &&
    goal.twin === undefined &&
    goal.follows === undefined &&
    goal.notices === undefined &&
    !isNeeded(goal, made)
  for (const goal of goals.filter(mayDepend)) {
    const [one, other] = goals.filter(
      (teller) => teller !== goal && mayNameDay(teller) && !isAfter(teller, goal, made),
    )
    if (one === undefined) continue
    const early = one.takes_effect ?? drawEffect(made.date, random)
    const days = random.integer(1, 4)
    const late = isTied ? dayAfter(early, -days) : dayAfter(early, days)
    const isFixed = other === undefined || (other.takes_effect ?? late) !== late
    const until = isFixed ? sayDay(late) : (effectOf(other.service) ?? '')
    const clause = effectOf(one.service) ?? ''
    const remark = `Please take care of ${nounFor(goal)} only if ${clause} before ${until}.`
    const tellers = isFixed ? [one.service] : [one.service, other.service]
    const changed = withGoal(made, { ...one, takes_effect: early })
    const both = isFixed ? changed : withGoal(changed, { ...other, takes_effect: late })
    const right = isTied ? 'condition_not_met' : goal.right
    const settled = withGoal(both, { ...goal, right, hinges_on: tellers })
    return { ...settled, remarks: [...settled.remarks, remark] }
  }
  return undefined
}
