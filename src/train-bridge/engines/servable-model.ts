import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { RunConfig } from './config.ts'
import { listCheckpoints } from './metrics.ts'
import { RunConfigError } from './run-config-error.ts'

/** How to turn a trained model into one that the next stage can load. */
interface ServableModel {
  /** The model, after the commands have run. */
  readonly model: string
  readonly commands: readonly (readonly string[])[]
}

const hasModel = (folder: string): boolean =>
  existsSync(join(folder, 'config.json')) &&
  readdirSync(folder).some((name) => /\.(safetensors|bin)$/.test(name))

/**
 * The model of a finished run in Hugging Face form, and the commands that convert it: none for
 * TRL's full models, verl's merger for its shards, ours for adapters.
 *
 * @param output folder of the run
 * @throws RunConfigError if the run left no model
 */
export function servableModel(config: RunConfig, output: string): ServableModel {
  const { engine, lora, launch, model, method } = config
  const checkpoints = join(output, 'checkpoints')
  const mergedFolder = join(output, 'model')
  const adapted = (adapter: string): readonly string[] => [
    ...[launch.python, '-m', 'backchannel.merge_adapter'],
    ...['--model', model, '--adapter', adapter, '--output', mergedFolder],
  ]
  if (engine === 'trl') {
    if (lora === undefined && hasModel(checkpoints)) return { model: checkpoints, commands: [] }
    if (lora !== undefined && existsSync(join(checkpoints, 'adapter_config.json'))) {
      return { model: mergedFolder, commands: [adapted(checkpoints)] }
    }
    throw noModel(checkpoints)
  }
  const newest = listCheckpoints(checkpoints).at(-1)
  if (newest === undefined) throw noModel(checkpoints)
  const shards = method === 'sft' ? newest.path : join(newest.path, 'actor')
  const target = lora === undefined ? mergedFolder : join(output, 'shards')
  const merge = [
    ...[launch.python, '-m', 'verl.model_merger', 'merge', '--backend', 'fsdp'],
    ...['--local_dir', shards, '--target_dir', target],
  ]
  const commands = lora === undefined ? [merge] : [merge, adapted(join(target, 'lora_adapter'))]
  return { model: mergedFolder, commands }
}

const noModel = (folder: string): RunConfigError =>
  new RunConfigError(
    `${folder} holds no finished model`,
    'Let the run end, or go on with it by --resume.',
  )
