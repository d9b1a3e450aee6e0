import { z } from 'zod'
import { END_REASONS } from '../env/end.ts'
import { CONDITIONS } from '../env/group.ts'
import { condition } from './results.ts'
import * as scalars from './scalars.ts'

/** Reads of a run through its episodes: parameters and results. */

const ofRun = {
  run: scalars.groupName,
  /** For admins: the run's owner. Absent: all owners. */
  principal: scalars.principalName.optional(),
  env: scalars.environmentId.optional(),
  split: scalars.splitName.optional(),
  condition: z.enum(CONDITIONS).optional(),
  difficulty: z.int().min(0).max(1_000).optional(),
}

export const runStatus = z.strictObject(ofRun)

/** `reward`, `steps`, `success`, a metric of the environment, or `end:` and a reason. */
const metricName = z
  .string()
  .regex(
    new RegExp(`^(end:(${END_REASONS.join('|')})|(?!end:)[\\x20-\\x7e]{1,80})$`),
    `must be 1 to 80 ASCII characters; behind "end:" one of ${END_REASONS.join(', ')}`,
  )

export const runSeries = z.strictObject({
  ...ofRun,
  metric: z.array(metricName).min(1).max(8).default(['reward']),
  /**
   * `batch`: by the label `batch`, without episodes that lack it. `episodes`: equal numbers, in the
   * order of opening. `time`: by the time of opening. Conditions never change the axis.
   */
  by: z.enum(['batch', 'episodes', 'time']).default('batch'),
  /** Points at most; neighbours are put together. */
  bins: z.int().min(1).max(500).default(100),
})

/** Attempts with feedback are another thing than those without: never added up. */
const oneCondition = z.enum(CONDITIONS).default('clean')

export const runTasks = z.strictObject({
  ...ofRun,
  condition: oneCondition,
  order: z.enum(['hardest', 'easiest', 'task']).default('hardest'),
  /** How many to pass over, and how many to tell. */
  from: z.int().min(0).max(1_000_000).default(0),
  limit: z.int().min(1).max(1_000).default(100),
})

export const runCompare = z.strictObject({
  ...ofRun,
  condition: oneCondition,
  /** The run that it is held against. */
  with: scalars.groupName,
  /** `change`: the largest differences of the reward first, up or down. */
  order: z.enum(['worse', 'better', 'change', 'task']).default('worse'),
  from: z.int().min(0).max(1_000_000).default(0),
  limit: z.int().min(1).max(1_000).default(100),
})

export const runFailures = z.strictObject({
  ...ofRun,
  /** A page's `next`; pages are added up. */
  after: scalars.cursor.optional(),
})

export const taskFailures = z.strictObject({
  env: scalars.environmentId,
  split: scalars.splitName.optional(),
  condition: z.enum(CONDITIONS).optional(),
  difficulty: z.int().min(0).max(1_000).optional(),
  /** For admins: the owner of the episodes. Absent: all owners. */
  principal: scalars.principalName.optional(),
  /** A page's `next`; pages are added up. */
  after: scalars.cursor.optional(),
})

export const runCritiques = z.strictObject({
  run: scalars.groupName,
  /** For admins: the run's owner. Absent: all owners. */
  principal: scalars.principalName.optional(),
  env: scalars.environmentId.optional(),
  /** A page's `next`; pages are added up. */
  after: scalars.cursor.optional(),
})

/** A mean of attempts that ended, with its interval at 95 %. */
const mean = z.strictObject({
  n: z.int(),
  mean: z.number(),
  low: z.number(),
  high: z.number(),
})

const conditionOrNone = z.union([condition, z.literal('none')])

/** Apart, and never to be added up; `none`: forks. */
export const conditionMeans = z.array(
  z.strictObject({ condition: conditionOrNone, reward: mean, success: mean, steps: mean }),
)

export const runDetail = z
  .strictObject({
    run: z.string(),
    episodes: z.int(),
    open: z.int(),
    first_ms: z.number(),
    last_ms: z.number(),
    environments: z.array(z.string()),
    /** Ended episodes by the reason of their end. */
    ends: z.record(z.string(), z.int()),
    conditions: conditionMeans,
    /** The same of each level that was played, the lowest first. */
    levels: z.array(z.strictObject({ difficulty: z.int(), conditions: conditionMeans })),
  })
  .meta({ id: 'RunDetail', description: 'A run, computed from its episodes.' })

export const runSeriesResult = z
  .strictObject({
    run: z.string(),
    points: z.array(
      z.strictObject({
        /** The batch or the first of several; of `time`, milliseconds since 1970. */
        x: z.number(),
        condition: conditionOrNone,
        metric: z.string(),
        /** Episodes of the point that are open: it is not complete yet. */
        open: z.int(),
        /** When the first and the last of its episodes were opened. */
        first_ms: z.number(),
        last_ms: z.number(),
        ...mean.shape,
      }),
    ),
  })
  .meta({ id: 'RunSeries', description: 'Metrics of a run over its training, by condition.' })

const taskOfRun = z.strictObject({
  env: z.string(),
  task: z.string(),
  n: z.int(),
  reward: z.number(),
  success: z.number(),
  /** The newest that ended, and the newest without success. */
  episode_id: z.string().nullable(),
  lost_episode_id: z.string().nullable(),
})

export const runTasksResult = z
  .strictObject({
    run: z.string(),
    tasks: z.array(taskOfRun),
    total: z.int(),
    next: z.int().nullable(),
  })
  .meta({ id: 'RunTasks', description: 'The tasks of a run, with results.' })

export const runCompareResult = z
  .strictObject({
    run: z.string(),
    with: z.string(),
    /** Tasks that both runs played, and how the second did on them. */
    tasks: z.array(
      z.strictObject({
        env: z.string(),
        task: z.string(),
        one: taskOfRun,
        other: taskOfRun,
        /** Reward and success of the second less those of the first. */
        reward_delta: z.number(),
        success_delta: z.number(),
      }),
    ),
    better: z.int(),
    worse: z.int(),
    same: z.int(),
    only_one: z.int(),
    only_other: z.int(),
    next: z.int().nullable(),
  })
  .meta({ id: 'RunComparison', description: 'Two runs, task by task.' })

const failureCounts = {
  /** Attempts that were looked at, the newest first, and how many of them failed. */
  looked: z.int(),
  failed: z.int(),
  /**
   * Contents of their public events and, with the kind `task`, short public texts of their tasks.
   * The most frequent among failures come first.
   */
  facts: z.array(
    z.strictObject({
      kind: z.string(),
      /** Members of members have dots between them. */
      member: z.string(),
      value: z.string(),
      /** Attempts that failed, and that succeeded, with such an event. */
      failed: z.int(),
      won: z.int(),
      /** Some that failed. */
      episode_ids: z.array(z.string()),
    }),
  ),
  /** Failed attempts whose critique was read, and the lessons that recur in them, by line. */
  critiqued: z.int(),
  critiques: z.array(
    z.strictObject({ text: z.string(), failed: z.int(), episode_ids: z.array(z.string()) }),
  ),
  next: z.string().nullable(),
}

export const taskFailuresResult = z
  .strictObject({ env: z.string(), ...failureCounts })
  .meta({ id: 'TaskFailures', description: 'Common features of failed attempts at tasks.' })

export const runFailuresResult = z.strictObject({ run: z.string(), ...failureCounts }).meta({
  id: 'RunFailures',
  description: 'Common features of a run’s failed attempts.',
})

const tries = z.strictObject({ attempts: z.int(), successes: z.int() })

export const runCritiquesResult = z
  .strictObject({
    run: z.string(),
    /** Groups that were looked at, the newest first, each in its newest generation. */
    groups: z.int(),
    /** Guided attempts of these groups that ended, with or without a critique in the prompt. */
    looked: z.int(),
    /** Guided attempts with a critique in the prompt, and clean ones of the same groups. */
    guided: tries,
    clean: tries,
    /** Lessons that prompts had, line by line: those of most prompts first. */
    lessons: z.array(
      z.strictObject({
        text: z.string(),
        /** Attempts that had it in their prompt. */
        guided: tries,
        /** Clean attempts of the same groups. */
        clean: tries,
        /** Some that had it in their prompt, by whether they succeeded. */
        won_episode_ids: z.array(z.string()),
        failed_episode_ids: z.array(z.string()),
      }),
    ),
    next: z.string().nullable(),
  })
  .meta({
    id: 'RunCritiques',
    description:
      'Results of attempts after each critique, and of clean attempts in the same groups.',
  })
