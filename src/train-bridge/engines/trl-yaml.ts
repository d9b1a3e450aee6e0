import { templateArguments } from '../../effects/template-arguments.ts'
import { rolloutSettings } from './agent-loop.ts'
import { isReinforcement, playsEpisodes, type RunConfig, writesRawText } from './config.ts'
import { type Layout, modelPath, ROWS_FOLDER } from './layout.ts'
import { lossRules, samplesSeparately, trainsClean } from './loss-rules.ts'
import type { PlanContext } from './plan.ts'
import { GENERATION_PORT } from './trl-commands.ts'

type Settings = Record<string, unknown>

/**
 * The settings of TRL's trainer by their command-line names. `backchannel` contains what only our
 * scripts need: the episodes to play, or the mode of supervised training.
 */
export function trlYaml(config: RunConfig, layout: Layout, { folder }: PlanContext): Settings {
  const { attention } = config.hardware
  const settings: Settings = {
    model_name_or_path: modelPath(config, folder),
    ...(config.hardware.cpu ? { use_cpu: true, dtype: 'float32' } : { dtype: 'bfloat16' }),
    ...(attention === undefined ? {} : { attn_implementation: attention }),
    ...(playsEpisodes(config) ? {} : dataSettings(layout)),
    ...scheduleSettings(config, layout),
    ...evaluationSettings(config),
    ...methodSettings(config),
    ...correctionSettings(config),
    ...adapterSettings(config),
    ...loggingSettings(config),
    ...config.options,
  }
  if (playsEpisodes(config)) return { ...settings, backchannel: episodeSettings(config, layout) }
  return isReinforcement(config.method)
    ? settings
    : { ...settings, backchannel: { thinking: config.thinking } }
}

const dataSettings = ({ validation }: Layout): Settings => ({
  dataset_name: ROWS_FOLDER,
  ...(validation === undefined ? {} : { dataset_test_split: 'validation' }),
})

function scheduleSettings({ training, hardware }: RunConfig, layout: Layout): Settings {
  return {
    output_dir: layout.checkpoints,
    learning_rate: training.learning_rate,
    per_device_train_batch_size: training.batch,
    gradient_accumulation_steps: training.accumulation,
    num_train_epochs: training.epochs,
    ...(training.steps === undefined ? {} : { max_steps: training.steps }),
    save_strategy: 'steps',
    save_steps: training.save_every,
    save_total_limit: 3,
    logging_steps: 1,
    seed: training.seed,
    bf16: !hardware.cpu,
    gradient_checkpointing: !hardware.cpu,
  }
}

function methodSettings(config: RunConfig): Settings {
  const { method, data, training, thinking } = config
  const rules = lossRules(config)
  const length = data.prompt_tokens_max + data.response_tokens_max
  if (method === 'sft') return { max_length: length }
  if (method === 'dpo') return { max_length: length, beta: training.kl === 0 ? 0.1 : training.kl }
  const rollouts: Settings = {
    num_generations: training.group_size,
    max_completion_length: data.response_tokens_max,
    temperature: training.temperature,
    top_p: training.top_p,
    beta: training.kl,
    epsilon: training.clip_low,
    epsilon_high: training.clip_high,
    chat_template_kwargs: templateArguments(thinking),
    ...generationSettings(config),
  }
  if (training.reward_functions.length > 0) rollouts.reward_funcs = training.reward_functions
  if (method === 'rloo') return rollouts
  return {
    ...rollouts,
    loss_type: { token: 'dapo', sequence: 'grpo', dr_grpo: 'dr_grpo' }[rules.lossMean],
    ...(training.ratio === 'token' ? {} : { importance_sampling_level: training.ratio }),
    scale_rewards: rules.dividesByDeviation ? 'group' : 'none',
    // TRL sees only whether the last turn ended, not whether the rollout had room to go on.
    ...(rules.filtersOverlong && !writesRawText(config)
      ? { mask_truncated_completions: true }
      : {}),
  }
}

function evaluationSettings({ training, data, method }: RunConfig): Settings {
  if (training.evaluate_every === 0 || data.validation === undefined) return {}
  const attempts = training.validation_rollouts
  return {
    eval_strategy: 'steps',
    eval_steps: training.evaluate_every,
    ...(isReinforcement(method) ? { num_generations_eval: attempts } : {}),
    // TRL wants whole groups in a batch.
    ...(isReinforcement(method) && attempts > 1 ? { per_device_eval_batch_size: attempts } : {}),
  }
}

function generationSettings({ hardware }: RunConfig): Settings {
  if (hardware.generation_gpus === 0) return {}
  return {
    use_vllm: true,
    vllm_mode: 'server',
    vllm_server_host: '127.0.0.1',
    vllm_server_port: GENERATION_PORT,
    ...(hardware.context_tokens_max === undefined
      ? {}
      : { vllm_max_model_length: hardware.context_tokens_max }),
  }
}

/**
 * One weight for each token, and no mask that drops whole long answers. Under the clean prompt the
 * loss has its own weights, to which TRL's cispo is the nearest form.
 */
function correctionSettings(config: RunConfig): Settings {
  if (!isReinforcement(config.method) || config.method === 'rloo') return {}
  const loss = trainsClean(config) ? { loss_type: 'cispo' } : {}
  if (!samplesSeparately(config)) return loss
  const cap = trainsClean(config) ? 0 : lossRules(config).importanceCap
  if (cap === 0) return { ...loss, vllm_importance_sampling_correction: false }
  return {
    ...loss,
    vllm_importance_sampling_mode: 'token_truncate',
    vllm_importance_sampling_clip_max: cap,
  }
}

const adapterSettings = ({ lora }: RunConfig): Settings =>
  lora === undefined
    ? {}
    : {
        use_peft: true,
        lora_r: lora.rank,
        lora_alpha: lora.alpha,
        lora_target_modules: 'all-linear',
      }

function loggingSettings({ logging, run }: RunConfig): Settings {
  const trackers = [
    ...(logging.wandb === undefined ? [] : ['wandb']),
    ...(logging.tensorboard ? ['tensorboard'] : []),
  ]
  return { run_name: run, report_to: trackers.length === 0 ? 'none' : trackers }
}

/**
 * Settings for the script that plays episodes: the server, the environment, and how groups are
 * played.
 */
function episodeSettings(config: RunConfig, layout: Layout): Settings {
  const { environment, data } = config
  if (environment === undefined) return {}
  const { id, play, distill } = environment
  return {
    ...rolloutSettings(config),
    environment: id,
    play,
    ...(distill === 'none' ? {} : { distill }),
    ...(config.training.credit === 'episode' ? {} : { credit: config.training.credit }),
    ...(play === 'rollout' && lossRules(config).filtersGroups ? { filter_groups: true } : {}),
    max_prompt_tokens: data.prompt_tokens_max,
    train_file: layout.train,
    ...(layout.validation === undefined ? {} : { validation_file: layout.validation }),
  }
}
