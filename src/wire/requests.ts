import { z } from 'zod'
import { DIALECT_NAMES } from '../env/dialects/index.ts'
import { CONDITIONS, FEEDBACK_SHAPE, GROUP_MODES, GROUP_SIZE_MAX } from '../env/group.ts'
import * as scalars from './scalars.ts'

/** Parameters of every operation: the same over WebSocket and HTTP. */

/** Of operations that want to know nothing. */
export const nothing = z.strictObject({})

const pageLimit = z.int().min(1).max(1_000).default(100)
const principal = scalars.principalName.optional()

export const envList = nothing

export const envDescribe = z.strictObject({ env: scalars.environmentId })

export const envWorld = z.strictObject({ env: scalars.environmentId })

export const taskList = z.strictObject({
  env: scalars.environmentId,
  split: scalars.splitName,
  /** First index of the page. */
  from: z.int().min(0).default(0),
  difficulty: z.int().min(0).max(1_000).optional(),
  limit: pageLimit,
  /** For admins: with hidden facts. */
  hidden: z.boolean().default(false),
})

export const taskGet = z.strictObject({
  env: scalars.environmentId,
  task: scalars.taskId,
  /** For admins: with hidden facts. */
  hidden: z.boolean().default(false),
})

/** What an opening may set of its group's feedback; the server's config has the rest. */
const feedback = z.strictObject(FEEDBACK_SHAPE).partial()

/** The group of an episode, and its index in the group. */
export const group = z
  .strictObject({
    run: scalars.groupName,
    id: scalars.groupName,
    /** Number of the rollout within its group, from 0 to `size` - 1. */
    index: z
      .int()
      .min(0)
      .max(GROUP_SIZE_MAX - 1),
    size: z.int().min(1).max(GROUP_SIZE_MAX),
    mode: z.enum(GROUP_MODES),
    generation: scalars.generation,
    feedback: feedback.optional(),
  })
  .meta({ id: 'Group', description: 'The group of an episode, and its index in the group.' })

/** How a separate agent program calls a model while it plays the episode. */
export const gateway = z
  .strictObject({
    /** A chat profile of the server's configuration that has `gateway`. */
    profile: scalars.printable(1, 64),
    /** `mcp`: the program calls the tools itself. `injected`: the gateway calls them for it. */
    tools: z.enum(['mcp', 'injected']),
  })
  .meta({ id: 'Gateway', description: 'How an agent program calls a model in the episode.' })

/** The same for a copy of an episode, which may repeat recorded answers of the model. */
const forkGateway = gateway
  .extend({
    /** So many calls of the copied episode are not sampled again; needs `position` 0. */
    calls: z.int().min(0).max(100_000),
  })
  .meta({ id: 'ForkGateway', description: 'How an agent program calls a model in a copy.' })

/** Opens an episode on one task: by its id, or by split and index. */
export const episodeOpen = z.strictObject({
  open_key: scalars.openKey.optional(),
  env: scalars.environmentId,
  split: scalars.splitName.optional(),
  index: z.int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  task: scalars.taskId.optional(),
  data_checksum: scalars.printable(0, 100).optional(),
  seed: scalars.seed.optional(),
  settings: scalars.openObject.optional(),
  labels: scalars.labels.optional(),
  group: group.optional(),
  /** The form in which the model writes tool calls in raw text. Absent: `hermes`. */
  dialect: z.enum(DIALECT_NAMES).optional(),
  /** Gives the key with which an agent program asks a model through this server. */
  gateway: gateway.optional(),
  /** False: answer `group/would_wait` instead of waiting for the group's earlier rollouts. */
  wait: z.boolean().optional(),
})

/** Plays one assistant turn. */
export const episodeStep = z.strictObject({
  episode_id: scalars.episodeId,
  seq: scalars.seq.optional(),
  action: scalars.action,
  /** Which weights of the model wrote it; stored with the step. */
  model_version: scalars.modelVersion.optional(),
  resume_key: scalars.resumeKey.optional(),
})

/** The filters of episodes. */
export const episodeConditions = {
  env: scalars.environmentId.optional(),
  split: scalars.splitName.optional(),
  task: scalars.taskId.optional(),
  difficulty: z.int().min(0).max(1_000).optional(),
  run: scalars.groupName.optional(),
  /** For admins: the owner of the episodes. Absent: all owners. */
  principal,
  parent: scalars.episodeId.optional(),
  open: z.boolean().optional(),
  success: z.boolean().optional(),
  end_reason: scalars.printable(0, 50).optional(),
  group: scalars.groupName.optional(),
  condition: z.enum(CONDITIONS).optional(),
  /** Bounds of the reward so far, both included. */
  score_min: scalars.score.optional(),
  score_max: scalars.score.optional(),
  /** Opened from this moment on, and before that one, in milliseconds since 1970. */
  opened_from: scalars.moment.optional(),
  opened_to: scalars.moment.optional(),
  /** These alone. */
  ids: z.array(scalars.episodeId.min(1)).min(1).max(100).optional(),
}

export const episodeList = z.strictObject({
  ...episodeConditions,
  /**
   * `updated`: by their last row, the newest first. `reward`: only finished episodes, the highest
   * reward first.
   */
  order: z.enum(['oldest', 'newest', 'updated', 'reward']).default('oldest'),
  /** Only episodes after this one in the order, or after a cursor. */
  after: scalars.cursor.optional(),
  /** Only episodes before this one in the order. */
  before: scalars.cursor.optional(),
  limit: pageLimit,
  /** `estimate`: as good as some milliseconds allow. */
  count: z.enum(['none', 'estimate', 'exact']).default('none'),
})

/** Asks for the state of an episode, to continue it after a drop or a crash. */
export const episodeResume = z.strictObject({
  episode_id: scalars.episodeId,
  resume_key: scalars.resumeKey.optional(),
})

/** Has a player of its environment play one turn. */
export const episodeContinue = z.strictObject({
  episode_id: scalars.episodeId,
  /** `oracle`, `random`, or one that the card of the environment names. */
  player: scalars.printable(1, 100).default('oracle'),
})

/** Opens an episode that begins with the first `position` steps of another. */
export const episodeFork = z.strictObject({
  open_key: scalars.openKey.optional(),
  episode_id: scalars.episodeId,
  position: z.int().min(0).max(1_000_000),
  seed: scalars.seed.optional(),
  labels: scalars.labels.optional(),
  /** Gives a key with which the agent program of the episode plays the copy. */
  gateway: forkGateway.optional(),
  resume_key: scalars.resumeKey.optional(),
})

/** Ends an episode; on one that is over it only tells the result. */
export const episodeClose = z.strictObject({
  episode_id: scalars.episodeId,
  reason: z
    .enum(['client_closed', 'token_budget', 'turn_budget', 'client_fault', 'abandoned'])
    .optional(),
  /** The rollout failed on the client's side: no reward, no critique, no attempt. */
  fault: z.boolean().optional(),
  resume_key: scalars.resumeKey.optional(),
})

/** Ends all keys of an episode that were given so far; for its owner and admins. */
export const episodeRevoke = z.strictObject({ episode_id: scalars.episodeId })

/** Makes a key for clients that cannot send headers. */
export const keyConnect = z
  .strictObject({
    env: scalars.environmentId,
    /** The one episode that it plays. Absent: it opens its own episodes. */
    episode_id: scalars.episodeId.optional(),
    /** The number of episodes that it may open. Absent: any number. */
    episodes: z.int().min(1).max(100_000).optional(),
    /** For how long it is good. */
    minutes: z
      .int()
      .min(1)
      .max(60 * 24 * 30)
      .default(60),
  })
  .refine((given) => given.episode_id === undefined || given.episodes === undefined, {
    path: ['episodes'],
    message: 'a key for one episode opens none; give episode_id or episodes',
  })
  .meta({ not: { required: ['episode_id', 'episodes'] } })

/** Ends a connect key. */
export const keyRevoke = z.strictObject({
  key_id: scalars.printable(0, 64),
  /** For admins: the owner of the key. Absent: the caller. */
  principal,
})

/** Announces that the weights of a model were updated. */
export const gatewayWeights = z.strictObject({
  /** The chat profile whose model server has them. */
  profile: scalars.printable(1, 64),
  /** A number of the trainer, such as that of its last step. */
  version: z.int().min(0).max(Number.MAX_SAFE_INTEGER),
})

export const episodeLog = z.strictObject({
  episode_id: scalars.episodeId,
  /** Position of the first row. */
  from: z.int().min(0).max(1_000_000).default(0),
  /** For admins: the rows as everybody else sees them, without hidden facts. */
  public: z.boolean().default(false),
  resume_key: scalars.resumeKey.optional(),
})

export const episodeCalls = z.strictObject({
  episode_id: scalars.episodeId,
  /** Number of the first call. */
  from: z.int().min(0).max(1_000_000).default(0),
  limit: pageLimit,
  resume_key: scalars.resumeKey.optional(),
})

/** Sends the rows of an episode from a position on, those to come included. */
export const episodeWatch = z.strictObject({
  episode_id: scalars.episodeId,
  from: z.int().min(0).max(1_000_000).optional(),
  resume_key: scalars.resumeKey.optional(),
})

export const episodeReplay = z.strictObject({
  episode_id: scalars.episodeId,
  resume_key: scalars.resumeKey.optional(),
})

export const episodeUnwatch = z.strictObject({ episode_id: scalars.episodeId })

/** Reports that a rollout of a group continues, so that others wait for it. */
export const groupBeat = z.strictObject({
  episode_id: scalars.episodeId,
  resume_key: scalars.resumeKey.optional(),
})

/** Gives a failed rollout the critique that later ones are shown. */
export const groupCritique = z.strictObject({
  episode_id: scalars.episodeId,
  text: scalars.critique,
  resume_key: scalars.resumeKey.optional(),
})

export const groupStatus = z.strictObject({
  run: scalars.groupName,
  id: scalars.groupName,
  /** For admins: the owner of the group. Absent: the caller. */
  principal,
})

export const groupList = z.strictObject({
  run: scalars.groupName.optional(),
  /** For admins: the owner of the groups. Absent: all owners. */
  principal,
  env: scalars.environmentId.optional(),
  task: scalars.taskId.optional(),
  /** The order: by the time of their first episode. */
  order: z.enum(['oldest', 'newest']).default('oldest'),
  after: scalars.episodeId.optional(),
  limit: pageLimit,
})

export const runList = z.strictObject({
  run: scalars.groupName.optional(),
  /** For admins: the owner of the runs. Absent: all owners. */
  principal,
  after: scalars.runCursor.optional(),
  limit: pageLimit,
  /** With what trainers reported; such pages may be shorter. */
  reported: z.boolean().default(false),
})

export type GatewayRequest = z.infer<typeof gateway>
export type GroupRequest = z.infer<typeof group>
export type EpisodeOpenRequest = z.infer<typeof episodeOpen>
export type GroupBeatRequest = z.infer<typeof groupBeat>
export type GroupCritiqueRequest = z.infer<typeof groupCritique>
export type GroupStatusRequest = z.infer<typeof groupStatus>
export type GroupListRequest = z.infer<typeof groupList>
export type EpisodeStepRequest = z.infer<typeof episodeStep>
export type EpisodeResumeRequest = z.infer<typeof episodeResume>
export type EpisodeForkRequest = z.infer<typeof episodeFork>
export type EpisodeCloseRequest = z.infer<typeof episodeClose>
export type EpisodeWatchRequest = z.infer<typeof episodeWatch>
