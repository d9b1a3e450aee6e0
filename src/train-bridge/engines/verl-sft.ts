import type { RunConfig } from './config.ts'
import { type Layout, modelPath } from './layout.ts'
import { overrideWords } from './overrides.ts'
import { attention, effectiveEpochs, evaluationSteps, loggerNames } from './verl-rl.ts'

/** Settings of verl's supervised trainer, with the data set class that supports tools. */
export function verlSftOverrides(
  config: RunConfig,
  layout: Layout,
  { folder, resume }: { readonly folder: string; readonly resume: boolean },
): readonly string[] {
  const { training, hardware, data, lora, logging, run, thinking } = config
  const overrides = {
    'data.train_files': layout.train,
    'data.val_files': layout.validation ?? null,
    'data.custom_cls.path': 'pkg://backchannel.verl_data',
    'data.custom_cls.name': 'ConversationDataset',
    'data.messages_key': 'messages',
    'data.tools_key': 'tools',
    'data.enable_thinking_default': thinking,
    'data.ignore_input_ids_mismatch': true,
    'data.train_batch_size': training.batch,
    'data.micro_batch_size_per_gpu': 1,
    'data.use_dynamic_bsz': true,
    'data.max_token_len_per_gpu': hardware.tokens_per_gpu,
    'data.max_length': data.prompt_tokens_max + data.response_tokens_max,
    'data.truncation': 'right',
    'data.pad_mode': 'no_padding',
    'model.path': modelPath(config, folder),
    ...attention(config),
    ...(lora === undefined ? {} : { 'model.lora_rank': lora.rank, 'model.lora_alpha': lora.alpha }),
    'engine.strategy': 'fsdp2',
    'engine.model_dtype': lora === undefined ? 'fp32' : 'bfloat16',
    'engine.ulysses_sequence_parallel_size': hardware.sequence_parallel,
    'optim.lr': training.learning_rate,
    'optim.lr_warmup_steps_ratio': 0.03,
    'trainer.logger': loggerNames(config),
    'trainer.project_name': logging.wandb?.project ?? 'backchannel',
    'trainer.experiment_name': run,
    'trainer.default_local_dir': layout.checkpoints,
    'trainer.total_epochs': effectiveEpochs(training),
    ...(training.steps === undefined ? {} : { 'trainer.total_training_steps': training.steps }),
    'trainer.save_freq': training.save_every,
    'trainer.test_freq': evaluationSteps(config),
    'trainer.max_ckpt_to_keep': 2,
    'trainer.seed': training.seed,
    'trainer.resume_mode': resume ? 'auto' : 'disable',
    'trainer.nnodes': hardware.nodes,
    'trainer.n_gpus_per_node': hardware.gpus_per_node,
  }
  return overrideWords(overrides, config.options)
}
