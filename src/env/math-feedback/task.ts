import { z } from 'zod'
import type { JsonObject } from '../../sim/json.ts'
import type { MathTask } from '../../sim/math/problem.ts'
import { FEEDBACK_KINDS } from '../../sim/math/tutor/request.ts'
import { profileName } from '../profile-name.ts'

export { mathTaskSchema as taskSchema } from './task-schema.ts'

const FEEDBACK_SOURCES = ['rule', 'model'] as const
const REWARD_PROFILES = ['standard', 'seed'] as const

/** The settings of an episode. */
export const settingsSchema = z.strictObject({
  assistant_turns: z
    .int()
    .min(1)
    .max(32)
    .default(3)
    .describe('Turns of the model, the final answer included.'),
  feedback_turns: z
    .int()
    .min(0)
    .max(32)
    .default(3)
    .describe(
      'Requests for feedback, or fewer if the task allows fewer; with options to choose from, at ' +
        'most their number less two.',
    ),
  feedback_source: z
    .enum(FEEDBACK_SOURCES)
    .default('rule')
    .describe('rule: the built-in tutor. model: the chat server of `feedback_profile`.'),
  feedback_profile: profileName
    .default('self-inperfect')
    .describe('A chat profile of the server’s configuration; only with the source `model`.'),
  feedback_kind: z
    .enum(FEEDBACK_KINDS)
    .default('process')
    .describe(
      'binary: right or wrong. step: also the first wrong step of the shown work, only with ' +
        'the rule tutor. self: a critique based on the right answer. process: based on the ' +
        'reference solution too. strong: the same in more detail, for a stronger model.',
    ),
  confirm_correct: z
    .boolean()
    .nullable()
    .default(null)
    .describe(
      'Whether feedback says that an answer is right or wrong. null: yes, except where there are ' +
        'options to choose from.',
    ),
  reward_profile: z
    .enum(REWARD_PROFILES)
    .default('standard')
    .describe(
      'standard: a right answer, at best at once. seed: pays for every request for feedback, up ' +
        'to 1.5 in all; it can be exploited, and is for comparison only.',
    ),
})

export type Settings = Readonly<z.infer<typeof settingsSchema>>

/** The chat profiles that an episode with these settings uses. */
export const usedProfiles = ({ feedback_source, feedback_profile }: Settings): readonly string[] =>
  feedback_source === 'model' ? [feedback_profile] : []

/** Whether feedback may say if an answer is right or wrong. */
export const confirms = (task: MathTask, settings: Settings): boolean =>
  settings.confirm_correct ?? task.answer.kind !== 'choice'

/**
 * The maximum number of answered feedback requests: what the settings and the task both allow. With
 * options, it is at least two below their number: otherwise trying all of them would find the right
 * one.
 */
export function feedbackMax(task: MathTask, settings: Settings): number {
  const { kind, options } = task.answer
  const max = Math.min(settings.feedback_turns, task.feedback_turns ?? settings.feedback_turns)
  return kind === 'choice' ? Math.max(0, Math.min(max, options.length - 2)) : max
}

/**
 * The maximum number of failed attempts in a prompt. At least two options stay untried, as within
 * an episode.
 */
export const attemptsShownMax = ({ answer: { kind, options } }: MathTask): number =>
  kind === 'choice' ? Math.max(0, options.length - 2) : Number.POSITIVE_INFINITY

/** The public members of a task: only what the opening message says. */
export const publicTask = (task: MathTask): JsonObject => ({
  dataset: task.dataset,
  question: task.question,
  ...(task.answer.kind === 'choice' ? { options: task.answer.options } : {}),
})
