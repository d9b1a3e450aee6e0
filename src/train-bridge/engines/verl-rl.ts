import { templateArguments } from '../../effects/template-arguments.ts'
import { AGENT_NAME } from './agent-loop.ts'
import type { RunConfig } from './config.ts'
import { type Layout, modelPath } from './layout.ts'
import { lossRules, usesDualClip } from './loss-rules.ts'
import { type Overrides, overrideWords } from './overrides.ts'
import { cpuOverrides } from './verl-cpu.ts'

/** Inputs of the settings besides the run's file. */
interface VerlContext {
  readonly folder: string
  readonly resume: boolean
  readonly agentFile: string
}

/** Settings of verl's trainer for GRPO, DAPO and RLOO on episodes of a server. */
export function verlRlOverrides(
  config: RunConfig,
  layout: Layout,
  context: VerlContext,
): readonly string[] {
  const overrides = {
    ...algorithm(config),
    ...data(config, layout),
    ...model(config, context.folder),
    ...actor(config),
    ...rollout(config, context.agentFile),
    ...trainer(config, layout, context.resume),
    ...cpuOverrides(config),
  }
  return overrideWords(overrides, config.options)
}

/** Our modules that register a trainer for episodes, its baseline and the losses with verl. */
export const VERL_MODULES = ['backchannel.verl_trainer', 'backchannel.verl_loss'] as const
const EPISODE_TRAINER = 'backchannel'
const CLEAN_BASELINE = 'backchannel_clean'
const TURN_CREDIT = 'backchannel_turns'
const LEAVE_ONE_OUT = 'backchannel_rloo'
const CLEAN_LOSSES = {
  truncated: 'backchannel_clean',
  none: 'backchannel_clean_unweighted',
  luffy: 'backchannel_luffy',
} as const

function algorithm(config: RunConfig): Overrides {
  const { method, training, environment } = config
  const { filtersGroups: filters, dividesByDeviation, importanceCap } = lossRules(config)
  const byEpisode = method === 'rloo' ? LEAVE_ONE_OUT : 'grpo'
  const usual = training.credit === 'turn' ? TURN_CREDIT : byEpisode
  return {
    'algorithm.adv_estimator': environment?.baseline === 'clean' ? CLEAN_BASELINE : usual,
    // Dividing by the deviation amplifies the rare group in which one rollout of many differs.
    'algorithm.norm_adv_by_std_in_grpo': dividesByDeviation,
    'algorithm.use_kl_in_reward': method === 'rloo' && training.kl > 0,
    ...(method === 'rloo' && training.kl > 0 ? { 'algorithm.kl_ctrl.kl_coef': training.kl } : {}),
    'algorithm.filter_groups.enable': filters,
    ...(filters
      ? {
          'algorithm.filter_groups.metric': 'acc',
          'algorithm.filter_groups.max_inflight_gen_batches': 2,
        }
      : {}),
    ...(importanceCap > 0
      ? {
          'algorithm.rollout_correction.rollout_is': 'token',
          'algorithm.rollout_correction.rollout_is_threshold': importanceCap,
        }
      : {}),
    // Under the clean prompt, the ratio must be relative to the guided behaviour.
    ...(environment?.train_prompt === 'clean'
      ? {
          'algorithm.rollout_correction.bypass_mode': true,
          'actor_rollout_ref.actor.policy_loss.loss_mode': CLEAN_LOSSES[environment.clean_weights],
        }
      : {}),
  }
}

const data = ({ data: dataConfig, training, thinking }: RunConfig, layout: Layout): Overrides => ({
  'data.train_files': [layout.train],
  'data.val_files': [layout.validation ?? layout.train],
  'data.train_batch_size': training.batch,
  'data.val_batch_size': training.batch,
  'data.max_prompt_length': dataConfig.prompt_tokens_max,
  'data.max_response_length': dataConfig.response_tokens_max,
  'data.filter_overlong_prompts': true,
  'data.seed': training.seed,
  ...templateOverrides(thinking),
})

function model(config: RunConfig, folder: string): Overrides {
  const { lora } = config
  const adapters =
    lora === undefined
      ? {}
      : {
          'actor_rollout_ref.model.lora_rank': lora.rank,
          'actor_rollout_ref.model.lora_alpha': lora.alpha,
          'actor_rollout_ref.model.target_modules': 'all-linear',
          '+actor_rollout_ref.actor.checkpoint.save_lora_only': true,
          'actor_rollout_ref.rollout.load_format': 'safetensors',
          'actor_rollout_ref.rollout.layered_summon': true,
        }
  return {
    'actor_rollout_ref.model.path': modelPath(config, folder),
    ...attention(config, 'actor_rollout_ref.'),
    'actor_rollout_ref.model.enable_gradient_checkpointing': true,
    ...adapters,
  }
}

/** Without flash attention, sequences are padded: packed ones would attend to each other. */
export function attention({ hardware }: RunConfig, prefix = ''): Overrides {
  const kind = hardware.attention ?? (hardware.cpu ? 'sdpa' : undefined)
  return {
    [`${prefix}model.use_remove_padding`]: kind !== 'sdpa',
    ...(kind === undefined
      ? {}
      : { [`+${prefix}model.override_config.attn_implementation`]: kind }),
  }
}

function actor(config: RunConfig): Overrides {
  const { method, training, hardware, lora } = config
  const usesKlLoss = method !== 'rloo' && training.kl > 0
  return {
    'actor_rollout_ref.actor.strategy': 'fsdp2',
    ...(lora === undefined
      ? {}
      : { 'actor_rollout_ref.actor.fsdp_config.model_dtype': 'bfloat16' }),
    'actor_rollout_ref.actor.fsdp_config.param_offload': hardware.offload,
    'actor_rollout_ref.actor.fsdp_config.optimizer_offload': hardware.offload,
    'actor_rollout_ref.actor.fsdp_config.ulysses_sequence_parallel_size':
      hardware.sequence_parallel,
    'actor_rollout_ref.actor.entropy_from_logits_with_chunking': true,
    'actor_rollout_ref.actor.optim.lr': training.learning_rate,
    'actor_rollout_ref.actor.ppo_mini_batch_size': training.mini_batch ?? training.batch,
    'actor_rollout_ref.actor.use_dynamic_bsz': true,
    'actor_rollout_ref.actor.ppo_max_token_len_per_gpu': hardware.tokens_per_gpu,
    'actor_rollout_ref.actor.use_kl_loss': usesKlLoss,
    ...(usesKlLoss ? { 'actor_rollout_ref.actor.kl_loss_coef': training.kl } : {}),
    ...lossForm(config),
    'actor_rollout_ref.actor.clip_ratio_low': training.clip_low,
    'actor_rollout_ref.actor.clip_ratio_high': training.clip_high,
    'actor_rollout_ref.ref.log_prob_use_dynamic_bsz': true,
    'actor_rollout_ref.ref.fsdp_config.param_offload': hardware.offload,
  }
}

const MEANS = {
  token: 'token-mean',
  sequence: 'seq-mean-token-mean',
  dr_grpo: 'seq-mean-token-sum-norm',
} as const

/** Larger than any relevant ratio: verl cannot switch off its cap for negative advantages. */
const NO_DUAL_CLIP = 1e6

function lossForm(config: RunConfig): Overrides {
  const { training, data } = config
  const { lossMean } = lossRules(config)
  const actor = 'actor_rollout_ref.actor'
  return {
    [`${actor}.loss_agg_mode`]: MEANS[lossMean],
    ...(lossMean === 'dr_grpo' ? { [`${actor}.loss_scale_factor`]: data.response_tokens_max } : {}),
    ...(training.ratio === 'sequence' ? { [`${actor}.policy_loss.loss_mode`]: 'gspo' } : {}),
    ...(usesDualClip(config) ? {} : { [`${actor}.clip_ratio_c`]: NO_DUAL_CLIP }),
  }
}

const rollout = (
  { data: dataConfig, training, hardware }: RunConfig,
  agentFile: string,
): Overrides => ({
  'actor_rollout_ref.rollout.name': 'vllm',
  'actor_rollout_ref.rollout.mode': 'async',
  'actor_rollout_ref.rollout.n': training.group_size,
  'actor_rollout_ref.rollout.temperature': training.temperature,
  'actor_rollout_ref.rollout.top_p': training.top_p,
  'actor_rollout_ref.rollout.seed': training.seed,
  'actor_rollout_ref.rollout.calculate_log_probs': true,
  'actor_rollout_ref.rollout.tensor_model_parallel_size': hardware.tensor_parallel,
  'actor_rollout_ref.rollout.gpu_memory_utilization': hardware.rollout_memory_share,
  'actor_rollout_ref.rollout.max_model_len':
    hardware.context_tokens_max ?? dataConfig.prompt_tokens_max + dataConfig.response_tokens_max,
  'actor_rollout_ref.rollout.max_num_seqs': hardware.rollout_sequences,
  'actor_rollout_ref.rollout.enforce_eager': true,
  'actor_rollout_ref.rollout.log_prob_use_dynamic_bsz': true,
  'actor_rollout_ref.rollout.log_prob_max_token_len_per_gpu': 2 * hardware.tokens_per_gpu,
  'actor_rollout_ref.rollout.val_kwargs.n': training.validation_rollouts,
  'actor_rollout_ref.rollout.val_kwargs.do_sample': training.validation_rollouts > 1,
  ...(training.validation_rollouts > 1
    ? {
        'actor_rollout_ref.rollout.val_kwargs.temperature': training.temperature,
        'actor_rollout_ref.rollout.val_kwargs.top_p': training.top_p,
      }
    : {}),
  'actor_rollout_ref.rollout.multi_turn.enable': true,
  'actor_rollout_ref.rollout.multi_turn.format': 'hermes',
  'actor_rollout_ref.rollout.agent.num_workers': 8,
  'actor_rollout_ref.rollout.agent.default_agent_loop': AGENT_NAME,
  'actor_rollout_ref.rollout.agent.agent_loop_config_path': agentFile,
})

/** verl's loggers. Its file is how we follow a run. */
export const loggerNames = ({ logging }: RunConfig): readonly string[] => [
  'console',
  'file',
  ...(logging.wandb === undefined ? [] : ['wandb']),
  ...(logging.tensorboard ? ['tensorboard'] : []),
]

/** If steps limit a run, epochs must not end it earlier. */
export const effectiveEpochs = ({ epochs, steps = 0 }: RunConfig['training']): number =>
  Math.max(Math.ceil(epochs), steps)

/** Steps between evaluations; -1 for none. verl would evaluate on the training data instead. */
export const evaluationSteps = ({ training, data: { validation } }: RunConfig): number =>
  training.evaluate_every === 0 || validation === undefined ? -1 : training.evaluate_every

function trainer(config: RunConfig, layout: Layout, resume: boolean): Overrides {
  const { training, hardware, logging, run } = config
  const evaluateEvery = evaluationSteps(config)
  return {
    'trainer.use_v1': true,
    'trainer.v1.trainer_mode': EPISODE_TRAINER,
    'trainer.v1.sampler.sync_refill_failed_groups': true,
    'trainer.logger': loggerNames(config),
    'trainer.project_name': logging.wandb?.project ?? 'backchannel',
    'trainer.experiment_name': run,
    'trainer.default_local_dir': layout.checkpoints,
    'trainer.rollout_data_dir': `${layout.rollouts}/train`,
    'trainer.validation_data_dir': `${layout.rollouts}/validation`,
    'trainer.nnodes': hardware.nodes,
    'trainer.n_gpus_per_node': hardware.gpus_per_node,
    'trainer.val_before_train': evaluateEvery > 0,
    'trainer.test_freq': evaluateEvery,
    'trainer.save_freq': training.save_every,
    'trainer.max_actor_ckpt_to_keep': 3,
    'trainer.total_epochs': effectiveEpochs(training),
    ...(training.steps === undefined ? {} : { 'trainer.total_training_steps': training.steps }),
    'trainer.resume_mode': resume ? 'auto' : 'disable',
  }
}

/** The chat template's arguments for a mode, as verl settings. */
const templateOverrides = (thinking: boolean): Overrides =>
  Object.fromEntries(
    Object.entries(templateArguments(thinking)).map(([name, value]) => [
      `+data.apply_chat_template_kwargs.${name}`,
      value,
    ]),
  )
