import { z } from 'zod'
import { DIALECT_NAMES } from '../../env/dialects/index.ts'
import { FEEDBACK_SHAPE, GROUP_MODES } from '../../env/group.ts'
import { THOUGHT_POLICIES } from '../../env/thoughts.ts'
import { BASELINES } from '../local/learning/baseline.ts'
import { CLEAN_WEIGHTS } from '../local/learning/surrogate.ts'
import { TRAIN_PROMPTS } from '../local/learning/update.ts'

/** What trains: an unmodified verl, or TRL. */
export const ENGINE_NAMES = ['verl', 'trl'] as const
export type EngineName = (typeof ENGINE_NAMES)[number]

/** How it is trained; `dapo` is a short name of `dapo-backchannel`. */
export const METHODS = [
  'sft',
  'grpo',
  'dapo',
  'dapo-paper',
  'dapo-backchannel',
  'rloo',
  'dpo',
] as const
export type Method = (typeof METHODS)[number]

const whole = (low: number, high: number) => z.int().min(low).max(high)
const text = z.string().min(1).max(1_000)
const environmentVariable = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, {
  error: 'name an environment variable, such as BACKCHANNEL_TOKEN',
})
const httpUrl = z.url({ protocol: /^https?$/, error: 'give an address such as http://host:8000' })
const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()])

const lora = z.strictObject({
  rank: whole(1, 1_024).default(32),
  alpha: whole(1, 4_096).default(64),
})

/** Sizes of a model that the memory estimate does not know by name. */
export const modelShape = z.strictObject({
  parameters_billion: z.number().positive(),
  layers: whole(1, 1_000),
  hidden: whole(1, 1_000_000),
  vocabulary: whole(1, 10_000_000),
  /** Heads of keys and values, times the size of each. */
  key_value_width: whole(1, 1_000_000),
})

const server = z.strictObject({
  /** As the workers reach it. */
  url: httpUrl,
  token_env: environmentVariable.default('BACKCHANNEL_TOKEN'),
  /** How long rollouts wait for it when it is away. Default: ten minutes. */
  patience_seconds: z.number().min(0).max(1_000_000).optional(),
  /** Steps of rollouts that are ready together share a frame of so many. */
  frame_steps: whole(1, 64).optional(),
  /** As it is reached from here, where that differs. */
  url_from_here: httpUrl.optional(),
})

const environment = z.strictObject({
  id: text,
  mode: z.enum(GROUP_MODES).default('independent'),
  /** What differs from the server's schedule. */
  feedback: z.strictObject(FEEDBACK_SHAPE).partial().optional(),
  train_prompt: z.enum(TRAIN_PROMPTS).default('guided'),
  /** How answers weigh that are trained under the clean prompt. */
  clean_weights: z.enum([...CLEAN_WEIGHTS, 'luffy']).default('truncated'),
  /** What rewards are compared with: the group, a condition's running mean, its clean rollouts. */
  baseline: z.enum(BASELINES).default('group'),
  /** TRL: failed clean rollouts learn from the model that is shown their critique (SDPO). */
  distill: z.enum(['none', 'rollout', 'from_failure']).default('none'),
  critique: z.enum(['server', 'policy']).default('server'),
  critique_tokens: whole(1, 8_192).default(256),
  /** The form of the model's tool calls. Default: the one that its chat template writes. */
  dialect: z.enum(DIALECT_NAMES).optional(),
  /** Whether later rollouts of a group fork its first one at a step, and learn from there on. */
  branch: z.enum(['none', 'step']).default('none'),
  /** TRL: by its own loop with tools, or by a rollout function that plays groups in waves. */
  play: z.enum(['tools', 'rollout']).default('rollout'),
})

const data = z.strictObject({
  train: text,
  validation: text.optional(),
  prompt_tokens_max: whole(1, 1_000_000).default(2_048),
  response_tokens_max: whole(1, 1_000_000).default(4_096),
})

const training = z.strictObject({
  learning_rate: z.number().positive().max(1).default(1e-6),
  /** verl: prompts of a step; TRL: rows of one process at a time. */
  batch: whole(1, 1_000_000),
  /** verl: prompts of an update. Default: all of the step. */
  mini_batch: whole(1, 1_000_000).optional(),
  /** TRL: batches of one update. */
  accumulation: whole(1, 100_000).default(1),
  group_size: whole(2, 1_024).default(8),
  epochs: z.number().positive().max(10_000).default(1),
  /** Ends training after so many steps, whatever the epochs. */
  steps: whole(1, 100_000_000).optional(),
  temperature: z.number().min(0).max(10).default(1),
  top_p: z.number().min(0).max(1).default(1),
  clip_low: z.number().min(0).max(10).default(0.2),
  clip_high: z.number().min(0).max(10).default(0.28),
  kl: z.number().min(0).max(10).default(0),
  save_every: whole(1, 1_000_000).default(20),
  evaluate_every: whole(0, 1_000_000).default(10),
  validation_rollouts: whole(1, 1_024).default(1),
  seed: whole(0, 2 ** 31 - 1).default(1),
  /** Drops whole groups that all succeeded or all failed, and fills the batch with others. */
  filter_groups: z.boolean().optional(),
  /** What a rollout is worth: what the environment says, or 1 for a success and -1 otherwise. */
  reward: z.enum(['environment', 'accuracy']).optional(),
  /** Divides advantages by the deviation of their group. */
  divide_by_deviation: z.boolean().optional(),
  /** Sampled tokens before the limit over which the reward falls by 1. */
  overlong_buffer: whole(0, 1_000_000).optional(),
  /** Leaves rollouts that were cut off out of the loss. */
  overlong_filter: z.boolean().optional(),
  /** Over what the loss is a mean: all tokens, answers and then tokens, or as Dr. GRPO does. */
  loss_mean: z.enum(['token', 'sequence', 'dr_grpo']).optional(),
  /** What has an advantage of its own: the episode, or each turn by the rewards from it on. */
  credit: z.enum(['episode', 'turn']).default('episode'),
  /** Whose probabilities are compared with those before the update: tokens, or whole answers. */
  ratio: z.enum(['token', 'sequence']).default('token'),
  /** The most that a token weighs where sampler and trainer differ; 0: tokens have no weights. */
  importance_cap: z
    .number()
    .max(1_000)
    .refine((cap) => cap === 0 || cap >= 1, { error: 'give 0, or a number from 1 on' })
    .optional(),
  /** TRL: functions that score, as pkg.module.function. */
  reward_functions: z.array(text).default([]),
})

const hardware = z.strictObject({
  nodes: whole(1, 10_000).default(1),
  gpus_per_node: whole(0, 64).default(1),
  gpu_memory_gib: z.number().positive().max(10_000).default(24),
  tensor_parallel: whole(1, 64).default(1),
  sequence_parallel: whole(1, 64).default(1),
  tokens_per_gpu: whole(1, 10_000_000).default(8_192),
  rollout_memory_share: z.number().min(0.05).max(0.98).default(0.6),
  rollout_sequences: whole(1, 100_000).default(64),
  context_tokens_max: whole(1, 10_000_000).optional(),
  offload: z.boolean().default(true),
  /** Default: verl's flash_attention_2, which has to be installed; TRL takes what it finds. */
  attention: z.enum(['flash_attention_2', 'sdpa']).optional(),
  /** TRL: how accelerate divides the model. */
  accelerate: z.enum(['single_gpu', 'multi_gpu', 'zero2', 'zero3', 'fsdp2']).optional(),
  processes: whole(1, 100_000).optional(),
  /** TRL: GPUs of the last node that only generate. */
  generation_gpus: whole(0, 64).default(0),
  /** Without a GPU: for tests and trials. */
  cpu: z.boolean().default(false),
})

const launch = z.strictObject({
  kind: z.enum(['process', 'ray']).default('process'),
  /** Ray's dashboard. */
  address: httpUrl.optional(),
  ray_token_env: environmentVariable.default('RAY_AUTH_TOKEN'),
  python: text.default('python3'),
  /** Sends the data files along instead of reading them where the job runs. */
  upload_data: z.boolean().default(false),
  environment: z.record(environmentVariable, z.union([z.string(), z.number()])).default({}),
  /** Further variables whose values are handed over from here, and written nowhere. */
  secrets: z.array(environmentVariable).default([]),
  cpus: z.number().min(0).max(10_000).optional(),
  disk_gib_min: z.number().min(0).max(1_000_000).default(50),
})

const logging = z.strictObject({
  wandb: z.strictObject({ project: text, entity: text.optional() }).optional(),
  tensorboard: z.boolean().default(false),
})

const endpoint = z.strictObject({
  base_url: httpUrl,
  model: text,
  api_key_env: environmentVariable.optional(),
  tasks: whole(1, 1_000).default(20),
  call_share_min: z.number().min(0).max(1).default(0.2),
})

/** The file that describes a run of an engine: `train --config FILE`. */
export const runConfigSchema = z.strictObject({
  /** Where the figures come from, for people. */
  source: z.string().max(10_000).optional(),
  run: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/, {
    error: 'name the run in letters, digits, dots, dashes and underscores',
  }),
  engine: z.enum(ENGINE_NAMES).optional(),
  method: z.enum(METHODS).optional(),
  /** A folder, or a name of the model hub. */
  model: text,
  model_shape: modelShape.optional(),
  /** The run whose model this one goes on from: refused where it would begin with another's. */
  after: text.optional(),
  thinking: z.boolean().default(false),
  /** Which thoughts of its earlier turns the model is shown, in all that plays the run. */
  thoughts: z.enum(THOUGHT_POLICIES).default('keep'),
  lora: lora.optional(),
  server: server.optional(),
  environment: environment.optional(),
  data,
  training,
  hardware: hardware.prefault({}),
  launch: launch.prefault({}),
  logging: logging.prefault({}),
  /** The starting model behind an OpenAI-compatible server, to count its tool calls. */
  endpoint: endpoint.optional(),
  /** Folder of checkpoints and logs. */
  output: text,
  /** Further settings of the engine in its own words; they win over ours. */
  options: z.record(z.string(), z.union([scalar, z.array(scalar)])).default({}),
})

export type RunConfig = z.output<typeof runConfigSchema> & {
  readonly engine: EngineName
  readonly method: Method
}

/** Whether a method makes its own data by rollouts. */
export const isReinforcement = (method: Method): boolean => !['sft', 'dpo'].includes(method)

/** Whether rollouts are episodes on a server, and not single answers that a function scores. */
export const playsEpisodes = (config: RunConfig): boolean =>
  isReinforcement(config.method) && config.environment !== undefined

/** Whether the server reads the model's raw text, and not calls that the trainer has read. */
export const writesRawText = (config: RunConfig): boolean =>
  playsEpisodes(config) && !(config.engine === 'trl' && config.environment?.play === 'tools')
