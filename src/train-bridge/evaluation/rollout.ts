import type { Transcript } from '../../env/message.ts'
import type { PlayedRollout } from '../rollouts/play.ts'
import type { RolloutFailure } from '../rollouts/record.ts'
import type { Conducted } from '../statistics/diversity.ts'
import type { EvaluationTask } from './tasks.ts'

/** A rollout of a task, and how many critiques its prompt contains. */
export interface EvaluationAttempt {
  readonly split: string
  /** Index of the task within its split. */
  readonly index: number
  /** Level of difficulty, from 1. */
  readonly level: number
  /** Number among the task's clean rollouts. Attempts with critiques belong to rollout 0. */
  readonly rollout: number
  /** Number of failed attempts with critiques before it; 0 under the clean prompt. */
  readonly critiques: number
}

/** One rollout that ended normally. */
export interface EvaluatedRollout extends EvaluationAttempt {
  readonly episode_id: string
  readonly task: string
  readonly success: boolean
  readonly reward: number
  readonly end_reason: string
  /** Number of earlier attempts in its prompt. */
  readonly attempts_shown: number
  readonly metrics: Readonly<Record<string, number>>
  /** Its actions, for comparison with other rollouts of its group. */
  readonly conduct: Conducted
}

/** A rollout that an infrastructure failure prevented; never a score. */
export interface EvaluationFailure extends EvaluationAttempt, Pick<RolloutFailure, 'episode_id'> {
  readonly reason: string
  readonly message: string
}

/** All played rollouts. */
export interface EvaluationData {
  readonly tasks: readonly EvaluationTask[]
  /** In order of task, rollout and critiques. */
  readonly rollouts: readonly EvaluatedRollout[]
  readonly failures: readonly EvaluationFailure[]
  /** Whether it stopped early. */
  readonly partial: boolean
}

/** Converts a played rollout for the evaluation. */
export function evaluatedRollout(
  attempt: EvaluationAttempt,
  rollout: PlayedRollout,
): EvaluatedRollout {
  const { record, outcome, transcript, attemptsShown: attempts_shown } = rollout
  const { episode_id, task, success, score: reward, end_reason } = record
  const { metrics } = outcome
  const conduct = summariseConduct(transcript)
  const result = { episode_id, task, success, reward, end_reason, attempts_shown }
  return { ...attempt, ...result, metrics, conduct }
}

/** The agent's turns, without call ids, and the tools that it called. */
export function summariseConduct(transcript: Transcript): Conducted {
  const turns: string[] = []
  const tools: string[] = []
  for (const message of transcript) {
    if (message.role !== 'assistant') continue
    const calls = (message.tool_calls ?? []).map((call) => call.function)
    tools.push(...calls.map(({ name }) => name))
    turns.push(JSON.stringify([message.content, ...calls.map(argumentsText)]))
  }
  return { turns, tools }
}

const argumentsText = ({ name, arguments: args }: { name: string; arguments: unknown }): string =>
  `${name} ${typeof args === 'string' ? args : JSON.stringify(args)}`
