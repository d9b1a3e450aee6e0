import { z } from 'zod'
import { ANSWER_KINDS } from '../sim/math/problem.ts'
import { episodeSummary } from './list-results.ts'
import { episodeConditions } from './requests.ts'
import { conditionMeans } from './runs.ts'
import * as scalars from './scalars.ts'

/** Other views: attempts, the server, environments, tasks, code and answers. */

export const episodeAccount = z.strictObject({
  episode_id: scalars.episodeId,
  resume_key: scalars.resumeKey.optional(),
})

export const accountResult = z
  .strictObject({
    episode_id: z.string(),
    outcome: z.enum(['open', 'won', 'partly_done', 'failed', 'no_attempt']),
    /** The attempt as later attempts see it; null unless it failed. */
    did: z.string().nullable(),
    critique: z.string().nullable(),
    /** The author of the critique. `rule`: the server computes it on request. */
    source: z.enum(['rule', 'model', 'posted']).nullable(),
    /** Rollouts of its group whose openings show it. */
    shown_to: z.array(z.strictObject({ index: z.int(), episode_id: z.string() })),
  })
  .meta({
    id: 'Account',
    description: 'An attempt as later ones see it, and the rollouts that saw it.',
  })

/** Searches for words in messages of agents, messages to them, and their calls. */
export const transcriptSearch = z.strictObject({
  ...episodeConditions,
  /** Words, `"a phrase"`, `begin*`: all of them in one text; capitals do not matter. */
  q: scalars.words,
  /** Only episodes after this one, the newest first, or after a cursor. */
  after: scalars.cursor.optional(),
  /** Maximum number of episodes. */
  limit: z.int().min(1).max(100).default(20),
})

const transcriptMatch = z.strictObject({
  /** Of the row that has it. */
  position: z.int(),
  role: z.enum(['user', 'assistant', 'tool']),
  snippet: z.string(),
  /** Start and end of the words in the snippet, in UTF-16 units. */
  ranges: z.array(z.tuple([z.int(), z.int()])),
})

export const transcriptSearchResult = z
  .strictObject({
    /** At most three places of each episode. */
    found: z.array(z.strictObject({ episode: episodeSummary, places: z.array(transcriptMatch) })),
    /** How many episodes were looked at for this page. */
    looked: z.int(),
    /**
     * Where the search goes on; null when it was all looked at. A page may be short, or empty, and
     * not the last: the search for more of it took too long for one answer.
     */
    next: z.string().nullable(),
  })
  .meta({ id: 'SaidPage', description: 'Episodes whose conversations contain the words.' })

const used = z.strictObject({
  name: z.string(),
  used: z.number(),
  /** 0: no limit. */
  max: z.number(),
})

export const serverStatus = z
  .strictObject({
    version: z.string(),
    uptime_ms: z.number(),
    store: z.strictObject({
      location: z.string(),
      bytes: z.number(),
      commit_p50_ms: z.number(),
      commit_p99_ms: z.number(),
    }),
    loop_delay_p99_ms: z.number(),
    /** Episodes that have not ended, as the store has them. */
    open_episodes: z.strictObject({ count: z.int(), exact: z.boolean() }),
    steps: z.int(),
    episodes_opened: z.int(),
    episodes_closed: z.int(),
    effects_under_way: z.int(),
    group_waiting: z.int(),
    sockets: z.int(),
    limits: z.array(used),
    /** The models that agent programs may ask. */
    models: z.array(
      z.strictObject({
        profile: z.string(),
        model: z.string(),
        /** `text only`: without token ids. `not probed`: the model server was not reached yet. */
        gives: z.enum(['tokens', 'text only', 'not probed']),
        /** Whether streamed answers have their tokens too. */
        streams_tokens: z.boolean(),
        /** Whether later calls of a conversation go on from token ids. */
        forwards_tokens: z.boolean(),
        /** Why it gives text only. */
        reason: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'ServerStatus', description: 'The state of the server, for its operator.' })

export const envCard = z.strictObject({ env: scalars.environmentId })

const passRates = z.strictObject({
  model: z.string(),
  split: z.string(),
  /** By family and level, with 95 % intervals. */
  cells: z.array(
    z.strictObject({
      family: z.string(),
      difficulty: z.int(),
      tasks: z.int(),
      trials: z.int(),
      successes: z.int(),
      rate: z.number(),
      low: z.number(),
      high: z.number(),
    }),
  ),
})

export const cardResult = z
  .strictObject({
    env: z.string(),
    title: z.string(),
    description: z.string(),
    licence: z.string(),
    origin: z.string(),
    players: z.array(z.string()),
    /** `foreign`: played on another server, with that server's guarantees. */
    class: z.enum(['own', 'foreign']),
    /** The guarantees for it, and the missing ones, one sentence each. */
    guarantees: z.array(z.string()),
    /** Whether blind play earns something, which conformance allows for. */
    has_floor: z.boolean(),
    /** Measured success of models; empty if there are no measurements. */
    pass_rates: z.array(passRates),
    /** The levels of each split; of an endless one, of its first tasks. */
    splits: z.array(
      z.strictObject({
        name: z.string(),
        count: z.int().nullable(),
        levels: z.array(z.strictObject({ difficulty: z.int(), tasks: z.int() })),
      }),
    ),
  })
  .meta({ id: 'EnvironmentCard', description: 'A description of an environment for people.' })

export const taskStats = z.strictObject({
  env: scalars.environmentId,
  tasks: z.array(scalars.taskId).min(1).max(100),
  run: scalars.groupName.optional(),
  principal: scalars.principalName.optional(),
})

export const taskStatsResult = z
  .strictObject({
    env: z.string(),
    tasks: z.array(
      z.strictObject({ task: z.string(), episodes: z.int(), conditions: conditionMeans }),
    ),
  })
  .meta({ id: 'TaskStats', description: 'Results of tasks, by condition.' })

const CODE_CHARACTERS_MAX = 20_000

export const qRun = z.strictObject({ code: z.string().max(CODE_CHARACTERS_MAX) })

export const qRunResult = z
  .strictObject({
    output: z.string(),
    /** The name of the error, such as `type`; null if there was none. */
    error: z.string().nullable(),
    error_text: z.string(),
  })
  .meta({ id: 'QRun', description: 'The output of q code on a fresh console.' })

/**
 * Grading takes the longer, the more there is to compare: one right answer, since each further one
 * would be compared anew.
 */
export const mathGrade = z.strictObject({
  gold: z.string().min(1).max(1_000),
  answer: z.string().max(1_000),
  kind: z.enum(ANSWER_KINDS).default('expression'),
  options: z.array(z.string().max(200)).max(26).default([]),
  question: z.string().max(4_000).default(''),
})

export const mathGradeResult = z
  .strictObject({
    correct: z.boolean(),
    /** The final answer that was found, as written; null if there is none. */
    extracted: z.string().nullable(),
    /** Whether different answers stood in places of equal rank; the last one was taken. */
    ambiguous: z.boolean(),
    /** Why, in words. */
    reasons: z.array(z.string()),
  })
  .meta({ id: 'MathGrade', description: 'The verdict of the grader on an answer.' })

export type ServerStatus = z.infer<typeof serverStatus>
