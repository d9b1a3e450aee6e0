import { extname, isAbsolute, join, resolve } from 'node:path'
import type { RunConfig } from './config.ts'

/** Absolute paths of a run's files on the machine where it runs. */
export interface Layout {
  readonly output: string
  readonly checkpoints: string
  /** Output of the programs. */
  readonly log: string
  /** verl's metrics, one JSON line per step. */
  readonly metrics: string
  /** Metrics of the evaluations. */
  readonly evaluations: string
  readonly tensorboard: string
  /** verl's dumps of the played rollouts. */
  readonly rollouts: string
  readonly train: string
  readonly validation: string | undefined
}

/** Folder of data that is sent with a job. */
const DATA_FOLDER = 'data'

/** Folder where TRL finds its data, one file per split. */
export const ROWS_FOLDER = 'rows'

/**
 * Resolves the paths of a run.
 *
 * @param folder base of relative paths
 */
export function toLayout(config: RunConfig, folder: string): Layout {
  const output = resolve(folder, config.output)
  const data = (split: DataSplit, path: string): string => {
    if (config.launch.kind === 'process') return resolve(folder, path)
    return config.launch.upload_data ? sentPath(split, path) : path
  }
  const { train, validation } = config.data
  return {
    output,
    checkpoints: join(output, 'checkpoints'),
    log: join(output, 'logs', 'training_log.txt'),
    metrics: join(output, 'logs', 'metrics.jsonl'),
    evaluations: join(output, 'logs', 'eval_results.json'),
    tensorboard: join(output, 'logs', 'tensorboard'),
    rollouts: join(output, 'rollouts'),
    train: data('train', train),
    validation: validation === undefined ? undefined : data('validation', validation),
  }
}

/** The use of a file of rows. */
type DataSplit = 'train' | 'validation'

/** Path of a file that is sent with a job. The files of both splits may have the same name. */
export const sentPath = (split: DataSplit, path: string): string =>
  join(DATA_FOLDER, `${split}${extname(path)}`)

/** The model for the engine: a local folder becomes absolute, a hub name is unchanged. */
export const modelPath = ({ model, launch }: RunConfig, folder: string): string =>
  launch.kind === 'process' && /^\.{1,2}\//.test(model) && !isAbsolute(model)
    ? resolve(folder, model)
    : model
