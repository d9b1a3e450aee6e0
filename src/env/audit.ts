import type { JsonObject } from '../sim/json.ts'
import type { RandomStream } from '../sim/random.ts'
import type { Action } from './message.ts'
import type { Conversation } from './public-event.ts'
import type { BaseTask } from './task-data.ts'

/**
 * Evidence that an environment is fair, used by conformance. Every member is optional.
 * Conformance reports the checks that a missing member prevents.
 */
export interface Audit<
  Task extends BaseTask = BaseTask & JsonObject,
  World = JsonObject,
  Settings = JsonObject,
  State = JsonObject,
> {
  /** The next turn of a player who knows all facts. Undefined if it cannot solve the task. */
  solve?(task: Task, world: World, conversation: Conversation): Action | undefined
  /** The same task with one hidden fact changed; undefined for a task that hides nothing. */
  hiddenVariant?(task: Task, world: World, seed: number): HiddenVariant<Task, State> | undefined
  /** Plausible next turns given only the conversation. Used for fuzzing, baselines and hints. */
  sampleActions?(conversation: Conversation, random: RandomStream): readonly Action[]
  /**
   * The pay of blind play on tasks of one level. Without this member, blind play must earn nothing.
   * Conformance fails if an adversary earns more.
   */
  floor?(tasks: readonly Task[], world: World, settings: Settings): Floor<Task>
  /** The highest possible success on these tasks at a first attempt, for reports. */
  ceilings?(tasks: readonly Task[], world: World, settings: Settings): readonly Ceiling[]
}

/** The same task with one hidden fact changed. */
export interface HiddenVariant<Task, State> {
  readonly task: Task
  /** Whether this state has revealed the fact. Until then both tasks must look the same. */
  readonly revealed: (state: State) => boolean
}

/**
 * The success and pay of the best blind plan. A blind plan is the same for all tasks and does not
 * understand what it reads. `floor` finds it by trying all such plans.
 */
export interface Floor<Task> {
  /** The plan in a few words, for reports. */
  readonly plan: string
  /** Whether the plan wins this task. */
  readonly wins: (task: Task) => boolean
  /**
   * `each_task`: `wins` names every task that luck can win, so a blind win elsewhere is a hole.
   * `on_average`: another blind plan may win other tasks, but not more of them.
   */
  readonly holds: 'each_task' | 'on_average'
  /**
   * Thousandths that blind play is paid on average where it does not win, such as for tests that
   * pass by chance. Default: nothing, or the loss of a player who closes at once.
   */
  readonly pay?: number
  /** True if the tasks ask for copying, so that any height of the floor is acceptable. */
  readonly isTheTask?: boolean
}

/** The highest possible success on the tasks of a level, or of all levels if `null`. */
export interface Ceiling {
  readonly level: number | null
  /** The player who reaches it: `best first attempt`. */
  readonly name: string
  /** From 0 to 1. */
  readonly value: number
}
