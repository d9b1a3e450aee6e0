import type { JsonObject } from '../../sim/json.ts'
import type { RandomStream } from '../../sim/random.ts'
import type { Action, Transcript } from '../message.ts'
import type { PublicEvent } from '../public-event.ts'
import type { BaseTask } from '../task-data.ts'
import type { Act, MarksAct } from './acts.ts'
import type { RowBuilder } from './rows.ts'

/**
 * The interface between a world and a generic learner: how a small policy reads and acts.
 * It uses the messages that a language model would see, and their events.
 */
export interface Learner {
  /** The `id` of its environment. */
  readonly environment: string
  /** The kinds of decisions, in the order of the weights. */
  readonly heads: readonly HeadShape[]
  /** Begins to read a conversation. */
  read(rows: HeadRows): Reading
  /** How a start is cloned. */
  readonly school: School
  /** The marks that a failed rollout should have made, according to its critique. */
  labelOf?(acts: readonly Act[], critique: string): Label | undefined
}

/** The features of each head, by its name. */
export type HeadRows = (head: string) => RowBuilder

/** Rows of a head's feature hash table, by the policy's architecture. */
interface TableRows {
  readonly linear: number
  readonly tanh: number
}

/** A kind of decision. */
export type HeadShape = { readonly name: string; readonly rows: TableRows } & (
  | { readonly kind: 'choice'; readonly choices: number }
  | {
      readonly kind: 'pointer'
      /** The maximum length of the list. */
      readonly most: number
    }
  | {
      readonly kind: 'marks'
      /** Lines of the form, at most 31. */
      readonly count: number
      /** The number of cue types for a line. */
      readonly cues: number
      /** The bits of them that do not come from `<previous_attempts>`. */
      readonly cleanCues: number
    }
)

/** Decides an act and writes the decision into it. */
export type Decide = (act: Act) => void

/** A conversation as a learner reads it. */
export interface Reading {
  /** Takes the next messages of the world, or whole conversations, with their events. */
  take(messages: Transcript, events: readonly PublicEvent[]): void
  /** Takes the policy's own turn. */
  spoke(action: Action): void
  /** Has one turn decided, act by act, and says it. */
  turn(decide: Decide): Action
  /**
   * Decides like a player who knows the task.
   *
   * @param spoiling draws by which some of it is decided wrong: failed attempts to learn from
   */
  teacher(task: BaseTask & JsonObject, world: JsonObject, spoiling?: RandomStream): Decide
}

/** The target success rate of a start on clean prompts, in percent. */
export const CLEAN_STARTS = ['12', '2', '0.5'] as const
export type CleanStart = (typeof CLEAN_STARTS)[number]

/** The amount of practice in the use of `<previous_attempts>`. */
export const FEEDBACK_STARTS = ['low', 'medium', 'high'] as const
export type FeedbackStart = (typeof FEEDBACK_STARTS)[number]

/** The world of the demonstrations. */
export interface Classroom {
  readonly world: JsonObject
  /** Returns the task with this index, from 0. */
  task(index: number): BaseTask & JsonObject
  /** Whether the demonstration of a task shows its solution. Default: every task. */
  isShown?(index: number): boolean
}

/** Parameters of the demonstrations. */
export interface ClassroomOptions {
  /** Must differ from the seed of the later training world. */
  readonly seed: number
  /** Number of companies, if the world has companies. */
  readonly size: number
  /** Share in which nothing is taught that would help in another world, 0 to 1. */
  readonly strangeShare: number
}

/** Settings of the demonstrations before training. */
interface School {
  classroom(options: ClassroomOptions): Classroom
  /** Heads whose acts reveal the solution. Failed attempts do not show them. */
  readonly taughtHeads: readonly string[]
  /** The size of the classroom. */
  readonly size: number
  /** Number of demonstrated tasks, and of updates on them. */
  readonly tasks: number
  readonly updates: number
  /** What is strange so that a start succeeds about so often. */
  readonly strange: Readonly<Record<CleanStart, Readonly<Record<FeedbackStart, number>>>>
}

/** The marks that a failed rollout should have made. */
export interface Label {
  /** The form with corrected marks on the lines that the critique mentions. */
  readonly act: MarksAct
  /** The mentioned lines as bits. The other lines have no target. */
  readonly lines: number
  /** Weight of each of them. */
  readonly share: number
}
