import type { JsonObject } from '../../sim/json.ts'
import type { Interval, Share } from '../../sim/wilson.ts'

/** A mean with its 95 % bootstrap interval over tasks. */
export interface Estimate {
  readonly mean: number | null
  readonly low: number | null
  readonly high: number | null
}

/** Results of attempts by the number of critiques in their prompt. */
export interface FeedbackReport {
  readonly critiques: number
  /** Attempts with exactly this many critiques; their tasks all failed before. */
  readonly shown: Share
  readonly shown_reward: number | null
  /**
   * Clean rollouts of the same tasks: the result of another try without critiques. Zero trials with
   * one rollout per task.
   */
  readonly same_tasks_clean: Share
  /** Share of tasks solved by the first try or an attempt with at most this many critiques. */
  readonly solved_by: Share
}

/** Measurements on the tasks of one split, or of one of its levels. */
export interface SegmentReport {
  readonly split: string
  /** Null for all levels together. */
  readonly level: number | null
  /** Tasks with at least one rollout under the clean prompt. */
  readonly tasks: number
  /** All clean rollouts; the interval assumes that they are independent. */
  readonly clean: Share
  /** Interval of the same share by resampling tasks; null with one rollout per task. */
  readonly clean_by_task: Interval | null
  /** The first clean rollout of each task. */
  readonly first_try: Share
  readonly with_feedback: readonly FeedbackReport[]
  /** Clean rollouts only, as for everything below. */
  readonly reward: Estimate
  readonly pass_at_k: readonly (Estimate & { readonly k: number })[]
  /** Success in all of k rollouts: how reliable a policy is. */
  readonly all_of_k: readonly (Estimate & { readonly k: number })[]
  /** Mean over tasks with at least two rollouts. */
  readonly diversity: {
    readonly distinct_share: number
    readonly tool_distance: number
  } | null
  /** Mean of every reported metric. */
  readonly metrics: Readonly<Record<string, number>>
  readonly end_reasons: Readonly<Record<string, number>>
}

/** The highest expected success, drawn as a line. */
export interface CeilingLine {
  readonly split: string
  /** Null for all levels together. */
  readonly level: number | null
  readonly name: string
  /** From 0 to 1. */
  readonly value: number
}

/** The report of an evaluation in JSON. */
export interface EvaluationReport {
  readonly format: 1
  readonly kind: 'evaluation'
  readonly policy: string
  readonly env: string
  /** Settings that were given; the others are the environment's defaults. */
  readonly settings: JsonObject
  readonly seed: number
  readonly rollouts_per_task: number
  readonly critiques: number
  /** Whether the chat template allowed thinking; null if the template got no mode. */
  readonly thinking: boolean | null
  /** Whether it stopped early. */
  readonly partial: boolean
  readonly rollouts_planned: number
  readonly rollouts_played: number
  /** Each split, followed by its levels. */
  readonly segments: readonly SegmentReport[]
  readonly ceilings: readonly CeilingLine[]
  /** Rollouts that could not be played. They are in no figure above. */
  readonly infrastructure_failures: number
  readonly failure_reasons: Readonly<Record<string, number>>
}
