import { canonicalJson, type JsonObject } from '../../sim/json.ts'
import { childSeed, stream } from '../../sim/random.ts'
import { parseFitting } from '../../tools/complaint.ts'
import { failureText } from '../../tools/failure-text.ts'
import { toolSchema } from '../../tools/tool.ts'
import type { Audit } from '../audit.ts'
import {
  type EpisodeSetup,
  type EpisodeState,
  effectiveLimits,
  endEpisode,
  KERNEL_METRICS,
} from '../episode.ts'
import { WorldLate } from '../failure.ts'
import type { Action } from '../message.ts'
import {
  type EffectScript,
  noOutsideWorld,
  type Playthrough,
  playthrough,
  setupIn,
} from '../playthrough.ts'
import type { AnyEnvironment } from '../plugin.ts'
import type { Conversation } from '../public-event.ts'
import { seedAt } from '../seeds.ts'
import { metricsIn, toolsIn } from '../settings.ts'
import type { BaseTask } from '../task-data.ts'
import { sampledTurns } from '../usual-players.ts'
import { checkAnswers, checkTeaching } from './answers.ts'
import { type Bench, must } from './bench.ts'
import { guarded, NO_CALL, type RunningCall } from './guarded.ts'
import { type ConformanceHost, NO_HOST } from './host.ts'
import { MEMBER_NAMES, memberNamePlayer } from './member-names.ts'
import { checkDeterminism, checkStates } from './purity.ts'

/** Input of the suite: tasks that share a world, and the answers to their effects. */
export interface ConformanceSubject {
  readonly environment: AnyEnvironment
  readonly world: JsonObject
  readonly tasks: readonly (BaseTask & JsonObject)[]
  readonly effects?: EffectScript
  /** The client's settings. Absent: the defaults. */
  readonly settings?: JsonObject
  /** The turns to play. Default: sampled turns. */
  readonly choose?: (seen: Conversation, state: EpisodeState) => Action | undefined
  /** The checks to run. Default: all. */
  readonly only?: readonly CheckName[]
  /** Seed of the sampled play. The same seed reproduces a finding. */
  readonly seed: number
  /** What the program around the checks can do. Default: nothing. */
  readonly host?: ConformanceHost
}

/** One promise of the contract, and every task that breaks it. */
export interface ConformanceCheck {
  readonly name: string
  readonly failures: readonly string[]
  /** A call did not end in time. */
  readonly isLate?: true
}

/** Returned by a check if the audit says nothing about this task. */
const NOTHING_TO_CHECK = 'nothing to check'
type TaskCheck = (bench: Bench) => unknown

const CHECKS = {
  'the task and the world fit their schemas': checkSchemas,
  'the opening has messages and no reward': checkOpening,
  'the same actions give the same episode': checkDeterminism,
  'states are plain JSON and never changed in place': checkStates,
  // Before the checks that play the oracle again, so that its own mistakes have this name.
  'the oracle wins': checkOracle,
  'messages are text, events have a kind, and ends have a known reason': checkAnswers,
  'words such as "constructor" are ordinary text': checkMemberNames,
  'rewards have known parts, whole thousandths and stay in bounds': checkRewards,
  'a closed episode reports exactly the declared metrics': checkMetrics,
  'every episode ends within its turn limit': checkLimits,
  'every attempt can be described to later ones': checkTeaching,
  'a hidden fact changes nothing before it is revealed': checkSecrecy,
} satisfies Record<string, TaskCheck>
export type CheckName = keyof typeof CHECKS

/** The checks of what a member of the audit says, which do not run without it. */
export const CHECK_OF: Partial<Record<keyof Audit, CheckName>> = {
  solve: 'the oracle wins',
  hiddenVariant: 'a hidden fact changes nothing before it is revealed',
}

/** Receives the current check and its number of finished tasks. */
type OnProgress = (check: string, done: number) => void

/** After this many slow calls, the remaining tasks and checks are skipped. */
const LATE_MAX = 2

/**
 * Runs the contract's checks on every task and reports the failures by check. Checks for which the
 * audit says nothing do not run; `uncheckedIn` names them.
 */
export function checkConformance(
  subject: ConformanceSubject,
  onProgress: OnProgress = () => {},
): readonly ConformanceCheck[] {
  const declared: ConformanceCheck = {
    name: 'the declarations are complete',
    failures: failuresOver([subject.environment], (environment) =>
      checkDeclarations(environment, subject.settings),
    ),
  }
  const { audit } = subject.environment
  const meant = (subject.only ?? (Object.keys(CHECKS) as CheckName[])).filter((name) => {
    const needed = (Object.keys(CHECK_OF) as (keyof Audit)[]).find((key) => CHECK_OF[key] === name)
    return needed === undefined || audit[needed] !== undefined
  })
  const lateCalls = { count: 0 }
  const perTask = meant.flatMap((name) => {
    let unchecked = 0
    const check = (task: BaseTask & JsonObject, done: number): void => {
      onProgress(name, done)
      if (runOnTask(subject, task, CHECKS[name]) === NOTHING_TO_CHECK) unchecked += 1
    }
    const failures = failuresOver(subject.tasks, check, lateCalls)
    if (unchecked > 0 && unchecked === subject.tasks.length) return []
    return [lateCalls.count === 0 ? { name, failures } : { name, failures, isLate: true as const }]
  })
  return [declared, ...perTask]
}

/** Runs a check on a task, and names the function that does not return. */
function runOnTask(subject: ConformanceSubject, task: BaseTask & JsonObject, check: TaskCheck) {
  const { environment, host = NO_HOST } = subject
  const running: RunningCall = { name: NO_CALL }
  const { locate } = host
  const bench = benchOf(
    { ...subject, environment: guarded(environment, { running, locate }) },
    task,
  )
  let result: unknown
  const isDone = host.endsInTime(() => {
    result = check(bench)
  })
  if (isDone) return result
  throw new WorldLate(
    `${running.name} does not return: look for an endless loop or very large values`,
  )
}

/** Collects the failures of these tasks. Skips the rest if calls do not end. */
export function failuresOver<Task extends Pick<BaseTask, 'id'>>(
  tasks: readonly Task[],
  check: (task: Task, done: number) => void,
  lateCalls = { count: 0 },
): string[] {
  const failures: string[] = []
  for (const [done, task] of tasks.entries()) {
    if (lateCalls.count >= LATE_MAX) {
      const left = tasks.length - done
      failures.push(
        `${left} ${done === 0 ? '' : 'more '}were skipped, because calls do not end in time`,
      )
      break
    }
    try {
      check(task, done)
    } catch (error) {
      failures.push(`${task.id}: ${failureText(error)}`)
      if (error instanceof WorldLate) lateCalls.count += 1
    }
  }
  return failures
}

function benchOf(subject: ConformanceSubject, task: BaseTask & JsonObject): Bench {
  const { environment, world, seed } = subject
  const script = subject.effects ?? noOutsideWorld(environment)
  const settings = parseFitting(environment.settings.schema, subject.settings ?? {}, 'the settings')
  const setup = setupIn({ environment, world, settings }, task)
  const choose = (name: string) => (seen: Conversation, state: EpisodeState) => {
    const random = stream(childSeed(seed, `${task.id}/${name}`), state.step, 'choice')
    return random.pick(sampledTurns(environment, seen, random))
  }
  return {
    environment,
    world,
    seed,
    script,
    setup,
    task,
    sampled(name, other = setup) {
      const actions: Action[] = []
      const chosen = subject.choose ?? choose(name)
      const recording = (seen: Conversation, state: EpisodeState): Action | undefined => {
        const action = chosen(seen, state)
        if (action !== undefined) actions.push(action)
        return action
      }
      return { ...playthrough(other, recording, script), actions }
    },
    solved: () =>
      playthrough(setup, (seen) => environment.audit.solve?.(task, world, seen), script),
  }
}

function checkDeclarations(environment: AnyEnvironment, given: JsonObject = {}): void {
  must(/^[a-z][a-z0-9-]*-v[1-9][0-9]*$/.test(environment.id), `id "${environment.id}"`)
  const { revision, teaching } = environment
  must(Number.isSafeInteger(revision) && revision > 0, `revision ${revision} is not 1 or more`)
  must(environment.reward.parts.length > 0, 'reward parts are missing')
  const { players = {}, reference } = teaching
  must(
    reference === undefined || Object.hasOwn(players, reference),
    `teaching.reference "${reference}" is none of teaching.players`,
  )
  const settings = parseFitting(environment.settings.schema, given, 'the settings')
  must(metricsIn({ environment, settings }).includes('success'), 'metrics must include success')
  const tools = toolsIn({ environment, settings })
  const names = tools.map(({ name }) => name)
  const double = names.find((name, index) => names.indexOf(name) !== index)
  must(double === undefined, `there are two tools named "${double}"`)
  for (const tool of tools) {
    must(
      /^[a-z][a-z0-9_]*$/.test(tool.name),
      `tool name "${tool.name}" must be lower-case letters, digits and underscores`,
    )
    must(tool.description.length > 0, `tool ${tool.name} has no description`)
    must(
      toolSchema(tool).function.parameters.type === 'object',
      `tool ${tool.name} takes no object`,
    )
  }
}

function checkSchemas({ environment, task, world }: Bench): void {
  const read = parseFitting(environment.data.taskSchema, task, 'the task')
  must(canonicalJson(read) === canonicalJson(task), 'the task changes when it is read')
  parseFitting(environment.data.world.schema, world, 'the world')
  must(environment.data.publicTask(task).id === task.id, 'the public task has another id')
}

function checkOpening({ environment, setup, sampled }: Bench): void {
  const { opening, states } = sampled('opening')
  must(opening.length > 0, 'the opening has no messages')
  const context = { ...contextless(setup), step: 0, closed: false }
  const parts = environment.score((states[0] as EpisodeState).worldState, context)
  const total = Object.values(parts).reduce((sum, part) => sum + part, 0)
  must(total === 0, `the opening scores ${total}`)
}

function contextless(setup: EpisodeSetup) {
  return {
    task: setup.task,
    world: setup.world,
    settings: setup.settings,
    conduct: { turns: 0, toolCalls: 0, malformedCalls: 0, nudges: 0 },
    lastTurn: false,
    random: (name: string) => stream(seedAt(setup.seeds, 0), 0, name),
  }
}

function checkMemberNames({ setup, script }: Bench): void {
  for (const name of MEMBER_NAMES) {
    try {
      playthrough(setup, memberNamePlayer(setup, name), script)
    } catch (error) {
      throw new Error(`a player who says "${name}": ${failureText(error)}`)
    }
  }
}

function checkRewards({ environment, sampled, setup }: Bench): void {
  const { parts, minimum, maximum } = environment.reward
  for (const name of ['rewards-1', 'rewards-2', 'rewards-3']) {
    const { states, answers } = sampled(name)
    for (const answer of answers) {
      for (const [part, value] of Object.entries(answer.parts)) {
        must(parts.includes(part), `reward part "${part}" is not declared`)
        must(Number.isInteger(value), `reward part "${part}" is ${value}`)
      }
    }
    const total = (states[states.length - 1] as EpisodeState).total
    const sum = answers.reduce((all, answer) => all + answer.reward, 0)
    must(sum === total, `step rewards add up to ${sum}, the total is ${total}`)
    must(total >= minimum && total <= maximum, `the total ${total} is out of bounds`)
    for (const state of states.filter((open) => open.end === undefined)) {
      const ended = endEpisode(setup, state, 'abandoned').state.total
      must(ended >= minimum && ended <= maximum, `ended from outside, the total is ${ended}`)
    }
  }
}

function checkMetrics({ sampled, setup }: Bench): void {
  const { states } = sampled('metrics')
  const expected = [...KERNEL_METRICS, ...metricsIn(setup)].sort().join()
  for (const state of [states[0] as EpisodeState, states[states.length - 1] as EpisodeState]) {
    const metrics = endEpisode(setup, state, 'abandoned').answer.metrics ?? {}
    must(Object.keys(metrics).sort().join() === expected, `metrics are ${Object.keys(metrics)}`)
    for (const [key, value] of Object.entries(metrics)) {
      must(Number.isFinite(value), `metric ${key} is ${value}`)
    }
    must(metrics.success === 0 || metrics.success === 1, `success is ${metrics.success}`)
  }
}

function checkLimits({ sampled, setup }: Bench): void {
  const last = sampled('limits').states.at(-1)
  must(last?.end !== undefined, 'the episode did not end')
  must(last.step <= setup.limits.turnsMax, `it took ${last.step} turns`)
}

function checkOracle({ solved, environment }: Bench): unknown {
  const { answers, states } = solved()
  if (answers.length === 0) return NOTHING_TO_CHECK
  const last = answers.at(-1)
  must(last?.metrics?.success === 1, `the oracle ended with ${JSON.stringify(last?.end)}`)
  const total = states.at(-1)?.total
  must(total === environment.reward.maximum, `the oracle's total is ${total}`)
}

const openingOf = ({ opening, openingEvents }: Playthrough): string =>
  JSON.stringify([opening, openingEvents])

function checkSecrecy(bench: Bench): unknown {
  const { environment, task, world, setup, sampled, seed } = bench
  const variant = environment.audit.hiddenVariant?.(task, world, seed)
  if (variant === undefined) return NOTHING_TO_CHECK
  must(canonicalJson(variant.task) !== canonicalJson(task), 'the hidden variant is the same task')
  const hidden = variant.task as EpisodeSetup['task']
  parseFitting(environment.data.taskSchema, hidden, 'the hidden variant')
  const outside = (one: EpisodeSetup['task']): string =>
    JSON.stringify([
      environment.data.publicTask(one, setup.settings),
      effectiveLimits(environment, one, setup.settings),
    ])
  must(outside(hidden) === outside(task), 'what may be listed of them differs')
  for (const name of ['secrecy-1', 'secrecy-2', 'secrecy-3', 'secrecy-4']) {
    const base = sampled(name)
    const other = sampled(name, { ...setup, task: hidden })
    must(openingOf(base) === openingOf(other), 'the openings differ')
    must(!variant.revealed((base.states[0] as EpisodeState).worldState), 'revealed by the opening')
    for (let step = 0; step < base.answers.length; step++) {
      const revealed = [base, other].some(({ states }) => {
        const after = states[step + 1]
        return after === undefined || after.end !== undefined || variant.revealed(after.worldState)
      })
      if (revealed) break
      const same = JSON.stringify(base.answers[step]) === JSON.stringify(other.answers[step])
      must(same, `step ${step + 1} differs before the fact was revealed`)
    }
  }
}
