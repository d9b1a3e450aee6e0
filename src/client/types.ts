import type { z } from 'zod'
import type { GivenAction } from '../wire/canonical-action.ts'
import type { EpisodeOpenRequest } from '../wire/requests.ts'
import type * as results from '../wire/results.ts'
import type * as scalars from '../wire/scalars.ts'
import type * as info from '../wire/step-info.ts'

/** A deeply read-only value. */
type Frozen<Value> = Value extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Frozen<Value[Key]> }
    : Value

/**
 * One assistant turn: the message of a chat completion as an SDK gives it, `{content?,
 * tool_calls?}` in the same form, or a model's raw `{text}`.
 */
export type Action = GivenAction

/** One message of a conversation, the agent's own turns included. */
export type Message = Frozen<z.infer<typeof scalars.message>>

/** A tool in the OpenAI form. */
export type ToolSchema = Frozen<z.infer<typeof results.toolSchema>>

export type StepResult = Frozen<results.StepResult>
/** The content of a message, for programs. `kind` names what happened. */
export type PublicEvent = Frozen<info.PublicEventResult>
export type StepInfo = Frozen<info.StepInfo>
export type CloseResult = Frozen<results.CloseResult>
export type ShownAttempt = Frozen<results.ShownAttemptResult>
export type GroupStatus = Frozen<results.GroupStatusResult>
export type GroupPage = Frozen<results.GroupPageResult>
export type GroupFeedback = NonNullable<GroupStatus['feedback']>
export type LogRow = Frozen<results.LogRowResult>
export type EnvironmentSummary = Frozen<results.EnvironmentSummary>
export type EnvironmentDescription = Frozen<results.EnvironmentDescription>
export type EpisodeLimits = Frozen<results.OpenResult['limits']>

/** The task of a new episode, by `task` or by `split` and `index`, and its options. */
export interface OpenRequest {
  readonly env: string
  readonly task?: string
  readonly split?: string
  /** Number of the task within its split, from 0. */
  readonly index?: number
  /** Refuse to open if the server's data has another checksum. */
  readonly dataChecksum?: string
  /** Varies the wording, if the environment has variants. */
  readonly seed?: number
  readonly settings?: Readonly<Record<string, unknown>>
  /** Free labels; `run` is one that listings can filter by. */
  readonly labels?: Readonly<Record<string, string>>
  /** The same key gives the same episode. Default: a new key for every call. */
  readonly openKey?: string
  /** The rollout's group. Its index there replaces the open key. */
  readonly group?: GroupRequest
  /** The dialect of raw text: that of the model's chat template. Default: `hermes`. */
  readonly dialect?: NonNullable<EpisodeOpenRequest['dialect']>
  /** False: fail with `group/would_wait` instead of waiting for earlier rollouts of the group. */
  readonly wait?: boolean
}

/** The group of a rollout, and its index there. */
export interface GroupRequest {
  readonly run: string
  readonly id: string
  /** From 0 to `size` - 1. */
  readonly index: number
  readonly size: number
  readonly mode: 'independent' | 'feedback'
  /** Names this start of the client. A new generation begins the group again. */
  readonly generation: string
  /** Differences from the server's schedule. */
  readonly feedback?: Partial<GroupFeedback>
}

/** How a fork differs from its parent. */
export interface ForkRequest {
  /** Takes effect from the next step on. */
  readonly seed?: number
  /** Default: the parent's. */
  readonly labels?: Readonly<Record<string, string>>
  readonly openKey?: string
}

/** Why an episode is closed before its own end. */
export type CloseReason =
  | 'client_closed'
  | 'token_budget'
  | 'turn_budget'
  | 'client_fault'
  | 'abandoned'
