import type { JsonObject } from '../../../sim/json.ts'
import type { Case, CaseGoal } from '../../../sim/phone/case.ts'
import { caseForTask } from '../../../sim/phone/draw-case.ts'
import { isToCall, predecessorIds } from '../../../sim/phone/schedule.ts'
import { CLEARANCE } from '../../../sim/phone/services.ts'
import type { PhoneTask } from '../../../sim/phone/task.ts'
import { type Company, findCompany, findLine, type PhoneWorld } from '../../../sim/phone/world.ts'
import type { Action } from '../../message.ts'
import { findSolution } from '../solution.ts'
import { toolTurn } from '../survey.ts'
import type { TalkEvent } from '../talk-events.ts'
import { computeTalkProgress, type TalkProgress } from '../talk-progress.ts'
import { isOfferTaken } from '../talk-solve.ts'

/** Whether an event is a price, a read-back or an answer that ends the call. */
const isVerdict = (event: TalkProgress['calls'][number]): boolean =>
  event.kind !== 'asked' || event.for === 'offer' || event.for === 'read_back'

/** Whether a department has already answered about a wish. */
const isKnown = ({ calls }: TalkProgress, { service }: CaseGoal): boolean =>
  calls.some((event) => event.said.service === service && isVerdict(event))

/** What a careful agent knows of its episode. */
interface Scene {
  readonly task: PhoneTask
  readonly phoneCase: Case
  readonly world: PhoneWorld
  readonly company: Company
  readonly events: readonly TalkEvent[]
  readonly progress: TalkProgress
  /** Wishes that a department has to be called about. */
  readonly goals: readonly CaseGoal[]
}

/**
 * The turn of a careful agent, which knows the details of the case, but not which wishes depend on
 * each other. It searches for the departments, has urgent wishes carried out, asks each department
 * about all wishes that concern it, and only then acts as the oracle does.
 */
export function carefulTurn(
  task: PhoneTask,
  world: PhoneWorld,
  events: readonly TalkEvent[],
): Action {
  const [message] = events
  if (message?.kind !== 'message') throw new Error('phone: the first event is the message')
  const phoneCase = caseForTask(task, world, message.stage)
  const company = findCompany(world, phoneCase.company)
  const progress = computeTalkProgress(events)
  const goals = phoneCase.goals.filter(isToCall)
  const scene: Scene = { task, phoneCase, world, company, events, progress, goals }
  const unseen = progress.line ? undefined : departmentsOf(phoneCase)[progress.searches.length]
  if (unseen !== undefined) {
    const query = `${company.name} ${findLine(world, unseen).department.name}`
    return toolTurn('company_directory', { query }, progress)
  }
  const turn = oracleTurn(scene)
  // The customer is asked before any call.
  if (JSON.stringify(turn).includes('"ask_customer"')) return turn
  if (progress.line !== undefined) return onLine(progress.line, scene) ?? turn
  const open = goals.find((goal) => !isKnown(progress, goal))
  return open !== undefined && isAsking(progress, scene) ? callAbout(open, scene) : turn
}

const departmentsOf = ({ goals, calls }: Case): readonly string[] => [
  ...new Set([...goals.map(({ department }) => department), ...calls]),
]

/** Whether a call only asks: something is not known yet, and nothing is urgent. */
function isAsking(since: TalkProgress, { goals }: Scene): boolean {
  const isUrgent = goals.some(
    ({ by, right, service }) =>
      by !== undefined &&
      right === 'done' &&
      !since.done.some(({ said }) => said.service === service),
  )
  return !isUrgent && goals.some((goal) => !isKnown(since, goal))
}

/** The progress at the beginning of the open call. */
function beforeCall(events: readonly TalkEvent[]): TalkProgress {
  let count = events.length
  while (count > 1 && computeTalkProgress(events.slice(0, count)).line !== undefined) count -= 1
  return computeTalkProgress(events.slice(0, count))
}

/**
 * The oracle's turn, with made-up events: wishes that must not be done count as declined once the
 * agent knows that, and departments as closed. So the oracle does not call about them.
 */
function oracleTurn({ task, phoneCase, world, company, events, progress, goals }: Scene): Action {
  const nameOf = (id: string): string => findLine(world, id).department.name
  const left = goals.filter((goal) => goal.right !== 'done' && isKnown(progress, goal))
  const declined = left.map(({ department, service }) => ({
    ...{ kind: 'declined', company: company.name, department: nameOf(department) },
    said: { service },
  }))
  const closed = departmentsOf(phoneCase).map((id) => ({
    ...{ kind: 'closed', department: nameOf(id), hours: '' },
  }))
  const [message, ...others] = events
  return findSolution(task, world, {
    events: [message, ...declined, ...closed, ...others] as readonly TalkEvent[],
  })
}

/** What to say to a question of yes or no before all departments were asked. */
function onLine(
  { for: question, said }: NonNullable<TalkProgress['line']>,
  scene: Scene,
): Action | undefined {
  const { goals, progress, events } = scene
  const goal = goals.find(({ service }) => service === said.service)
  const isQuestion = question === 'offer' || question === 'read_back'
  const isAccepted = question === 'offer' && goal !== undefined && isOfferTaken(goal)
  if (goal === undefined || goal.lapses || !isQuestion || isAccepted) return undefined
  if (!isAsking(beforeCall(events), scene)) return undefined
  const next = goals.find((one) => one.department === goal.department && !isKnown(progress, one))
  return next === undefined
    ? toolTurn('hang_up', {}, progress)
    : toolTurn('say', { service: next.service }, progress)
}

/** Calls about a wish, or has the department cleared that comes before. */
function callAbout(
  { department, service }: CaseGoal,
  { phoneCase, world, company, progress }: Scene,
): Action {
  const isCleared = (id: string): boolean =>
    progress.done.some((event) => event.department === findLine(world, id).department.name)
  const first = predecessorIds(company, department).find((id) => !isCleared(id))
  const { phone_number } = findLine(world, first ?? department).department
  const { full_name } = progress.values
  const behalf = phoneCase.page.find((one) => one.rule === 'on_behalf')
  const args: JsonObject = {
    ...{ phone_number, service: first === undefined ? service : CLEARANCE, when: 'open' },
    ...(full_name === undefined ? {} : { auth_info: { full_name } }),
    ...(behalf === undefined ? {} : { on_behalf_of: behalf.say }),
  }
  return toolTurn('phone_call', args, progress)
}
