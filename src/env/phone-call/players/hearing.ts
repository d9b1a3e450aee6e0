import type { Case, CaseGoal } from '../../../sim/phone/case.ts'
import { isToCall } from '../../../sim/phone/schedule.ts'
import type { PhoneWorld } from '../../../sim/phone/world.ts'
import type { Action } from '../../message.ts'
import { toolTurn } from '../survey.ts'
import type { TalkEvent } from '../talk-events.ts'
import { progressOf } from '../talk-progress.ts'
import { solveTalk } from '../talk-solve.ts'

type Question = Extract<TalkEvent, { readonly notice: string | null }>

const questionsIn = (events: readonly TalkEvent[]): Question[] =>
  events.filter((event): event is Question => event.kind === 'asked' && 'notice' in event)

const isRefused = (service: string, events: readonly TalkEvent[]): boolean =>
  events.some((event) => event.kind === 'refused' && event.said.service === service)

/** A wish without what ties it to others. */
export function untied(goal: CaseGoal): CaseGoal {
  const { ends, follows, waits_for, hinges_on, by, offer, ...rest } = goal
  if (offer === undefined) return rest
  const { waived_by, ...made } = offer
  return { ...rest, offer: made }
}

/** Whether a wish cannot wait until all departments have been heard. */
const isUrgent = ({ by, lapses }: CaseGoal): boolean => by !== undefined || lapses === true

/**
 * Knows the case, but no tie before a department has told it. First it asks every department for
 * what is wanted of it. It hangs up at the first question of yes or no, unless the wish has a
 * deadline or has to be settled at once. Then it has everything done, in the order of the message
 * as far as it knows no better.
 */
export function hearFirst(made: Case, world: PhoneWorld, events: readonly TalkEvent[]): Action {
  const progress = progressOf(events)
  const questions = questionsIn(events)
  const isHeard = ({ service }: CaseGoal): boolean =>
    questions.some(({ said }) => said.service === service) || isRefused(service, events)
  const isFor = (service: string, holds: (goal: CaseGoal) => boolean): boolean =>
    made.goals.some((goal) => goal.service === service && holds(goal))
  const hasBegun = progress.done.some(({ said }) => isFor(said.service, (goal) => !isUrgent(goal)))
  const last = questions.at(-1)
  const isFirst = questions.filter(({ said }) => said.service === last?.said.service).length === 1
  const isOnLine = last !== undefined && progress.line === last
  if (!hasBegun && isFirst && isOnLine && !isFor(last.said.service, isUrgent)) {
    return toolTurn('hang_up', {}, progress)
  }
  const unheard = made.goals
    .toSorted((one, other) => Number(other.by !== undefined) - Number(one.by !== undefined))
    .find((goal) => isToCall(goal) && !isHeard(goal))
  if (unheard === undefined || hasBegun) return solveTalk(asHeard(made, events), world, events)
  const others = made.goals.filter((goal) => goal !== unheard).map(untied)
  const goals = [{ ...untied(unheard), by: made.moment }, ...others]
  return solveTalk({ ...made, goals }, world, events)
}

/** The case without the ties that no department has told. */
function asHeard(made: Case, events: readonly TalkEvent[]): Case {
  const told = questionsIn(events).filter(({ notice }) => notice !== null)
  const isTold = (service: string | undefined): boolean => {
    const isSaid = made.goals.some((goal) => goal.service === service && goal.notices !== undefined)
    return !isSaid || told.some(({ said }) => said.service === service)
  }
  const goals = made.goals.map((goal) => {
    const { ends, waits_for: first, offer, ...rest } = goal
    return {
      ...rest,
      ...(ends !== undefined && isTold(ends) ? { ends } : {}),
      ...(first !== undefined && isRefused(goal.service, events) ? { waits_for: first } : {}),
      ...(offer === undefined
        ? {}
        : { offer: isTold(offer.waived_by) ? offer : untied(goal).offer }),
    } as CaseGoal
  })
  return { ...made, goals }
}
