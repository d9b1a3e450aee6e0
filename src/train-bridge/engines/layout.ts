import { isAbsolute, join, resolve } from 'node:path'
import type { RunConfig } from './config.ts'

/** Where a run keeps what it makes; absolute paths of the machine that it runs on. */
export interface Layout {
  readonly output: string
  readonly checkpoints: string
  /** What the programs print. */
  readonly log: string
  /** verl's numbers, a JSON line per step. */
  readonly metrics: string
  /** Numbers of the evaluations. */
  readonly evaluations: string
  readonly tensorboard: string
  /** verl's dumps of what was played. */
  readonly rollouts: string
  readonly train: string
  readonly validation: string | undefined
}

/** Folder of data that travel with a job. */
export const DATA_FOLDER = 'data'

/** Folder in which TRL finds its data under the names of their splits. */
export const ROWS_FOLDER = 'rows'

/** Resolves the paths of a run; `folder` is where relative ones begin. */
export function layoutOf(config: RunConfig, folder: string): Layout {
  const output = resolve(folder, config.output)
  const data = (path: string): string => {
    if (config.launch.kind === 'process') return resolve(folder, path)
    return config.launch.upload_data ? join(DATA_FOLDER, nameOf(path)) : path
  }
  return {
    output,
    checkpoints: join(output, 'checkpoints'),
    log: join(output, 'logs', 'training_log.txt'),
    metrics: join(output, 'logs', 'metrics.jsonl'),
    evaluations: join(output, 'logs', 'eval_results.json'),
    tensorboard: join(output, 'logs', 'tensorboard'),
    rollouts: join(output, 'rollouts'),
    train: data(config.data.train),
    validation: config.data.validation === undefined ? undefined : data(config.data.validation),
  }
}

const nameOf = (path: string): string => path.split('/').at(-1) ?? path

/** A model as the engine takes it: a local folder becomes absolute, a name of the hub stays. */
export const modelOf = ({ model, launch }: RunConfig, folder: string): string =>
  launch.kind === 'process' && /^\.{1,2}\//.test(model) && !isAbsolute(model)
    ? resolve(folder, model)
    : model
