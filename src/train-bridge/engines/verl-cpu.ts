import type { RunConfig } from './config.ts'
import type { Overrides } from './overrides.ts'

/** This module makes verl treat a CPU process as a GPU. It is loaded before our other modules. */
export const CPU_MODULE = 'backchannel.verl_cpu'

/** Environment variables of a trial without a GPU. */
export function cpuEnvironment({ engine, hardware, launch }: RunConfig): Record<string, string> {
  if (!hardware.cpu) return {}
  if (engine !== 'verl') return { CUDA_VISIBLE_DEVICES: '' }
  return {
    VERL_PLATFORM: 'cpu',
    // Ray wants as many device numbers as it is given; these devices do not exist.
    CUDA_VISIBLE_DEVICES: Array.from({ length: hardware.gpus_per_node }, (_, n) => 900 + n).join(),
    // A cluster on the network has no resources for this trial.
    ...(launch.kind === 'ray' ? {} : { RAY_ADDRESS: 'local' }),
  }
}

const FULL_PRECISION = { param_dtype: 'fp32', reduce_dtype: 'fp32', buffer_dtype: 'fp32' } as const
const FSDP = 'actor_rollout_ref.actor.fsdp_config'

/** Settings of verl for a trial without a GPU; they override those of a run with GPUs. */
export function cpuOverrides({ hardware, launch }: RunConfig): Overrides {
  if (!hardware.cpu) return {}
  const precisionSettings = Object.entries(FULL_PRECISION).map(([name, kind]) => [
    `+${FSDP}.mixed_precision.${name}`,
    kind,
  ])
  const overrides = {
    'trainer.device': 'cpu',
    'actor_rollout_ref.rollout.name': 'backchannel_cpu',
    'actor_rollout_ref.rollout.agent.num_workers': 1,
    'actor_rollout_ref.rollout.free_cache_engine': false,
    'actor_rollout_ref.actor.use_torch_compile': false,
    'actor_rollout_ref.ref.use_torch_compile': false,
    [`${FSDP}.param_offload`]: false,
    [`${FSDP}.optimizer_offload`]: false,
    'actor_rollout_ref.ref.fsdp_config.param_offload': false,
    ...Object.fromEntries(precisionSettings),
    'reward.num_workers': 1,
    'data.dataloader_num_workers': 0,
    'transfer_queue.backend.SimpleStorage.num_data_storage_units': 1,
  }
  // A cluster knows its resources. Here Ray is told the number that verl reserves.
  if (launch.kind === 'ray') return overrides
  return {
    ...overrides,
    'ray_kwargs.ray_init.num_cpus': 8 + 4 * hardware.gpus_per_node,
    '+ray_kwargs.ray_init.num_gpus': hardware.gpus_per_node,
  }
}
