import type { z } from 'zod'
import type { Json, JsonObject } from '../sim/json.ts'
import type { RandomStream } from '../sim/random.ts'
import type { Effectful } from '../tools/effect.ts'
import type { ToolSignature } from '../tools/tool.ts'
import type { Ceiling, Floor, HiddenVariant } from './audit.ts'
import type { Card } from './card.ts'
import type { Learner } from './learner/learner.ts'
import type { Limits } from './limits.ts'
import type { Action, Transcript } from './message.ts'
import { CONTRACT_VERSION, type PackageIdentity } from './package.ts'
import type { Players } from './player.ts'
import type { BaseTask, EnvironmentData } from './task-data.ts'
import type { Account, Outcome } from './teaching.ts'
import type { Opening, Transition } from './transition.ts'
import type { Turn } from './turn.ts'
import type { WorldClass } from './world-class.ts'

/** What an agent has done so far, counted once for all environments. */
export interface Conduct {
  readonly turns: number
  readonly toolCalls: number
  /** Calls of unknown tools, with bad arguments, or beyond the limit of a turn. */
  readonly malformedCalls: number
  readonly nudges: number
}

/** What the pure functions of an environment may look at besides their state. */
export interface Context<Task, World, Settings> {
  readonly task: Task
  readonly world: World
  readonly settings: Settings
  /** The number of the step that is being played; 0 in the opening. */
  readonly step: number
  readonly conduct: Conduct
  /** True in the last turn that the limits allow. */
  readonly lastTurn: boolean
  /** True once the episode is over: rewards that would have been hints are booked now. */
  readonly closed: boolean
  /** Draws for one purpose at this step, from the episode's seed. */
  random(name: string): RandomStream
}

/** How the world answers a turn without a tool call. */
export interface TurnRules<State> {
  /** Sent once when a turn has neither a call nor a final answer; the second such turn ends it. */
  readonly nudge: string
  /** Whether a turn without calls is the final answer. Left out: it never is. */
  readonly isFinalAnswer?: (state: State, content: string) => boolean
}

/**
 * An environment: one plain object of pure functions over JSON-plain values. The kernel
 * (`episode.ts`) applies the rules that all environments share, so an environment says only what
 * its own world does.
 */
export interface Environment<
  Task extends BaseTask = BaseTask & JsonObject,
  World = JsonObject,
  Settings = JsonObject,
  State = JsonObject,
> {
  /** Name and version, `phone-call-v1`. A change of the agent's interface makes a new version. */
  readonly id: string
  /**
   * Counts the changes of behaviour under the same id, from 1. Raise it when the same actions get
   * other answers or rewards: every log stores the revision that recorded it. Left out: 1.
   */
  readonly revision?: number
  readonly card: Card
  readonly taskSchema: z.ZodType<Task>
  readonly worldSchema: z.ZodType<World>
  readonly data: EnvironmentData<Task, World>
  /** What a client may set per episode; every member has a default. */
  readonly settingsSchema: z.ZodType<Settings>
  /** What settings come to on a task, where they leave it to the task. Left out: as asked for. */
  settingsFor?(asked: Settings, task: Task): Settings
  readonly limits: Limits | ((task: Task, settings: Settings) => Limits)
  readonly tools: readonly ToolSignature[]
  /** The tools of episodes with these settings. Left out: `tools`, which the defaults have too. */
  toolsOf?(settings: Settings): readonly ToolSignature[]
  /** Tools that `toolsOf` gives only with other settings than the defaults. */
  readonly moreTools?: readonly ToolSignature[]
  readonly turnRules: TurnRules<State>
  /** The numeric keys that `measure` reports; `success` (0 or 1) is always one. */
  readonly metrics: readonly string[]
  /** The metrics of episodes with these settings. Left out: `metrics`, which the defaults have. */
  metricsOf?(settings: Settings): readonly string[]
  /** The names that `score` uses, and the bounds of their sum in thousandths. */
  readonly reward: {
    readonly parts: readonly string[]
    readonly minimum: number
    readonly maximum: number
  }
  /** Whether an episode's seed changes anything (wording only). If not, a given seed is refused. */
  readonly usesSeed: boolean
  /**
   * Whether its effects are the world itself, played in another process: replaying the answers that
   * were recorded shows only that a log is consistent with them.
   */
  readonly isPlayedElsewhere?: boolean
  /** `foreign` for worlds at servers of others. Left out: `own`. */
  readonly worldClass?: WorldClass

  open(context: Context<Task, World, Settings>): Effectful<Opening<State>>
  step(
    state: State,
    turn: Turn,
    context: Context<Task, World, Settings>,
  ): Effectful<Transition<State>>
  /** Reward parts so far in whole thousandths; their sum is the total, 0 after the opening. */
  score(state: State, context: Context<Task, World, Settings>): Readonly<Record<string, number>>
  measure(state: State, context: Context<Task, World, Settings>): Readonly<Record<string, number>>
  /** What a later attempt should know, from what the agent could see; empty if there is nothing. */
  critique(transcript: Transcript, outcome: Outcome): Effectful<string>
  /** How a failed attempt is told to later ones. Left out: its calls and its last words. */
  account?(transcript: Transcript, outcome: Outcome): Account
  /**
   * How many failed attempts at a task one group may show, for tasks where each of them rules an
   * answer out. Left out: any number.
   */
  attemptsShownMax?(task: Task): number
  /**
   * Answers to effects, by kind, that need no outside world: conformance, search and previews use
   * them. Left out: none but timers, which are over at once.
   */
  readonly inPlace?: Readonly<
    Record<string, (input: JsonObject, attached: JsonObject | undefined) => Json>
  >
  /** The chat profiles that an episode with these settings asks. Left out: none. */
  profilesOf?(settings: Settings): readonly string[]
  /** The part of a task that may be listed. */
  publicTask(task: Task): JsonObject
  hiddenVariant(task: Task, world: World, seed: number): HiddenVariant<Task, State> | undefined
  /** The next turn of a player who knows everything, given the conversation so far. */
  solve(task: Task, world: World, transcript: Transcript): Action
  /**
   * The same with nothing but what was shown where the work is to find something out, for episodes
   * that others learn from: the player `oracle`. Left out: `solve`.
   */
  solveAsShown?(task: Task, world: World, transcript: Transcript): Action
  /** Whether `solve` knows how; left out where it always does. */
  knowsSolution?(task: Task): boolean
  /** Plausible next turns for someone who sees only the conversation: fuzzing, baselines, hints. */
  sampleActions(transcript: Transcript, random: RandomStream): readonly Action[]
  /**
   * What blind play earns on tasks like these, which are of one level, with settings as they are
   * for them. Left out: nothing at all. Conformance fails where an adversary earns more.
   */
  floor?(tasks: readonly Task[], world: World, settings: Settings): Floor<Task>
  /**
   * The most that anybody can win of these tasks at a first attempt, for reports. Left out: it is
   * not known.
   */
  ceilings?(tasks: readonly Task[], world: World): readonly Ceiling[]
  /**
   * Whether a turn failed in a way that this world alone knows of, such as a wrong answer that was
   * shown to a tutor: training leaves such turns out. Left out: none do.
   */
  isFailedTurn?(task: Task, turn: Turn): boolean
  /**
   * Whether other words say as much to the world as a right text, at a place of a turn (`say.text`,
   * `the answer`): "Yes" for "Yes, that is right." Conformance counts a text that was replaced as
   * work spared only where they do not. Left out: they never do.
   */
  saysAsMuch?(place: string, said: string, right: string): boolean
  /** Builds what is derived from a world, so that the first episode need not wait for it. */
  prepare?(world: World): void
  /** How a small policy learns this world. Left out: the local engine cannot train on it. */
  readonly learner?: Learner
  /** Players who know this world, besides `solve` and `sampleActions`. */
  readonly players?: Players
  /** The honest one among them to whom adversaries are compared. Left out: `solve`. */
  readonly reference?: string
}

/** An environment whose types are known to itself only; what the kernel and the registry hold. */
export interface AnyEnvironment extends Environment {
  /** The version of the contract that it was written for. */
  readonly contract: number
  /** Which code it is, where it is not part of the program; told by whoever loaded it. */
  readonly package?: PackageIdentity
}

/** Checks an environment's types and forgets them: values cross the kernel as plain JSON. */
export function defineEnvironment<Task extends BaseTask, World, Settings, State>(
  environment: Environment<Task, World, Settings, State>,
): AnyEnvironment {
  return { ...(environment as unknown as Environment), contract: CONTRACT_VERSION }
}
