import type { JsonObject } from '../sim/json.ts'
import type { RandomStream } from '../sim/random.ts'
import type { Action } from './message.ts'
import type { Conversation } from './public-event.ts'
import type { BaseTask } from './task-data.ts'

/**
 * What shows that an environment is fair: conformance plays by it. Every member may be left out;
 * conformance then reports what it could not check.
 */
export interface Audit<
  Task extends BaseTask = BaseTask & JsonObject,
  World = JsonObject,
  Settings = JsonObject,
  State = JsonObject,
> {
  /** The next turn of a player who knows everything; undefined for a task it cannot solve. */
  solve?(task: Task, world: World, seen: Conversation): Action | undefined
  /** The same task with one hidden fact changed; undefined for a task that hides nothing. */
  hiddenVariant?(task: Task, world: World, seed: number): HiddenVariant<Task, State> | undefined
  /** Plausible next turns for someone who sees only the conversation: fuzzing, baselines, hints. */
  sampleActions?(seen: Conversation, random: RandomStream): readonly Action[]
  /**
   * What blind play earns on tasks of one level, with settings as they are for them. Left out:
   * nothing. Conformance fails if an adversary earns more.
   */
  floor?(tasks: readonly Task[], world: World, settings: Settings): Floor<Task>
  /** The most that anybody can win of these tasks at a first attempt, for reports. */
  ceilings?(tasks: readonly Task[], world: World, settings: Settings): readonly Ceiling[]
}

/** The same task with one hidden fact changed. */
export interface HiddenVariant<Task, State> {
  readonly task: Task
  /** Whether the fact has been told in this state; until then both tasks must look the same. */
  readonly revealed: (state: State) => boolean
}

/**
 * What somebody earns who does not do the work: success of the best plan that is the same for all
 * tasks and blind to the meaning of what it reads, found by going through all such plans.
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
  /** Copying is what the tasks ask for, so that the floor is no reproach however high it is. */
  readonly isTheTask?: boolean
}

/** What can be won at most of the tasks of a level; null for all levels together. */
export interface Ceiling {
  readonly level: number | null
  /** Who wins that much: `best first attempt`. */
  readonly name: string
  /** From 0 to 1. */
  readonly value: number
}
