import { z } from 'zod'
import { DIALECT_NAMES } from '../../env/dialects/index.ts'
import { FEEDBACK_SHAPE, GROUP_MODES } from '../../env/group.ts'
import { THOUGHT_POLICIES } from '../../env/thoughts.ts'
import { BASELINES } from '../local/learning/baseline.ts'
import { CLEAN_WEIGHTS } from '../local/learning/surrogate.ts'
import { TRAIN_PROMPTS } from '../local/learning/update.ts'

/** The training engine: an unmodified verl, or TRL. */
export const ENGINE_NAMES = ['verl', 'trl'] as const
export type EngineName = (typeof ENGINE_NAMES)[number]

/** The training method. `dapo` is short for `dapo-backchannel`. */
export const TRAINING_METHODS = [
  'sft',
  'grpo',
  'dapo',
  'dapo-paper',
  'dapo-backchannel',
  'rloo',
  'dpo',
] as const
export type TrainingMethod = (typeof TRAINING_METHODS)[number]

const wholeNumber = (low: number, high: number) => z.int().min(low).max(high)
const text = z.string().min(1).max(1_000)
const environmentVariable = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, {
  error: 'name an environment variable, such as BACKCHANNEL_TOKEN',
})
const httpUrl = z.url({ protocol: /^https?$/, error: 'give an address such as http://host:8000' })
const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()])

const lora = z.strictObject({
  rank: wholeNumber(1, 1_024).default(32),
  alpha: wholeNumber(1, 4_096).default(64),
})

/** Sizes of a model that the built-in table does not contain, for the memory estimate. */
export const modelShape = z.strictObject({
  parameters_billion: z.number().positive(),
  layers: wholeNumber(1, 1_000),
  hidden: wholeNumber(1, 1_000_000),
  vocabulary: wholeNumber(1, 10_000_000),
  /** Number of key and value heads, times the size of each. */
  key_value_width: wholeNumber(1, 1_000_000),
})

const server = z.strictObject({
  /** Address as the workers reach it. */
  url: httpUrl,
  token_env: environmentVariable.default('BACKCHANNEL_TOKEN'),
  /** How long rollouts wait for an unreachable server. Default: ten minutes. */
  reconnect_timeout_seconds: z.number().min(0).max(1_000_000).optional(),
  /** Maximum rollout steps in one frame. */
  frame_steps: wholeNumber(1, 64).optional(),
  /** Address as this machine reaches it, if different. */
  url_from_here: httpUrl.optional(),
})

const environment = z.strictObject({
  id: text,
  mode: z.enum(GROUP_MODES).default('independent'),
  /** Settings that differ from the server's schedule. */
  feedback: z.strictObject(FEEDBACK_SHAPE).partial().optional(),
  train_prompt: z.enum(TRAIN_PROMPTS).default('guided'),
  /** Weights of answers that are trained under the clean prompt. */
  clean_weights: z.enum([...CLEAN_WEIGHTS, 'luffy']).default('truncated'),
  /** What rewards are compared with: the group, a condition's running mean, or clean rollouts. */
  baseline: z.enum(BASELINES).default('group'),
  /** TRL: failed clean rollouts learn from the model that sees their critique (SDPO). */
  distill: z.enum(['none', 'rollout', 'from_failure']).default('none'),
  critique: z.enum(['server', 'policy']).default('server'),
  critique_tokens: wholeNumber(1, 8_192).default(256),
  /** Dialect of the model's tool calls. Default: the one of its chat template. */
  dialect: z.enum(DIALECT_NAMES).optional(),
  /** Whether later rollouts of a group fork the first one at a step and learn from there. */
  branch: z.enum(['none', 'step']).default('none'),
  /** TRL: play with its own tool loop, or with a rollout function that plays groups in waves. */
  play: z.enum(['tools', 'rollout']).default('rollout'),
})

const data = z.strictObject({
  train: text,
  validation: text.optional(),
  prompt_tokens_max: wholeNumber(1, 1_000_000).default(2_048),
  response_tokens_max: wholeNumber(1, 1_000_000).default(4_096),
})

const training = z.strictObject({
  learning_rate: z.number().positive().max(1).default(1e-6),
  /** verl: prompts per step. TRL: rows per process. */
  batch: wholeNumber(1, 1_000_000),
  /** verl: prompts per update. Default: all prompts of the step. */
  mini_batch: wholeNumber(1, 1_000_000).optional(),
  /** TRL: batches per update. */
  accumulation: wholeNumber(1, 100_000).default(1),
  group_size: wholeNumber(2, 1_024).default(8),
  epochs: z.number().positive().max(10_000).default(1),
  /** Ends training after this many steps, regardless of epochs. */
  steps: wholeNumber(1, 100_000_000).optional(),
  temperature: z.number().min(0).max(10).default(1),
  top_p: z.number().min(0).max(1).default(1),
  clip_low: z.number().min(0).max(10).default(0.2),
  clip_high: z.number().min(0).max(10).default(0.28),
  kl: z.number().min(0).max(10).default(0),
  save_every: wholeNumber(1, 1_000_000).default(20),
  evaluate_every: wholeNumber(0, 1_000_000).default(10),
  validation_rollouts: wholeNumber(1, 1_024).default(1),
  seed: wholeNumber(0, 2 ** 31 - 1).default(1),
  /** Drops groups that all succeeded or all failed, and fills the batch with other groups. */
  filter_groups: z.boolean().optional(),
  /** Reward of a rollout: the environment's, or 1 for success and -1 otherwise. */
  reward: z.enum(['environment', 'accuracy']).optional(),
  /** Divides advantages by the standard deviation of their group. */
  divide_by_deviation: z.boolean().optional(),
  /** Number of sampled tokens before the limit over which the reward falls by 1. */
  overlong_buffer: wholeNumber(0, 1_000_000).optional(),
  /** Excludes truncated rollouts from the loss. */
  overlong_filter: z.boolean().optional(),
  /** What the loss averages over: all tokens; answers, then tokens; or as in Dr. GRPO. */
  loss_mean: z.enum(['token', 'sequence', 'dr_grpo']).optional(),
  /** What has its own advantage: the episode, or each turn by the rewards from there on. */
  credit: z.enum(['episode', 'turn']).default('episode'),
  /** Unit of the probability ratio before and after the update: a token or a whole answer. */
  ratio: z.enum(['token', 'sequence']).default('token'),
  /** Maximum weight of a token if sampler and trainer differ; 0: no weights. */
  importance_cap: z
    .number()
    .max(1_000)
    .refine((cap) => cap === 0 || cap >= 1, { error: 'give 0, or a number from 1 on' })
    .optional(),
  /** TRL: scoring functions, as pkg.module.function. */
  reward_functions: z.array(text).default([]),
})

const hardware = z.strictObject({
  nodes: wholeNumber(1, 10_000).default(1),
  gpus_per_node: wholeNumber(0, 64).default(1),
  gpu_memory_gib: z.number().positive().max(10_000).default(24),
  tensor_parallel: wholeNumber(1, 64).default(1),
  sequence_parallel: wholeNumber(1, 64).default(1),
  tokens_per_gpu: wholeNumber(1, 10_000_000).default(8_192),
  rollout_memory_share: z.number().min(0.05).max(0.98).default(0.6),
  rollout_sequences: wholeNumber(1, 100_000).default(64),
  context_tokens_max: wholeNumber(1, 10_000_000).optional(),
  offload: z.boolean().default(true),
  /** Default: verl's flash_attention_2, which must be installed; TRL uses what is installed. */
  attention: z.enum(['flash_attention_2', 'sdpa']).optional(),
  /** TRL: how accelerate distributes the model. */
  accelerate: z.enum(['single_gpu', 'multi_gpu', 'zero2', 'zero3', 'fsdp2']).optional(),
  processes: wholeNumber(1, 100_000).optional(),
  /** TRL: GPUs of the last node that only generate. */
  generation_gpus: wholeNumber(0, 64).default(0),
  /** Runs without a GPU, for tests and trials. */
  cpu: z.boolean().default(false),
})

const launch = z.strictObject({
  kind: z.enum(['process', 'ray']).default('process'),
  /** Ray's dashboard. */
  address: httpUrl.optional(),
  ray_token_env: environmentVariable.default('RAY_AUTH_TOKEN'),
  python: text.default('python3'),
  /** Sends the data files with the job instead of reading them where it runs. */
  upload_data: z.boolean().default(false),
  environment: z.record(environmentVariable, z.union([z.string(), z.number()])).default({}),
  /** Further variables whose values are passed on from here and never written to disk. */
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
  tasks: wholeNumber(1, 1_000).default(20),
  call_share_min: z.number().min(0).max(1).default(0.2),
})

/** The file that describes a run of an engine, for `train --config FILE`. */
export const runConfigSchema = z.strictObject({
  /** Source of the figures, for people. */
  source: z.string().max(10_000).optional(),
  run: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/, {
    error: 'name the run in letters, digits, dots, dashes and underscores',
  }),
  engine: z.enum(ENGINE_NAMES).optional(),
  method: z.enum(TRAINING_METHODS).optional(),
  /** A folder, or a name on the model hub. */
  model: text,
  model_shape: modelShape.optional(),
  /** The run whose model this run starts from. A start from another run's model is refused. */
  after: text.optional(),
  thinking: z.boolean().default(false),
  /** Which thoughts of its earlier turns the model sees, wherever the run plays. */
  thoughts: z.enum(THOUGHT_POLICIES).default('keep'),
  lora: lora.optional(),
  server: server.optional(),
  environment: environment.optional(),
  data,
  training,
  hardware: hardware.prefault({}),
  launch: launch.prefault({}),
  logging: logging.prefault({}),
  /** An OpenAI-compatible server with the starting model, to count its tool calls. */
  endpoint: endpoint.optional(),
  /** Folder for checkpoints and logs. */
  output: text,
  /** Further settings in the engine's own names; they override ours. */
  options: z.record(z.string(), z.union([scalar, z.array(scalar)])).default({}),
})

export type RunConfig = z.output<typeof runConfigSchema> & {
  readonly engine: EngineName
  readonly method: TrainingMethod
}

/** Whether a method creates its own data by rollouts. */
export const isReinforcement = (method: TrainingMethod): boolean => !['sft', 'dpo'].includes(method)

/** Whether rollouts are episodes on a server, rather than single answers scored by a function. */
export const playsEpisodes = (config: RunConfig): boolean =>
  isReinforcement(config.method) && config.environment !== undefined

/** Whether the server parses the model's raw text, rather than the trainer. */
export const writesRawText = (config: RunConfig): boolean =>
  playsEpisodes(config) && !(config.engine === 'trl' && config.environment?.play === 'tools')
