// Guards the difficulty of the highest level: each task turns on many choices of several patterns.
import { describe, expect, it } from 'vitest'
import { type StagedTask, setupOf, stagedTasks, WORLD } from '../../../test/phone-call/talk.ts'
import { playOut } from '../../../test/support/rollout.ts'
import type { JsonObject } from '../../sim/json.ts'
import type { Case, CaseGoal } from '../../sim/phone/case.ts'
import { sayMoment } from '../../sim/phone/clock/time.ts'
import { caseForTask } from '../../sim/phone/draw-case.ts'
import { findMatter } from '../../sim/phone/matters.ts'
import { generateTask } from '../../sim/phone/tasks.ts'
import type { Action } from '../message.ts'
import { untied } from './players/choices.ts'
import { findSolution } from './solution.ts'
import { toolTurn } from './survey.ts'
import type { TalkEvent } from './talk-events.ts'
import { computeTalkProgress } from './talk-progress.ts'

/** Tasks of the highest level that no other test plays. */
const PLAYS = stagedTasks(65_000, 40, () => 5)

/** A choice of the oracle, the pattern that it belongs to, and what else could be done there. */
interface Decision {
  readonly name: string
  readonly pattern: string
  readonly instead: readonly [tool: string, args: JsonObject]
}

const patternOf = ({ offer, lapses }: CaseGoal, question: string): string => {
  if (lapses === true) return 'only now'
  if (question === 'read_back' || offer === undefined) return 'side effect'
  return offer.offer.kind === 'fee' ? 'budget' : 'linked offer'
}

/** The decision that a turn of the oracle makes, if it makes one. */
function decisionIn(
  action: Action,
  { phoneCase }: StagedTask,
  events: readonly TalkEvent[],
): Decision[] {
  if (!('tool_calls' in action)) return []
  const { name: tool = '', arguments: args = {} } = action.tool_calls?.[0]?.function ?? {}
  const given = args as JsonObject
  const { line, corrections } = computeTalkProgress(events)
  const service = tool === 'say' ? line?.said.service : given.service
  const goal = phoneCase.goals.find((one) => one.service === service)
  if (goal === undefined) return []
  if (tool === 'phone_call') {
    if (goal.by === undefined || goal.right !== 'done') return []
    const late = { ...given, when: sayMoment(goal.by + 1) }
    return [{ name: `deadline ${service}`, pattern: 'deadline', instead: [tool, late] }]
  }
  if (given.answer !== undefined) {
    const other = given.answer === 'yes' ? 'no' : 'yes'
    const pattern = patternOf(goal, line?.for ?? '')
    const instead =
      pattern === 'only now'
        ? (['hang_up', {}] as const)
        : ([tool, { ...given, answer: other }] as const)
    return [{ name: `answer ${service} ${line?.for}`, pattern, instead }]
  }
  const details = given.details as JsonObject | undefined
  if (details === undefined) return []
  const isCorrected = corrections[goal.service] !== undefined
  const told = (pattern: string, instead: JsonObject): Decision => ({
    ...{ name: `${pattern} ${service}`, pattern, instead: [tool, { ...given, details: instead }] },
  })
  return [
    ...(isCorrected ? [told('correction', goal.details as JsonObject)] : []),
    ...(goal.follows === undefined
      ? []
      : [told('joined facts', { ...details, date: phoneCase.date })]),
  ]
}

const nextOf = (
  { task }: StagedTask,
  events: readonly TalkEvent[],
  seenAs?: (phoneCase: Case) => Case,
) => findSolution(task, WORLD, { events }, seenAs)

/** All decisions that the oracle makes, in order. */
function decisionsOf(play: StagedTask): readonly Decision[] {
  const all: Decision[] = []
  playOut(setupOf(play.task, { stage: play.stage }), (seen) => {
    const events = seen.events as readonly TalkEvent[]
    const action = nextOf(play, events)
    all.push(...decisionIn(action, play, events))
    return action
  })
  return all
}

/** Whether the task is lost if one decision is made in the other way, and all else as it should. */
function isCritical(play: StagedTask, { name }: Decision): boolean {
  let isMade = false
  const rollout = playOut(setupOf(play.task, { stage: play.stage }), (seen) => {
    const events = seen.events as readonly TalkEvent[]
    const action = nextOf(play, events)
    const decision = isMade
      ? undefined
      : decisionIn(action, play, events).find((one) => one.name === name)
    if (decision === undefined) return action
    isMade = true
    return toolTurn(...decision.instead, computeTalkProgress(events))
  })
  return !rollout.success
}

/** A case as somebody takes it who overlooks one thing, and the pattern of that. */
type Mistake = readonly [pattern: string, mistaken: Case]

function mistakesIn(phoneCase: Case): Mistake[] {
  const { goals, page } = phoneCase
  const taken = (goal: CaseGoal, as: Partial<CaseGoal>): Case => ({
    ...phoneCase,
    goals: goals.map((one) => (one === goal ? { ...one, ...as } : one)),
  })
  const isDone = (service: string | undefined): boolean =>
    goals.some((goal) => goal.service === service && goal.right === 'done')
  return [
    ...page.flatMap(({ rule }): Mistake[] => {
      const others = page.filter((one) => one.rule !== rule)
      const isRead = rule === 'ask_before' || rule === 'never_tell'
      return isRead ? [['page', { ...phoneCase, page: others }]] : []
    }),
    ...goals.flatMap((goal): Mistake[] => {
      const { ends, offer, twin } = goal
      const isEarly = goal.right === 'done' && isDone(ends)
      const isLate = goals.some((one) => one.service === ends && one.waits_for !== undefined)
      const { ends: _, ...free } = goal
      const early = goals.map((one) => (one === goal ? { ...free, by: 0 } : one))
      const leftAs = (right: CaseGoal['right']): Case => ({
        ...phoneCase,
        goals: goals.map((one) => (one === goal ? { ...untied(goal), right } : one)),
      })
      const unmet = goal.right === 'done' ? 'condition_not_met' : 'done'
      return [
        ...(goal.right === 'ruled_out' ? [['clash', leftAs('done')] as const] : []),
        ...(goal.hinges_on === undefined ? [] : [['condition', leftAs(unmet)] as const]),
        ...(isEarly
          ? [[isLate ? 'waiting' : 'order', { ...phoneCase, goals: early }] as const]
          : []),
        ...(offer?.waived_by === undefined
          ? []
          : [['waiver', taken(goal, { right: 'fee_not_accepted' })] as const]),
        ...(twin === undefined
          ? []
          : [['look-alike', taken(goal, { service: twin.service })] as const]),
      ]
    }),
  ]
}

function isLostAs(play: StagedTask, mistaken: Case): boolean {
  const rollout = playOut(setupOf(play.task, { stage: play.stage }), (seen) =>
    nextOf(play, seen.events as readonly TalkEvent[], () => mistaken),
  )
  return !rollout.success
}

/** The patterns of the choices of a task that lose it if they are made in the other way. */
function* criticalIn(play: StagedTask): Generator<string, void, void> {
  for (const [pattern, mistaken] of mistakesIn(play.phoneCase)) {
    if (isLostAs(play, mistaken)) yield pattern
  }
  for (const decision of decisionsOf(play)) {
    if (isCritical(play, decision)) yield decision.pattern
  }
}

describe('a task of the highest level', () => {
  it('has eight decisions or more that lose it if made otherwise, of four patterns', () => {
    for (const play of PLAYS) {
      const patterns: string[] = []
      for (const pattern of criticalIn(play)) {
        patterns.push(pattern)
        // Each choice is a whole call, and these are enough.
        if (patterns.length >= 8 && new Set(patterns).size >= 4) break
      }
      expect([play.task.id, patterns.length >= 8]).toEqual([play.task.id, true])
      expect([play.task.id, new Set(patterns).size >= 4]).toEqual([play.task.id, true])
    }
  })
})

describe('a tie', () => {
  const cases = Array.from({ length: 200 }, (_, at) =>
    caseForTask(generateTask(WORLD, 'train', 66_000 + at, 5), WORLD, 'curriculum'),
  )
  type Tie = readonly [Share, (goal: CaseGoal, phoneCase: Case) => boolean]
  type Share = readonly [from: number, to: number]
  /** Of two such ties in a task one exists, so that most tasks have one. */
  const TWICE = 0.95
  /** Of three such ties two exist, so that nearly all tasks have one. */
  const IN_ALL = 1.01
  /** In which share of the tasks a tie exists, from and to, and where. Some may be left out. */
  const TIES = {
    'a service that has to come before another one': [
      [0.5, IN_ALL],
      ({ ends, right }, { goals }) =>
        right === 'done' && goals.some((other) => other.service === ends && other.right === 'done'),
    ],
    'a wish that another one rules out': [[0.38, 0.62], ({ right }) => right === 'ruled_out'],
    'a condition that is not met': [[0.38, 0.62], ({ right }) => right === 'condition_not_met'],
    'a contract that voids another wish': [
      [0.38, 0.62],
      ({ ends, right }) => ends !== undefined && right === 'term_not_accepted',
    ],
    'a service that waits for another one': [
      [0.38, TWICE],
      ({ waits_for }) => waits_for !== undefined,
    ],
    'a service that has to be settled at once': [[0.2, 0.62], ({ lapses }) => lapses === true],
    'a day that follows from another one': [[0.2, 0.62], ({ follows }) => follows !== undefined],
    'a look-alike': [
      [0.25, 0.62],
      ({ service, twin }) => twin !== undefined && findMatter(service).says.length === 0,
    ],
    'a budget that does not cover all': [
      [0.3, 0.62],
      ({ right, offer }) => right === 'fee_not_accepted' || offer?.waived_by !== undefined,
    ],
    'a correction': [
      [0.25, 0.62],
      ({ service }, { correction }) => correction?.service === service,
    ],
  } satisfies Readonly<Record<string, Tie>>

  it.each(Object.entries(TIES))(
    'exists in about half of the tasks: %s',
    (_, [[from, to], exists]) => {
      const tied = cases.filter((phoneCase) =>
        phoneCase.goals.some((goal) => exists(goal, phoneCase)),
      )
      expect(tied.length / cases.length).toBeGreaterThan(from)
      expect(tied.length / cases.length).toBeLessThan(to)
    },
  )
})
