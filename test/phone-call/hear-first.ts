import type { Action } from '../../src/env/message.ts'
import { toolTurn } from '../../src/env/phone-call/survey.ts'
import type { TalkEvent } from '../../src/env/phone-call/talk-events.ts'
import { type Progress, progressOf } from '../../src/env/phone-call/talk-progress.ts'
import type { JsonObject } from '../../src/sim/json.ts'
import type { CaseGoal } from '../../src/sim/phone/case.ts'
import { beforeOf, isToCall } from '../../src/sim/phone/schedule.ts'
import { CLEARANCE } from '../../src/sim/phone/services.ts'
import { companyOf, lineOf } from '../../src/sim/phone/world.ts'
import { oraclePlayer, type Player, playOut, type Rollout } from '../support/rollout.ts'
import { type StagedTask, setupOf, WORLD } from './talk.ts'

/** Whether an event is what a department says of a wish before it acts, or in place of it. */
const isHeard = (event: Progress['calls'][number]): boolean =>
  event.kind !== 'asked' || event.for === 'offer' || event.for === 'read_back'

/**
 * Plays as a careful agent does who knows no tie beforehand. It searches the departments, has what
 * is urgent done, hears each department about all that is wanted from it, and only then acts as the
 * oracle does. It says nothing with a call that was not asked for.
 */
export function playHearingFirst({ task, stage, made }: StagedTask): Rollout {
  const company = companyOf(WORLD, made.company)
  const setup = setupOf(task, { stage })
  const oracle = oraclePlayer(setup)
  const goals = made.goals.filter(isToCall)
  const named = [...new Set([...made.goals.map(({ department }) => department), ...made.calls])]
  const nameOf = (id: string): string => lineOf(WORLD, id).department.name
  const behalf = made.page.find((one) => one.rule === 'on_behalf')
  let isHearing = false
  const heardIn = ({ calls }: Progress, { service }: CaseGoal): boolean =>
    calls.some((event) => event.said.service === service && isHeard(event))
  const isDone = ({ done }: Progress, { service }: CaseGoal): boolean =>
    done.some(({ said }) => said.service === service)
  /** The oracle's turn, if what was heard and is not to be done counts as declined. */
  const oracleTurn: Player = (seen, state) => {
    const progress = progressOf(seen.events as readonly TalkEvent[])
    const left = goals.filter((goal) => goal.right !== 'done' && heardIn(progress, goal))
    const declined = left.map(({ department, service }) => ({
      ...{ kind: 'declined', company: company.name, department: nameOf(department) },
      said: { service },
    }))
    const closed = named.map((id) => ({ kind: 'closed', department: nameOf(id), hours: '' }))
    const [message, ...events] = seen.events
    if (message === undefined) throw new Error('no message')
    return oracle({ ...seen, events: [message, ...declined, ...closed, ...events] }, state)
  }
  const call = (goal: CaseGoal, progress: Progress): Action => {
    const early = beforeOf(company, goal.department).find(
      (id) => !progress.done.some(({ department }) => department === nameOf(id)),
    )
    const { phone_number } = lineOf(WORLD, early ?? goal.department).department
    const { full_name } = progress.values
    const args: JsonObject = {
      ...{ phone_number, service: early === undefined ? goal.service : CLEARANCE, when: 'open' },
      ...(full_name === undefined ? {} : { auth_info: { full_name } }),
      ...(behalf === undefined ? {} : { on_behalf_of: behalf.say }),
    }
    return toolTurn('phone_call', args, progress)
  }
  const onLine = (service: string, progress: Progress): Action | undefined => {
    const goal = goals.find((one) => one.service === service)
    const isQuestion = progress.line?.for === 'offer' || progress.line?.for === 'read_back'
    const isAccepted = progress.line?.for === 'offer' && goal?.offer?.agrees === true
    if (!isHearing || goal === undefined || !isQuestion || goal.lapses || isAccepted)
      return undefined
    const next = goals.find((one) => one.department === goal.department && !heardIn(progress, one))
    return next === undefined
      ? toolTurn('hang_up', {}, progress)
      : toolTurn('say', { service: next.service }, progress)
  }
  return playOut(setup, (seen, state) => {
    const progress = progressOf(seen.events as readonly TalkEvent[])
    const { line, searches } = progress
    const unseen = line === undefined ? named[searches.length] : undefined
    if (unseen !== undefined) {
      const query = `${company.name} ${nameOf(unseen)}`
      return toolTurn('company_directory', { query }, progress)
    }
    const turn = oracleTurn(seen, state)
    if (JSON.stringify(turn ?? {}).includes('"ask_customer"')) return turn
    if (line !== undefined) return onLine(line.said.service, progress) ?? turn
    const isUrgent = made.goals.some(
      (goal) => goal.by !== undefined && goal.right === 'done' && !isDone(progress, goal),
    )
    const next = goals.find((goal) => !heardIn(progress, goal))
    isHearing = next !== undefined && !isUrgent
    return isHearing && next !== undefined ? call(next, progress) : turn
  })
}
