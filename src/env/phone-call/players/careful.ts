import type { JsonObject } from '../../../sim/json.ts'
import type { CaseGoal } from '../../../sim/phone/case.ts'
import { caseOf } from '../../../sim/phone/draw-case.ts'
import { beforeOf, isToCall } from '../../../sim/phone/schedule.ts'
import { CLEARANCE } from '../../../sim/phone/services.ts'
import type { PhoneTask } from '../../../sim/phone/task.ts'
import { companyOf, lineOf, type PhoneWorld } from '../../../sim/phone/world.ts'
import type { Action } from '../../message.ts'
import { solutionOf } from '../solution.ts'
import { toolTurn } from '../survey.ts'
import type { TalkEvent } from '../talk-events.ts'
import { type Progress, progressOf } from '../talk-progress.ts'

/** Whether an event is a price, a read-back or an answer that ends the call. */
const isVerdict = (event: Progress['calls'][number]): boolean =>
  event.kind !== 'asked' || event.for === 'offer' || event.for === 'read_back'

/** Whether a department has said by now what stands in the way of a wish. */
const isKnown = ({ calls }: Progress, { service }: CaseGoal): boolean =>
  calls.some((event) => event.said.service === service && isVerdict(event))

/**
 * The turn of a careful agent, which knows the details of the case but no tie. It searches for the
 * departments, has urgent wishes carried out, asks each department about all wishes that concern
 * it, and only then acts as the oracle does.
 */
export function carefulTurn(
  task: PhoneTask,
  world: PhoneWorld,
  events: readonly TalkEvent[],
): Action {
  const [message] = events
  if (message?.kind !== 'message') throw new Error('phone: the first event is the message')
  const made = caseOf(task, world, message.stage)
  const company = companyOf(world, made.company)
  const progress = progressOf(events)
  const nameOf = (id: string): string => lineOf(world, id).department.name
  const departments = [
    ...new Set([...made.goals.map(({ department }) => department), ...made.calls]),
  ]
  const unseen = progress.line ? undefined : departments[progress.searches.length]
  if (unseen !== undefined) {
    const query = `${company.name} ${nameOf(unseen)}`
    return toolTurn('company_directory', { query }, progress)
  }
  const goals = made.goals.filter(isToCall)
  const open = goals.filter((goal) => !isKnown(progress, goal))
  const turn = oracleTurn()
  if (open.length === 0 && progress.line === undefined) return turn
  if (JSON.stringify(turn).includes('"ask_customer"')) return turn
  if (progress.line !== undefined) return onLine(progress.line) ?? turn
  return open[0] !== undefined && isAsking(progress) ? callAbout(open[0]) : turn

  /** Whether a call at this point only asks: something is not known yet, and nothing is urgent. */
  function isAsking(since: Progress): boolean {
    const isUrgent = made.goals.some(
      ({ by, right, service }) =>
        by !== undefined &&
        right === 'done' &&
        !since.done.some(({ said }) => said.service === service),
    )
    return !isUrgent && goals.some((goal) => !isKnown(since, goal))
  }

  /** How far the episode had come when the call began that is open now. */
  function beforeCall(): Progress {
    let count = events.length
    while (count > 1 && progressOf(events.slice(0, count)).line !== undefined) count -= 1
    return progressOf(events.slice(0, count))
  }

  /** The oracle's turn, if a wish that is not to be done counts as declined once it is known. */
  function oracleTurn(): Action {
    const left = goals.filter((goal) => goal.right !== 'done' && isKnown(progress, goal))
    const declined = left.map(({ department, service }) => ({
      ...{ kind: 'declined', company: company.name, department: nameOf(department) },
      said: { service },
    }))
    const closed = departments.map((id) => ({ kind: 'closed', department: nameOf(id), hours: '' }))
    const [, ...others] = events
    return solutionOf(task, world, {
      events: [message, ...declined, ...closed, ...others] as readonly TalkEvent[],
    })
  }

  /** What to say to a question of yes or no before all departments were asked. */
  function onLine({ for: question, said }: NonNullable<Progress['line']>): Action | undefined {
    const goal = goals.find(({ service }) => service === said.service)
    const isQuestion = question === 'offer' || question === 'read_back'
    const isAccepted = question === 'offer' && goal?.offer?.agrees === true
    if (goal === undefined || goal.lapses || !isQuestion || isAccepted) return undefined
    if (!isAsking(beforeCall())) return undefined
    const next = open.find(({ department }) => department === goal.department)
    return next === undefined
      ? toolTurn('hang_up', {}, progress)
      : toolTurn('say', { service: next.service }, progress)
  }

  function callAbout({ department, service }: CaseGoal): Action {
    const first = beforeOf(company, department).find(
      (id) => !progress.done.some((event) => event.department === nameOf(id)),
    )
    const { phone_number } = lineOf(world, first ?? department).department
    const { full_name } = progress.values
    const behalf = made.page.find((one) => one.rule === 'on_behalf')
    const args: JsonObject = {
      ...{ phone_number, service: first === undefined ? service : CLEARANCE, when: 'open' },
      ...(full_name === undefined ? {} : { auth_info: { full_name } }),
      ...(behalf === undefined ? {} : { on_behalf_of: behalf.say }),
    }
    return toolTurn('phone_call', args, progress)
  }
}
