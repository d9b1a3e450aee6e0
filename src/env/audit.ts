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
