import { z } from 'zod'
import { ATTEMPT_OUTCOMES } from '../env/attempt.ts'
import { CONDITIONS, feedbackSchema, GROUP_MODES } from '../env/group.ts'
import { MESSAGE_KINDS } from '../env/next-turn.ts'
import { VERDICTS } from '../env/verdict.ts'
import { gatewayResult, KEY_MEMBERS } from './key-results.ts'
import { runReportSummary } from './run-reports.ts'
import * as scalars from './scalars.ts'
import { endReason, stepInfo } from './step-info.ts'

/** Results of every operation, in snake_case; rewards are numbers with at most three decimals. */

const limits = z.strictObject({
  turns_max: z.int(),
  tool_calls_per_turn_max: z.int(),
  action_characters_max: z.int(),
})

export const toolSchema = z
  .strictObject({
    type: z.literal('function'),
    function: z.strictObject({
      name: z.string(),
      description: z.string(),
      parameters: scalars.openObject,
    }),
  })
  .meta({ id: 'Tool', description: 'A tool as chat APIs describe it.' })

export const environmentSummary = z
  .strictObject({
    env: z.string(),
    /** Counts the changes of its behaviour under this id. */
    revision: z.int(),
    title: z.string(),
    description: z.string(),
    splits: z.array(z.strictObject({ name: z.string(), count: z.int().nullable() })),
    data_checksum: z.string().nullable(),
  })
  .meta({ id: 'EnvironmentSummary', description: 'An environment in a listing.' })

export const environmentDescription = environmentSummary
  .extend({
    tools: z.array(toolSchema),
    /** What episodes have only with other settings than the defaults. */
    more_tools: z.array(toolSchema),
    limits: limits.nullable(),
    metrics: z.array(z.string()),
    reward: z.strictObject({
      parts: z.array(z.string()),
      minimum: z.number(),
      maximum: z.number(),
    }),
    settings_schema: scalars.openObject,
    uses_seed: z.boolean(),
    /** Whether a turn without a call may be the final answer. */
    takes_answers: z.boolean(),
  })
  .meta({ id: 'EnvironmentDescription', description: 'All public data of an environment.' })

export const stepResult = z
  .strictObject({
    episode_id: z.string(),
    seq: z.int(),
    messages: z.array(scalars.message),
    reward: z.number(),
    terminated: z.boolean(),
    truncated: z.boolean(),
    info: stepInfo,
  })
  .meta({
    id: 'StepResult',
    description: 'Messages to append, the reward, and whether it is over.',
  })

export const condition = z.enum(CONDITIONS)

const feedback = feedbackSchema.meta({
  id: 'Feedback',
  description: 'When rollouts open, and which attempts their openings show.',
})

/** An earlier attempt of the group as the opening tells it. */
const shownAttempt = z
  .strictObject({
    episode_id: z.string(),
    /** Number of the rollout within its group. */
    index: z.int(),
    outcome: z.enum(ATTEMPT_OUTCOMES),
    /** The exact text of the `<previous_attempts>` block in the opening messages. */
    text: z.string(),
  })
  .meta({ id: 'ShownAttempt', description: 'An earlier attempt, as an opening shows it.' })

export const openResult = z
  .strictObject({
    episode_id: z.string(),
    ...KEY_MEMBERS,
    env: z.string(),
    /** The revision of the environment that recorded it; 0: before revisions were stored. */
    revision: z.int(),
    task: scalars.openObject,
    seed: z.int().nullable(),
    settings: scalars.openObject,
    limits,
    /** `guided`: the group's schedule shows earlier attempts here, if any have failed. */
    condition,
    attempts_shown: z.int(),
    /** In a group with feedback: the attempts that are shown, the oldest first. */
    attempts: z.array(shownAttempt).optional(),
    next_seq: z.int(),
    messages: z.array(scalars.message),
    tools: z.array(toolSchema),
    /** Left out if the opening has no events. */
    info: stepInfo.optional(),
    /** Where the opening asked for the model gateway. */
    gateway: gatewayResult.optional(),
  })
  .meta({ id: 'OpenResult', description: 'A new episode: its first messages, tools and keys.' })

/** What the agent may do in its next turn, for players who choose from forms. */
const nextTurnResult = z
  .strictObject({
    turns_left: z.int(),
    /** Tools whose call would waste the turn, with the reason. */
    used_up: z.record(z.string(), z.string()),
    /** What a turn without a call is. */
    message: z.enum(MESSAGE_KINDS),
  })
  .meta({ id: 'NextTurn', description: 'What the agent may do in its next turn.' })

/** The state of an episode, with the whole conversation. */
export const resumeResult = openResult
  .extend({
    /** Answer to the last step, or null before the first. */
    last: stepResult.nullable(),
    /** The revision that the environment has here: an episode of another one is not played on. */
    revision_here: z.int(),
    closed: z.boolean(),
    terminated: z.boolean(),
    truncated: z.boolean(),
    /** Null if the episode is over or cannot be played on here. */
    next_turn: nextTurnResult.nullable(),
    /** The account of the last step; its events are those of the whole conversation. */
    info: stepInfo,
  })
  .meta({
    id: 'ResumeResult',
    description: 'The state of an episode, with the whole conversation.',
  })

export const closeResult = z
  .strictObject({
    episode_id: z.string(),
    /** Sum of all rewards of the episode. */
    reward: z.number(),
    reward_parts: scalars.numberRecord,
    metrics: scalars.numberRecord,
    end_reason: endReason,
    terminated: z.boolean(),
    truncated: z.boolean(),
    condition,
    /** Mean reward of earlier attempts of the same run and condition; null without one. */
    baseline: z.number().nullable(),
    /** Whether the client closed it as its own failure: no reward, no attempt. */
    fault: z.boolean(),
  })
  .meta({ id: 'CloseResult', description: 'The account of an episode that is over.' })

export const beatResult = z
  .strictObject({
    episode_id: z.string(),
    /** How long others wait for this rollout if nothing more is heard of it, in milliseconds. */
    lease_left_ms: z.number(),
  })
  .meta({ id: 'BeatResult', description: 'How long others wait for a rollout.' })

export const critiqueResult = z
  .strictObject({ episode_id: z.string(), text: z.string() })
  .meta({ id: 'CritiqueResult', description: 'The stored critique.' })

/** Attempts of one condition, and how many of them succeeded. */
const tries = z.strictObject({ attempts: z.int(), successes: z.int() })

const groupSummary = z
  .strictObject({
    principal: z.string(),
    run: z.string(),
    id: z.string(),
    generation: z.string(),
    env: z.string(),
    task: z.string(),
    size: z.int(),
    mode: z.enum(GROUP_MODES),
    opened_ms: z.number(),
    /** Episodes of this generation, and how many of them are open. */
    episodes: z.int(),
    open: z.int(),
    /** Under the clean prompt and with feedback: never to be added up. */
    clean: tries,
    guided: tries,
  })
  .meta({ id: 'GroupSummary', description: 'A group in a listing.' })

const groupMember = z
  .strictObject({
    index: z.int(),
    condition,
    /** `absent`: nothing was heard of it. `opening`: it waits, or is being opened. */
    state: z.enum(['absent', 'opening', 'playing', 'over']),
    episode_id: z.string().nullable(),
    end_reason: endReason.nullable(),
    success: z.boolean().nullable(),
    /** Reward and steps so far; null if no episode was opened. */
    score: z.number().nullable(),
    steps: z.int().nullable(),
    /** Number of its wave, from 0. */
    wave: z.int(),
    /** Rollouts that its opening still waits for. */
    waits_for: z.array(z.int()),
    /** Rollouts whose attempts its opening shows. */
    shown: z.array(z.int()),
    /** Milliseconds that other rollouts wait for it; null if none waits. */
    lease_left_ms: z.number().nullable(),
  })
  .meta({ id: 'GroupMember', description: 'A rollout of a group.' })

export const groupStatus = groupSummary
  .extend({
    /** The schedule; null without feedback. */
    feedback: feedback.nullable(),
    members: z.array(groupMember),
    /** The first turn, from 1, at which rollouts did different things; null if they never did. */
    parts_at: z.int().nullable(),
  })
  .meta({ id: 'GroupStatus', description: 'A group with all of its rollouts.' })

export const groupPage = z
  .strictObject({
    groups: z.array(groupSummary),
    next: z.string().nullable(),
  })
  .meta({ id: 'GroupPage', description: 'Groups, and the cursor of the next page.' })

/** Attempts of a run under one condition, and their mean reward. */
const meanOfRun = z.strictObject({ attempts: z.int(), mean_reward: z.number().nullable() })

/** The server's data on a training run: its finished attempts. */
const runSummary = z
  .strictObject({
    principal: z.string(),
    run: z.string(),
    /** Under the clean prompt and with feedback: never to be added up. */
    clean: meanOfRun,
    guided: meanOfRun,
    /** What its trainer reported, if that is asked for; null if nothing was. */
    report: runReportSummary.nullable().optional(),
  })
  .meta({ id: 'RunSummary', description: 'A run in a listing.' })

export const runPage = z
  .strictObject({ runs: z.array(runSummary), next: z.string().nullable() })
  .meta({ id: 'RunPage', description: 'Runs, and the cursor of the next page.' })

/** The state of the server in one word. */
export const status = z
  .strictObject({ status: z.string() })
  .meta({ id: 'Status', description: 'The state of the server in one word.' })

/** A task as its environment publishes it; the whole task for admins who request hidden facts. */
export const taskResult = scalars.openObject

export const worldResult = z
  .strictObject({ hash: z.string(), world: scalars.openObject })
  .meta({ id: 'World', description: 'A world and its hash, with hidden facts.' })

export const watchResult = z
  .strictObject({ episode_id: z.string(), position: z.int() })
  .meta({ id: 'WatchResult', description: 'An episode and one of its positions.' })

/** One row of a log, as notifications and log downloads carry it. */
export const logRow = z
  .strictObject({
    episode_id: z.string(),
    position: z.int(),
    kind: z.enum(['opened', 'stepped', 'closed']),
    wall_ms: z.number(),
    /** Of the stored row for admins; keyed with the store's secret for everybody else. */
    previous_hash: z.string(),
    hash: z.string(),
    /** The stored JSON text with everything in it: for admins. */
    payload: z.string().optional(),
    /** How long each of its effects took, in milliseconds and in their order: for admins. */
    took_ms: z.array(z.number()).optional(),
    /** The same without hidden facts and effects: for everybody else. */
    view: scalars.openObject.optional(),
  })
  .meta({ id: 'LogRow', description: 'One row of a log: `payload` for admins, `view` for others.' })

export const taskPage = z
  .strictObject({
    tasks: z.array(scalars.openObject),
    /** Index to go on from, or null on the last page. */
    next: z.int().nullable(),
  })
  .meta({ id: 'TaskPage', description: 'Tasks, and the cursor of the next page.' })

export const replayReport = z
  .strictObject({
    episode_id: z.string(),
    verdict: z.enum(VERDICTS),
    rows: z.int(),
    /** The revision of the environment that recorded it; null if its opening cannot be read. */
    revision: z.int().nullable(),
    /** The environment's revision on this server; null if unknown. */
    revision_here: z.int().nullable(),
    difference: z
      .strictObject({
        position: z.int(),
        path: z.string(),
        recorded: z.unknown(),
        replayed: z.unknown(),
      })
      .nullable(),
    reason: z.string().nullable(),
  })
  .meta({ id: 'ReplayReport', description: 'The result of replaying a log.' })

export type EnvironmentSummary = z.infer<typeof environmentSummary>
export type EnvironmentDescription = z.infer<typeof environmentDescription>
export type StepResult = z.infer<typeof stepResult>
export type OpenResult = z.infer<typeof openResult>
export type ResumeResult = z.infer<typeof resumeResult>
export type CloseResult = z.infer<typeof closeResult>
export type ShownAttemptResult = z.infer<typeof shownAttempt>
export type BeatResult = z.infer<typeof beatResult>
export type CritiqueResult = z.infer<typeof critiqueResult>
export type GroupSummaryResult = z.infer<typeof groupSummary>
export type GroupMemberResult = z.infer<typeof groupMember>
export type GroupStatusResult = z.infer<typeof groupStatus>
export type GroupPageResult = z.infer<typeof groupPage>
export type RunSummaryResult = z.infer<typeof runSummary>
export type RunPageResult = z.infer<typeof runPage>
export type WatchResult = z.infer<typeof watchResult>
export type LogRowResult = z.infer<typeof logRow>
export type ReplayReport = z.infer<typeof replayReport>
