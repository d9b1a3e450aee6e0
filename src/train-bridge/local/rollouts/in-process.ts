import type { AnyEnvironment, BaseTask, Outcome } from '../../../env/environment.ts'
import {
  type EpisodeSetup,
  type EpisodeState,
  limitsOf,
  openEpisode,
  type Play,
  stepEpisode,
} from '../../../env/episode.ts'
import type { Action, Transcript } from '../../../env/message.ts'
import type { JsonObject } from '../../../sim/json.ts'
import {
  attemptsBlock,
  cleanIndices,
  type FeedbackSchedule,
  GroupMemory,
  groupKey,
  USUAL_SCHEDULE,
  waveStart,
} from './group-memory.ts'
import type {
  Condition,
  GroupPlace,
  OpenedRollout,
  Playground,
  RolloutRequest,
  RolloutTurn,
  TurnOutcome,
} from './playground.ts'

type Task = BaseTask & JsonObject
type Message = Transcript[number]

/** What is played in this process. */
export interface InProcessOptions {
  readonly environment: AnyEnvironment
  readonly world: JsonObject
  /** The task of a number in a split; throws where there is none. */
  readonly taskOf: (split: string, index: number) => Task
  readonly schedule?: FeedbackSchedule
  /** What to show in place of a critique; for experiments on what critiques are worth. */
  readonly retell?: (critique: string, task: Task, place: GroupPlace) => string
}

interface InProcessRollout extends OpenedRollout {
  readonly setup: EpisodeSetup
  readonly place: GroupPlace | undefined
  readonly transcript: Message[]
  state: EpisodeState
}

/**
 * The environment in this process, under the same rules as on a server and without one: for tests,
 * cloning, and quick looks. Groups are kept as a server keeps them, but for leases and crashes.
 */
export class InProcessPlayground implements Playground<InProcessRollout> {
  readonly #options: InProcessOptions
  readonly #groups = new Map<string, GroupMemory>()

  constructor(options: InProcessOptions) {
    this.#options = options
  }

  async open({ split, index, group }: RolloutRequest): Promise<InProcessRollout> {
    const { environment, world, taskOf } = this.#options
    const task = taskOf(split, index)
    const settings = environment.settingsSchema.parse({})
    const limits = limitsOf(environment, task, settings)
    const seeds = [{ from_step: 0, seed: task.seed }]
    const setup = { environment, task, world, settings, seeds, limits }
    const { condition, block } = await this.#condition(group)
    const { state, messages: said } = finish(openEpisode(setup))
    const told = block === undefined ? [] : [{ role: 'user', content: block.text } as const]
    const messages = [...said, ...told]
    const attemptsShown = block?.shown ?? 0
    const transcript: Message[] = [...messages]
    return { messages, condition, attemptsShown, setup, place: group, transcript, state }
  }

  async step(turns: readonly RolloutTurn<InProcessRollout>[]): Promise<readonly TurnOutcome[]> {
    return turns.map((turn) => this.#stepOne(turn))
  }

  async drop(rollouts: readonly InProcessRollout[]): Promise<void> {
    for (const { place } of rollouts) if (place !== undefined) this.#groups.delete(groupKey(place))
  }

  async #condition(group: GroupPlace | undefined): Promise<{
    readonly condition: Condition
    readonly block?: { readonly text: string; readonly shown: number } | undefined
  }> {
    if (group === undefined || group.mode === 'independent') return { condition: 'clean' }
    const schedule = this.#options.schedule ?? USUAL_SCHEDULE
    if (cleanIndices(group.id, group.size, schedule).has(group.index)) return { condition: 'clean' }
    const attempts = await this.#memory(group).before(waveStart(group.index, schedule.waves))
    return { condition: 'guided', block: attemptsBlock(attempts, schedule) }
  }

  #memory(group: GroupPlace): GroupMemory {
    const key = groupKey(group)
    const memory = this.#groups.get(key) ?? new GroupMemory()
    this.#groups.set(key, memory)
    return memory
  }

  #stepOne({ rollout, action }: RolloutTurn<InProcessRollout>): TurnOutcome {
    const { state, answer } = finish(stepEpisode(rollout.setup, rollout.state, action))
    rollout.state = state
    rollout.transcript.push(asMessage(action), ...answer.messages)
    const { end, metrics = {} } = answer
    if (end === undefined) return { kind: 'open', messages: answer.messages }
    const success = metrics.success === 1
    const reward = state.total / 1000
    this.#remember(rollout, { end, success, metrics }, reward)
    const result = { reward, success, endReason: end.reason, turns: state.step }
    return { kind: 'over', result }
  }

  #remember(rollout: InProcessRollout, outcome: Outcome, reward: number): void {
    const { place, transcript, setup } = rollout
    if (place === undefined || place.mode === 'independent') return
    const { success } = outcome
    const told = success ? '' : setup.environment.critique(transcript, outcome)
    const critique = this.#options.retell?.(told, setup.task, place) ?? told
    const memory = this.#memory(place)
    memory.add({ index: place.index, success, reward, critique })
    if (memory.isOver(place.size)) this.#groups.delete(groupKey(place))
  }
}

function finish<Result>(play: Play<Result>): Result {
  const played = play.next()
  if (played.done !== true) {
    throw new Error(`asked for the effect "${played.value.kind}", which only a server performs`)
  }
  return played.value
}

function asMessage(action: Action): Message {
  if ('text' in action) return { role: 'assistant', content: action.text }
  const { content, tool_calls: calls } = action
  const message = { role: 'assistant', content: content ?? '' } as const
  return calls === undefined ? message : { ...message, tool_calls: calls }
}
