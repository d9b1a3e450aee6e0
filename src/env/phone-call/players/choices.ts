import type { JsonObject } from '../../../sim/json.ts'
import type { Case, CaseGoal } from '../../../sim/phone/case.ts'
import { CLEARANCE, servicesAt } from '../../../sim/phone/services.ts'
import type { PhoneTask } from '../../../sim/phone/task.ts'
import { findLineByNumber, type PhoneWorld } from '../../../sim/phone/world.ts'
import { type RandomStream, stream } from '../../../sim/random.ts'
import type { Action } from '../../message.ts'
import type { Player } from '../../player.ts'
import { findSolution, isTalk } from '../solution.ts'
import type { TalkEvent } from '../talk-events.ts'
import { computeTalkProgress } from '../talk-progress.ts'
import { carefulTurn } from './careful.ts'

/** What a choice may use. */
interface Scene {
  readonly task: PhoneTask
  readonly world: PhoneWorld
  readonly events: readonly TalkEvent[]
  /** A stream of draws that is the same for the same name. */
  draws(name: string): RandomStream
}

/** Changes one choice in the arguments of a call. */
type Choose = (tool: string, args: JsonObject, scene: Scene) => JsonObject

/**
 * Blind ways to make one choice each: the service, an answer, whether to ask, a record or option,
 * the time of a call, or the reported reason.
 */
const CHOICES = {
  'yes-sayer': answering(() => 'yes'),
  decliner: answering(() => 'no'),
  'answers-at-random': answering((draws) => draws.pick(['yes', 'no'])),
  'first-service': atDepartment(([first = '']) => first),
  'service-at-random': atDepartment((services, draws) => draws.pick(services)),
  'first-listed': firstListed,
  'never-asks': (tool, { approve, ...args }) => {
    if (tool !== 'ask_customer' || approve === undefined) return args
    return args.fields === undefined ? { fields: ['full_name'] } : args
  },
  'calls-at-once': (_, { when, ...args }) => args,
  'one-reason': (tool, args) => {
    if (tool !== 'report') return args
    const items = (args.items as JsonObject[]).map((item) =>
      item.outcome === 'done' ? item : { ...item, reason: 'side_effect_not_accepted' },
    )
    return { ...args, items }
  },
} as const satisfies Readonly<Record<string, Choose>>

type ChoiceName = keyof typeof CHOICES
export const CHOICE_NAMES = Object.keys(CHOICES) as readonly ChoiceName[]

/** Plays as the oracle does, except for one choice. */
export const choicePlayer = (name: ChoiceName): Player =>
  knowing((task, world, events) => {
    const draws = (key: string): RandomStream => stream(task.seed, 0, `${name} ${key}`)
    const scene: Scene = { task, world, events: events as readonly TalkEvent[], draws }
    const choose: Choose = CHOICES[name]
    return changed(findSolution(task, world, { events }), (tool, args) => choose(tool, args, scene))
  })

/** Plays as the oracle does, but ignores the page of rules. */
export const ruleBlindPlayer = (): Player =>
  knowing((task, world, events) => findSolution(task, world, { events }, withoutPage))

const withoutPage = (phoneCase: Case): Case => ({
  ...phoneCase,
  page: [],
  goals: phoneCase.goals.map((goal) =>
    goal.right === 'rules_forbid' ? { ...goal, right: 'done' as const } : goal,
  ),
})

/** A wish without what ties it to others. */
export function untied(goal: CaseGoal): CaseGoal {
  const { ends, follows, waits_for, hinges_on, by, offer, ...rest } = goal
  if (offer === undefined) return rest
  const { waived_by, ...plainOffer } = offer
  return { ...rest, offer: plainOffer }
}

/** Orders of calls that ignore ties and deadlines. */
const ORDERS = {
  'message-order': (goals: Case['goals']) => goals,
  'reverse-order': (goals: Case['goals']) => goals.toReversed(),
} as const

type OrderName = keyof typeof ORDERS
export const ORDER_NAMES = Object.keys(ORDERS) as readonly OrderName[]

/** Plays as the oracle does, but calls in the named order. */
export const orderPlayer = (name: OrderName): Player =>
  knowing((task, world, events) =>
    findSolution(task, world, { events }, (phoneCase) => ({
      ...phoneCase,
      goals: ORDERS[name](phoneCase.goals).map(untied),
    })),
  )

/** Plays as the oracle does, but asks all departments before anything is carried out. */
export const carefulPlayer = (): Player =>
  knowing((task, world, events) =>
    isTalk(events)
      ? carefulTurn(task, world, events as readonly TalkEvent[])
      : findSolution(task, world, { events }),
  )

type Turn = (
  task: PhoneTask,
  world: PhoneWorld,
  events: Parameters<typeof findSolution>[2]['events'],
) => Action

function knowing(turn: Turn): Player {
  return {
    needsHidden: true,
    act({ events, hidden }) {
      if (hidden === undefined) {
        throw new Error('this player must be shown the hidden task; ask with an admin token')
      }
      const { task, world } = hidden as unknown as { task: PhoneTask; world: PhoneWorld }
      return turn(task, world, events)
    },
  }
}

/** A turn with the arguments of its calls changed. */
function changed(action: Action, change: (tool: string, args: JsonObject) => JsonObject): Action {
  if (!('tool_calls' in action) || action.tool_calls == null) return action
  const calls = action.tool_calls.map((call) => {
    const { name, arguments: args } = call.function
    return { ...call, function: { name, arguments: change(name, args as JsonObject) } }
  })
  return { ...action, tool_calls: calls }
}

function answering(answer: (draws: RandomStream) => string): Choose {
  return (tool, args, { events, draws }) =>
    tool === 'say' && args.answer !== undefined
      ? { ...args, answer: answer(draws(String(events.length))) }
      : args
}

function atDepartment(
  choose: (services: readonly string[], draws: RandomStream) => string,
): Choose {
  return (tool, args, { world, draws }) => {
    if (tool !== 'phone_call' || args.service === CLEARANCE) return args
    const line = findLineByNumber(world, String(args.phone_number))
    const services = line === undefined ? [] : servicesAt(line).map(({ id }) => id)
    return { ...args, service: choose(services, draws(services.join())) }
  }
}

/** Takes the first of the records and options that the department has listed. */
function firstListed(_: string, args: JsonObject, { events }: Scene): JsonObject {
  const { line } = computeTalkProgress(events)
  const details = args.details as JsonObject | undefined
  if (details === undefined || line?.for !== 'details') return args
  const [record] = line.records
  const [option] = line.options
  return {
    ...args,
    details: {
      ...details,
      ...(details.record === undefined || record === undefined ? {} : { record: record.id }),
      ...(details.option === undefined || option === undefined ? {} : { option: option.id }),
    },
  }
}
