import type { JsonObject } from '../../sim/json.ts'
import type { Interval, Share } from '../../sim/wilson.ts'

/** A mean with its 95 % bootstrap interval over tasks. */
export interface Estimate {
  readonly mean: number | null
  readonly low: number | null
  readonly high: number | null
}

/** How attempts did that could be shown up to so many critiques. */
export interface FeedbackReport {
  readonly critiques: number
  /** Of the attempts that were shown exactly so many: all of tasks that were failed before. */
  readonly shown: Share
  readonly shown_reward: number | null
  /**
   * Of the other rollouts of those same tasks, under the clean prompt: what another try would have
   * brought without being shown anything. No trials with one rollout per task.
   */
  readonly same_tasks_clean: Share
  /** Of all tasks: solved by the first try or an attempt shown at most so many. */
  readonly solved_by: Share
}

/** What was measured on the tasks of one split, or of one of its levels. */
export interface SegmentReport {
  readonly split: string
  /** Null for all levels together. */
  readonly level: number | null
  /** Tasks with at least one rollout under the clean prompt. */
  readonly tasks: number
  /** Of all rollouts under the clean prompt; the interval takes them to be independent. */
  readonly clean: Share
  /** The same share's interval by drawing tasks; null with one rollout per task. */
  readonly clean_by_task: Interval | null
  /** Of the first rollouts of the tasks, under the clean prompt. */
  readonly first_try: Share
  readonly with_feedback: readonly FeedbackReport[]
  /** Under the clean prompt, as is everything below. */
  readonly reward: Estimate
  readonly pass_at_k: readonly (Estimate & { readonly k: number })[]
  /** Success in all of k rollouts: how far a policy can be relied on. */
  readonly all_of_k: readonly (Estimate & { readonly k: number })[]
  /** Mean over tasks with at least two rollouts. */
  readonly diversity: {
    readonly distinct_share: number
    readonly tool_distance: number
  } | null
  /** Means of every metric that the episodes reported. */
  readonly metrics: Readonly<Record<string, number>>
  readonly end_reasons: Readonly<Record<string, number>>
}

/** The highest success that can be expected, drawn as a line. */
export interface CeilingLine {
  readonly split: string
  /** Null for all levels together. */
  readonly level: number | null
  readonly name: string
  /** From 0 to 1. */
  readonly value: number
}

/** The report of an evaluation, as it stands in JSON. */
export interface EvaluationReport {
  readonly format: 1
  readonly kind: 'evaluation'
  readonly policy: string
  readonly env: string
  /** What was set of the episodes; the rest was as the environment has it. */
  readonly settings: JsonObject
  readonly seed: number
  readonly rollouts_per_task: number
  readonly critiques: number
  /** Whether the model's chat template let it think; null: nothing was asked of the template. */
  readonly thinking: boolean | null
  /** Whether it was stopped before all was played. */
  readonly partial: boolean
  readonly rollouts_planned: number
  readonly rollouts_played: number
  /** Each split, followed by its levels. */
  readonly segments: readonly SegmentReport[]
  readonly ceilings: readonly CeilingLine[]
  /** Rollouts that could not be played, which are in no figure above. */
  readonly infrastructure_failures: number
  readonly failure_reasons: Readonly<Record<string, number>>
}
