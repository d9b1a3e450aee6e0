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
  stepEpisode,
} from '../episode.ts'
import { WorldLate } from '../failure.ts'
import type { Action } from '../message.ts'
import {
  type EffectScript,
  noOutsideWorld,
  type Playthrough,
  playScripted,
  playthrough,
  setupIn,
} from '../playthrough.ts'
import type { AnyEnvironment } from '../plugin.ts'
import type { Conversation } from '../public-event.ts'
import { seedAt } from '../seeds.ts'
import { metricsIn, toolsIn } from '../settings.ts'
import type { BaseTask } from '../task-data.ts'
import { sampledTurns } from '../usual-players.ts'
import { MEMBER_NAMES, memberNamePlayer } from './member-names.ts'

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
}

/** One promise of the contract, and every task that breaks it. */
export interface ConformanceCheck {
  readonly name: string
  readonly failures: readonly string[]
}

type TaskCheck = (bench: Bench) => void

/** A task under test, with the ways to play it. */
interface Bench extends ConformanceSubject {
  readonly setup: EpisodeSetup
  readonly task: BaseTask & JsonObject
  /** Plays sampled actions; the same name repeats the same choices. */
  sampled(name: string, setup?: EpisodeSetup): Playthrough
  solved(): Playthrough
}

const CHECKS = {
  'the task and the world fit their schemas': checkSchemas,
  'the opening has messages and no reward': checkOpening,
  'the same actions give the same episode': checkDeterminism,
  'states are plain JSON and never changed in place': checkStates,
  'words such as "constructor" are ordinary text': checkMemberNames,
  'rewards have known parts, whole thousandths and stay in bounds': checkRewards,
  'a closed episode reports exactly the declared metrics': checkMetrics,
  'every episode ends within its turn limit': checkLimits,
  'the oracle wins': checkOracle,
  'a hidden fact changes nothing before it is revealed': checkSecrecy,
} satisfies Record<string, TaskCheck>
export type CheckName = keyof typeof CHECKS

/** Checks that need a member of the audit, and do not run without it. */
const NEEDS: Partial<Record<CheckName, keyof Audit>> = {
  'the oracle wins': 'solve',
  'a hidden fact changes nothing before it is revealed': 'hiddenVariant',
}

/** Receives the current check and its number of finished tasks. */
type OnProgress = (check: string, done: number) => void

/** After this many slow calls, a check skips its remaining tasks. */
const LATE_MAX = 2

/**
 * Runs the contract's checks on every task and reports the failures by check. Checks without their
 * member of the audit do not run; `uncheckedIn` names them.
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
    const needed = NEEDS[name]
    return needed === undefined || audit[needed] !== undefined
  })
  const perTask = meant.map((name) => ({
    name,
    failures: failuresOver(subject.tasks, (task, done) => {
      onProgress(name, done)
      CHECKS[name](benchOf(subject, task))
    }),
  }))
  return [declared, ...perTask]
}

/** Collects the failures of these tasks. Skips the rest if calls do not end. */
export function failuresOver<Task extends Pick<BaseTask, 'id'>>(
  tasks: readonly Task[],
  check: (task: Task, done: number) => void,
): string[] {
  const failures: string[] = []
  let late = 0
  for (const [done, task] of tasks.entries()) {
    try {
      check(task, done)
    } catch (error) {
      failures.push(`${task.id}: ${failureText(error)}`)
      if (error instanceof WorldLate) late += 1
    }
    const left = tasks.length - done - 1
    if (late < LATE_MAX || left === 0) continue
    failures.push(`${left} more were skipped, because calls do not end in time`)
    break
  }
  return failures
}

function must(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message)
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
    ...subject,
    setup,
    task,
    sampled: (name, other = setup) => playthrough(other, subject.choose ?? choose(name), script),
    solved: () =>
      playthrough(setup, (seen) => environment.audit.solve?.(task, world, seen), script),
  }
}

function checkDeclarations(environment: AnyEnvironment, given: JsonObject = {}): void {
  must(/^[a-z][a-z0-9-]*-v[1-9][0-9]*$/.test(environment.id), `id "${environment.id}"`)
  const { revision } = environment
  must(Number.isSafeInteger(revision) && revision > 0, `revision ${revision} is not 1 or more`)
  must(environment.reward.parts.length > 0, 'reward parts are missing')
  const settings = parseFitting(environment.settings.schema, given, 'the settings')
  must(metricsIn({ environment, settings }).includes('success'), 'metrics must include success')
  for (const tool of toolsIn({ environment, settings })) {
    must(/^[a-z][a-z0-9_]*$/.test(tool.name), `tool name "${tool.name}"`)
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

function checkDeterminism({ sampled, setup }: Bench): void {
  const copy: EpisodeSetup = {
    ...setup,
    task: JSON.parse(JSON.stringify(setup.task)) as EpisodeSetup['task'],
    world: setup.world,
  }
  const first = JSON.stringify(sampled('determinism'))
  must(first === JSON.stringify(sampled('determinism', copy)), 'a second run went differently')
}

function checkStates({ sampled, setup, effects }: Bench): void {
  const { states, transcript } = sampled('states')
  for (const state of states) {
    const copy = JSON.parse(JSON.stringify(state)) as EpisodeState
    must(
      canonicalJson(copy as never) === canonicalJson(state as never),
      'a state is not plain JSON',
    )
  }
  const actions = transcript.filter((message) => message.role === 'assistant')
  let state = deepFreeze(states[0] as EpisodeState)
  for (const { role: _, ...action } of actions) {
    const play = stepEpisode(setup, state, action as Action)
    state = deepFreeze(playScripted(play, effects ?? noOutsideWorld(setup.environment)).state)
  }
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const member of Object.values(value)) deepFreeze(member)
  }
  return value
}

function checkMemberNames({ environment, setup, effects }: Bench): void {
  const script = effects ?? noOutsideWorld(environment)
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

function checkOracle({ solved, environment }: Bench): void {
  const { answers, states } = solved()
  if (answers.length === 0) return
  const last = answers.at(-1)
  must(last?.metrics?.success === 1, `the oracle ended with ${JSON.stringify(last?.end)}`)
  const total = states.at(-1)?.total
  must(total === environment.reward.maximum, `the oracle's total is ${total}`)
}

const openingOf = ({ opening, openingEvents }: Playthrough): string =>
  JSON.stringify([opening, openingEvents])

function checkSecrecy({ environment, task, world, setup, sampled, seed }: Bench): void {
  const variant = environment.audit.hiddenVariant?.(task, world, seed)
  if (variant === undefined) return
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
