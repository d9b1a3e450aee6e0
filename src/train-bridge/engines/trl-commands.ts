import { isReinforcement, playsEpisodes, type RunConfig } from './config.ts'
import { modelPath } from './layout.ts'
import { isDapo } from './loss-rules.ts'
import type { PlannedCommand } from './plan.ts'

export const TRL_FILE = 'trl.yaml'
export const ACCELERATE_FILE = 'accelerate.yaml'

/** Port of the server that generates for TRL. It starts before the training processes. */
export const GENERATION_PORT = 8_551

/** The programs of a TRL run: the trainer, preceded by a generating server if requested. */
export function trlCommands(config: RunConfig, folder: string): readonly PlannedCommand[] {
  const { hardware, launch } = config
  const words = [launch.python, ...launcherWords(config), '-m', ...scriptWords(config)]
  words.push('--config', TRL_FILE)
  if (hardware.generation_gpus === 0) return [{ words, resumes: true }]
  const trainEnvironment = { CUDA_VISIBLE_DEVICES: gpus(0, trainingGpus(config)) }
  return [generationServer(config, folder), { words, environment: trainEnvironment, resumes: true }]
}

function scriptWords(config: RunConfig): readonly string[] {
  if (playsEpisodes(config)) return ['backchannel.trl_train']
  const { method } = config
  if (!isReinforcement(method)) return ['backchannel.trl_supervised', method]
  return [`trl.scripts.${isDapo(method) ? 'grpo' : method}`]
}

function generationServer(config: RunConfig, folder: string): PlannedCommand {
  const { hardware, launch, data } = config
  const length = hardware.context_tokens_max ?? data.prompt_tokens_max + data.response_tokens_max
  return {
    words: [
      ...[launch.python, '-m', 'trl.scripts.vllm_serve'],
      ...['--model', modelPath(config, folder)],
      ...['--host', '127.0.0.1', '--port', String(GENERATION_PORT)],
      ...['--tensor_parallel_size', String(hardware.generation_gpus)],
      ...['--max_model_len', String(length), '--dtype', 'bfloat16'],
    ],
    environment: { CUDA_VISIBLE_DEVICES: gpus(trainingGpus(config), hardware.gpus_per_node) },
    background: { readyUrl: `http://127.0.0.1:${GENERATION_PORT}/health/` },
  }
}

const trainingGpus = ({ hardware }: RunConfig): number =>
  hardware.gpus_per_node - hardware.generation_gpus

const gpus = (first: number, end: number): string =>
  Array.from({ length: end - first }, (_, index) => first + index).join(',')

const launcherWords = ({ hardware: { accelerate } }: RunConfig): readonly string[] =>
  accelerate === undefined
    ? []
    : ['-m', 'accelerate.commands.launch', '--config_file', ACCELERATE_FILE]

/** How accelerate distributes a model over the processes of a node. */
export function accelerateYaml(
  config: RunConfig,
  kind: NonNullable<RunConfig['hardware']['accelerate']>,
): Record<string, unknown> {
  const isZero = kind === 'zero2' || kind === 'zero3'
  const distributedType = kind === 'single_gpu' ? 'NO' : 'MULTI_GPU'
  return {
    compute_environment: 'LOCAL_MACHINE',
    distributed_type: isZero ? 'DEEPSPEED' : kind === 'fsdp2' ? 'FSDP' : distributedType,
    mixed_precision: 'bf16',
    num_machines: 1,
    num_processes: config.hardware.processes ?? Math.max(1, trainingGpus(config)),
    machine_rank: 0,
    main_training_function: 'main',
    rdzv_backend: 'static',
    same_network: true,
    use_cpu: false,
    ...(isZero ? { deepspeed_config: zeroConfig(kind === 'zero3' ? 3 : 2) } : {}),
    ...(kind === 'fsdp2' ? { fsdp_config: FSDP_CONFIG } : {}),
  }
}

const zeroConfig = (stage: 2 | 3): Record<string, unknown> => ({
  zero_stage: stage,
  offload_optimizer_device: 'none',
  offload_param_device: 'none',
  ...(stage === 3 ? { zero3_init_flag: true, zero3_save_16bit_model: true } : {}),
})

const FSDP_CONFIG = {
  fsdp_version: 2,
  fsdp_reshard_after_forward: true,
  fsdp_auto_wrap_policy: 'TRANSFORMER_BASED_WRAP',
  fsdp_activation_checkpointing: false,
  fsdp_cpu_ram_efficient_loading: true,
  fsdp_state_dict_type: 'FULL_STATE_DICT',
}
