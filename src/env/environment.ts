import type { Json, JsonObject } from '../sim/json.ts'
import type { RandomStream } from '../sim/random.ts'
import type { Effectful } from '../tools/effect.ts'
import type { ToolSignature } from '../tools/tool.ts'
import type { Card } from './card.ts'
import type { Limits } from './limits.ts'
import type { NextTurn } from './next-turn.ts'
import type { SettingsRules } from './settings-rules.ts'
import type { BaseTask } from './task-data.ts'
import type { Opening, Transition } from './transition.ts'
import type { Turn } from './turn.ts'

/** Counts of the agent's actions so far, kept by the kernel for all environments. */
export interface Conduct {
  readonly turns: number
  readonly toolCalls: number
  /** Calls of unknown tools, with bad arguments, or beyond the limit of a turn. */
  readonly malformedCalls: number
  readonly nudges: number
}

/** Inputs of an environment's pure functions besides their state. */
export interface Context<Task, World, Settings> {
  readonly task: Task
  readonly world: World
  readonly settings: Settings
  /** The number of the step that is being played; 0 in the opening. */
  readonly step: number
  readonly conduct: Conduct
  /** True in the last turn within the limits. */
  readonly lastTurn: boolean
  /** True after the end. Rewards that would reveal hints earlier are booked now. */
  readonly closed: boolean
  /** Random draws for one purpose at this step, derived from the episode's seed. */
  random(name: string): RandomStream
}

/** How the world answers a turn without a tool call. */
export interface TurnRules<State> {
  /** Sent once when a turn has neither a call nor a final answer; the second such turn ends it. */
  readonly nudge: string
  /** Whether a turn without calls is the final answer. Left out: it never is. */
  readonly isFinalAnswer?: (state: State, content: string) => boolean
}

/** Answers effects of one kind without an outside world. */
type InPlace = (input: JsonObject, attached: JsonObject | undefined) => Json

/**
 * An environment: declarations, and four pure functions over plain JSON values. The kernel
 * (`episode.ts`) applies the shared rules, so an environment defines only its own world.
 */
export interface Environment<
  Task extends BaseTask = BaseTask & JsonObject,
  World = JsonObject,
  Settings = JsonObject,
  State = JsonObject,
> {
  /** Name and version, `phone-call-v2`. A change of the agent's interface makes a new version. */
  readonly id: string
  /**
   * Counts the changes of behaviour under the same id, from 1. Raise it when the same actions get
   * other answers or rewards: every log stores the revision that recorded it. Left out: 1.
   */
  readonly revision?: number
  readonly card: Card
  /** Settings that a client may give per episode. Default: none. */
  readonly settings?: SettingsRules<Settings>
  readonly limits: Limits | ((task: Task, settings: Settings) => Limits)
  readonly tools: readonly ToolSignature[]
  /** Default: text without a call is never an answer, and a standard nudge asks for a call. */
  readonly turnRules?: TurnRules<State>
  /** The numeric keys that `measure` reports; `success` (0 or 1) is always one. */
  readonly metrics: readonly string[]
  /** The names that `score` uses, and the bounds of their sum in thousandths. */
  readonly reward: {
    readonly parts: readonly string[]
    readonly minimum: number
    readonly maximum: number
  }
  /** Whether an episode's seed changes anything (wording only). Left out: no seed may be given. */
  readonly usesSeed?: boolean
  /**
   * Where the world is played, if not in this process: by workers of this server, or at a server of
   * somebody else. Its effects are the world then, so that replaying recorded answers shows only
   * that a log is consistent with them.
   */
  readonly playedBy?: 'worker' | 'upstream'
  /** Answers effects by kind for conformance, search and previews. Timers are over at once. */
  readonly inPlace?: Readonly<Record<string, InPlace>>

  open(context: Context<Task, World, Settings>): Effectful<Opening<State>>
  step(
    state: State,
    turn: Turn,
    context: Context<Task, World, Settings>,
  ): Effectful<Transition<State>>
  /** What the next turn may be, for people who play by hand. Default: any tool, to the limit. */
  nextTurn?(state: State, context: Context<Task, World, Settings>): NextTurn
  /** Reward parts so far in whole thousandths; their sum is the total, 0 after the opening. */
  score(state: State, context: Context<Task, World, Settings>): Readonly<Record<string, number>>
  measure(state: State, context: Context<Task, World, Settings>): Readonly<Record<string, number>>
}
