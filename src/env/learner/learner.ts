import type { JsonObject } from '../../sim/json.ts'
import type { RandomStream } from '../../sim/random.ts'
import type { Action, Transcript } from '../message.ts'
import type { PublicEvent } from '../public-event.ts'
import type { BaseTask } from '../task-data.ts'
import type { Act, MarksAct } from './acts.ts'
import type { RowBuilder } from './rows.ts'

/**
 * How a small policy reads a world and acts in it: all that a learner which knows no world needs.
 * It is made from the messages that a language model would be shown, and from their events.
 */
export interface Learner {
  /** The `id` of its environment. */
  readonly environment: string
  /** What there is to decide. The order is that of the weights. */
  readonly heads: readonly HeadShape[]
  /** Begins to read a conversation. */
  read(rows: HeadRows): Reading
  /** How a start is cloned. */
  readonly school: School
  /** What a failed rollout should have marked, as far as its critique says. */
  labelOf?(acts: readonly Act[], critique: string): Label | undefined
}

/** The features of each head, by its name. */
export type HeadRows = (head: string) => RowBuilder

/** Rows of the table that a head's features are hashed into, by the policy's architecture. */
interface TableRows {
  readonly linear: number
  readonly tanh: number
}

/** A kind of decision. */
export type HeadShape = { readonly name: string; readonly rows: TableRows } & (
  | { readonly kind: 'choice'; readonly choices: number }
  | {
      readonly kind: 'pointer'
      /** The longest list that is pointed into. */
      readonly most: number
    }
  | {
      readonly kind: 'marks'
      /** Lines of the form, at most 31. */
      readonly count: number
      /** How many ways there are to speak of a line. */
      readonly cues: number
      /** The bits of them that do not come from `<previous_attempts>`. */
      readonly cleanCues: number
    }
)

/** Decides an act: writes what is chosen into it. */
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
   * Decides as somebody who knows the task.
   *
   * @param spoiling draws by which some of it is decided wrong: failed attempts to learn from
   */
  teacher(task: BaseTask & JsonObject, world: JsonObject, spoiling?: RandomStream): Decide
}

/** About how often, in percent, a start is to succeed on clean prompts. */
export const CLEAN_STARTS = ['12', '2', '0.5'] as const
export type CleanStart = (typeof CLEAN_STARTS)[number]

/** How much practice it is given in using what `<previous_attempts>` tells. */
export const FEEDBACK_STARTS = ['low', 'medium', 'high'] as const
export type FeedbackStart = (typeof FEEDBACK_STARTS)[number]

/** Where demonstrations are played. */
export interface Classroom {
  readonly world: JsonObject
  /** The task of this number, from 0. */
  task(index: number): BaseTask & JsonObject
  /** Whether its right solution is shown in what it decides. Left out: of every task. */
  isShown?(index: number): boolean
}

/** What demonstrations are made of. */
export interface ClassroomOptions {
  /** Not that of the world that is trained on later. */
  readonly seed: number
  /** Companies, where the world has some. */
  readonly size: number
  /** Share in which nothing is taught that would help in another world, 0 to 1. */
  readonly strangeShare: number
}

/** How a policy is shown the work before training begins. */
interface School {
  classroom(options: ClassroomOptions): Classroom
  /** Heads whose acts say what is right; a failed attempt does not show them. */
  readonly taughtHeads: readonly string[]
  /** The size of the classroom. */
  readonly size: number
  /** Tasks shown, and updates on them. */
  readonly tasks: number
  readonly updates: number
  /** What is strange so that a start succeeds about so often. */
  readonly strange: Readonly<Record<CleanStart, Readonly<Record<FeedbackStart, number>>>>
}

/** What a failed rollout should have marked. */
export interface Label {
  /** The form with the lines that the critique speaks of put right. */
  readonly act: MarksAct
  /** Those lines, bit by bit: nothing is said of the others. */
  readonly lines: number
  /** Weight of each of them. */
  readonly share: number
}
