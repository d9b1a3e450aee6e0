import { assistantMessage } from '../../../env/assistant-message.ts'
import type { Attempt } from '../../../env/attempt.ts'
import {
  type EpisodeSetup,
  type EpisodeState,
  openEpisode,
  type Play,
  stepEpisode,
} from '../../../env/episode.ts'
import { memberSeeds } from '../../../env/group.ts'
import { describeAttempt } from '../../../env/group-account.ts'
import { withoutAttempts } from '../../../env/group-block.ts'
import type { Transcript } from '../../../env/message.ts'
import { setupIn } from '../../../env/playthrough.ts'
import type { AnyEnvironment } from '../../../env/plugin.ts'
import type { PublicEvent } from '../../../env/public-event.ts'
import type { BaseTask } from '../../../env/task-data.ts'
import type { Outcome } from '../../../env/teaching.ts'
import type { JsonObject } from '../../../sim/json.ts'
import { parseFitting } from '../../../tools/complaint.ts'
import { GroupMemory, groupKey } from './group-memory.ts'
import type {
  OpenedRollout,
  Playground,
  RolloutMember,
  RolloutRequest,
  RolloutTurn,
  TurnOutcome,
} from './playground.ts'

export type InProcessTask = BaseTask & JsonObject
type Message = Transcript[number]

/** Inputs of a playground in this process. */
export interface InProcessOptions {
  readonly environment: AnyEnvironment
  readonly world: JsonObject
  /** The task with an index in a split; throws if there is none. */
  readonly findTask: (split: string, index: number) => InProcessTask
  /** Settings that differ from the environment's defaults. */
  readonly settings?: JsonObject
  /** Replaces a failed attempt, for experiments on the value of critiques. */
  readonly retell?: (attempt: Attempt, failed: FailedRollout) => Attempt
  /** Whether the trainer gets the critiques of failed rollouts. */
  readonly sendsCritiques?: boolean
}

/** The sources of a failed attempt's description. */
export interface FailedRollout {
  readonly task: InProcessTask
  readonly events: readonly PublicEvent[]
  readonly outcome: Outcome
}

interface InProcessRollout extends OpenedRollout {
  readonly setup: EpisodeSetup
  readonly group: RolloutMember | undefined
  /** Without the block of earlier attempts. */
  readonly transcript: Message[]
  readonly seenEvents: PublicEvent[]
  state: EpisodeState
}

/**
 * The environment in this process, under the rules of a server: for tests, cloning and experiments.
 * The same requests give the same openings as on a server.
 */
export class InProcessPlayground implements Playground<InProcessRollout> {
  readonly #options: InProcessOptions
  readonly #settings: JsonObject
  readonly #groups = new Map<string, GroupMemory>()

  constructor(options: InProcessOptions) {
    this.#options = options
    this.#settings = parseFitting(
      options.environment.settings.schema,
      options.settings ?? {},
      'settings',
    )
  }

  async open(request: RolloutRequest): Promise<InProcessRollout> {
    const { group } = request
    try {
      return await this.#open(request)
    } catch (error) {
      if (group?.mode === 'feedback') this.#end(group)
      throw error
    }
  }

  async step(turns: readonly RolloutTurn<InProcessRollout>[]): Promise<readonly TurnOutcome[]> {
    return turns.map((turn) => this.#stepOne(turn))
  }

  async drop(rollouts: readonly InProcessRollout[]): Promise<void> {
    for (const { group } of rollouts) if (group?.mode === 'feedback') this.#end(group)
  }

  async #open({ split, index, group, step }: RolloutRequest): Promise<InProcessRollout> {
    const { environment, world, findTask: taskOf } = this.#options
    const task = taskOf(split, index)
    const begun = setupIn({ environment, world, settings: this.#settings }, task)
    const isSeeded = group !== undefined && environment.usesSeed
    const seeds = isSeeded ? memberSeeds(task.id, group, group.index) : begun.seeds
    const memory = group?.mode === 'feedback' ? this.#memory(group, task) : undefined
    const member = group === undefined ? undefined : memory?.memberSchedule(group.index)
    const attempts =
      group === undefined ? [] : ((await memory?.attemptsFor(group.index, step)) ?? [])
    const setup = { ...begun, seeds, attempts }
    const { state, messages, events = [] } = finish(openEpisode(setup))
    const transcript: Message[] = [...withoutAttempts(messages, attempts)]
    const condition = member?.condition ?? 'clean'
    const attemptsShown = attempts.length
    const opening = { messages, events, condition, attemptsShown }
    return { ...opening, setup, group, transcript, seenEvents: [...events], state }
  }

  #memory(group: RolloutMember, task: InProcessTask): GroupMemory {
    const key = groupKey(group)
    const attemptsMax = this.#options.environment.teaching.attemptsShownMax?.(task)
    const memory = this.#groups.get(key) ?? new GroupMemory(group, attemptsMax)
    this.#groups.set(key, memory)
    return memory
  }

  #stepOne({ rollout, action }: RolloutTurn<InProcessRollout>): TurnOutcome {
    const { state, answer } = finish(stepEpisode(rollout.setup, rollout.state, action))
    rollout.state = state
    const { messages, events = [], end, metrics = {} } = answer
    rollout.transcript.push(assistantMessage(action, rollout.setup), ...messages)
    rollout.seenEvents.push(...events)
    if (end === undefined) return { kind: 'open', messages, events }
    const success = metrics.success === 1
    const attempt = success ? undefined : this.#attempt(rollout, { end, success, metrics })
    if (rollout.group?.mode === 'feedback') this.#end(rollout.group, attempt, success)
    const critiquePart = attempt === undefined ? {} : { critique: attempt.critique }
    const outcome = { success, endReason: end.reason, turns: state.step, metrics }
    return { kind: 'over', result: { reward: state.total / 1000, ...outcome, ...critiquePart } }
  }

  /** The description of a failed attempt, if a group or the trainer needs it. */
  #attempt(rollout: InProcessRollout, outcome: Outcome): Attempt | undefined {
    const { group, setup, transcript, seenEvents: events } = rollout
    const { environment, retell, sendsCritiques } = this.#options
    if (group?.mode !== 'feedback' && sendsCritiques !== true) return undefined
    const index = group?.index ?? 0
    const conversation = { transcript, events }
    const described = finish(
      describeAttempt(environment, { episode: '', index }, conversation, outcome),
    )
    if (group === undefined) return described
    return retell?.(described, { task: setup.task as InProcessTask, events, outcome }) ?? described
  }

  #end(group: RolloutMember, attempt?: Attempt, success = false): void {
    const key = groupKey(group)
    const memory = this.#groups.get(key)
    memory?.end(group.index, attempt, success)
    if (memory?.isOver === true) this.#groups.delete(key)
  }
}

function finish<Result>(play: Play<Result>): Result {
  const result = play.next()
  if (result.done !== true) {
    throw new Error(`asked for the effect "${result.value.kind}", which only a server performs`)
  }
  return result.value
}
