import { dirname, resolve } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { readText } from '../../datasets/read-text.ts'
import { describeMismatch } from '../../tools/complaint.ts'
import { firstLine } from '../../tools/first-line.ts'
import { ENGINE_NAMES, type RunConfig, TRAINING_METHODS } from '../engines/config.ts'
import { loadRunConfig } from '../engines/load-config.ts'
import { RunConfigError } from '../engines/run-config-error.ts'

const name = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, {
  error: 'a name is letters, digits, dots, dashes and underscores',
})

const trainStage = z.strictObject({
  name,
  /** The file of the run, relative to the pipeline's file. */
  train: z.string().min(1),
  engine: z.enum(ENGINE_NAMES).optional(),
  method: z.enum(TRAINING_METHODS).optional(),
  /** One of the file's sizes. */
  size: z.string().optional(),
  /** An earlier stage whose model is the start of this one. */
  from: name.optional(),
})

const compareStage = z.strictObject({
  name,
  compare: z.strictObject({
    /** Earlier stages whose models answer. */
    models: z.array(name).min(1),
    /** The reference: a hub model, a folder, or an earlier stage. */
    reference: z.string().min(1),
    prompts: z.string().min(1),
    count: z.int().min(1).max(1_000_000).default(100),
    temperature: z.number().min(0).max(2).default(0.7),
    top_p: z.number().min(0).max(1).default(0.9),
    max_tokens: z.int().min(1).max(100_000).default(256),
    thinking: z.boolean().optional(),
    python: z.string().min(1).default('python3'),
    reward_model: z.string().min(1),
    reward_base_url: z.url(),
    reward_api_key_env: z.string().optional(),
    wandb: z.strictObject({ project: z.string(), entity: z.string().optional() }).optional(),
  }),
})

const evaluateStage = z.strictObject({
  name,
  evaluate: z.strictObject({
    /** Earlier stages whose models play. A hub model or a folder may play for comparison. */
    models: z.array(z.string().min(1)).min(1),
    environment: z.string().min(1),
    /** Settings of the episodes. Default: those of the environment. */
    settings: z.record(z.string(), z.json()).default({}),
    splits: z.array(z.string().min(1)).min(1).default(['val']),
    levels: z.array(z.int().min(1).max(1_000)).optional(),
    tasks: z.int().min(1).max(1_000_000).default(100),
    rollouts: z.int().min(1).max(1_024).default(8),
    critiques: z.int().min(0).max(64).default(0),
    seed: z.int().min(0).default(0),
    temperature: z.number().min(0).max(2).default(1),
    max_tokens: z.int().min(1).max(1_000_000).optional(),
    /** Whether models may think. Default: as in their training stages. */
    thinking: z.boolean().optional(),
    /** The server to play on, with its tasks. Default: one inside the command. */
    url: z.url().optional(),
    data: z.string().min(1).optional(),
    python: z.string().min(1).default('python3'),
    /** Options for vLLM, such as --tensor-parallel-size=2. */
    serve_arguments: z.array(z.string().regex(/^\S+$/)).default([]),
    wandb: z.strictObject({ project: z.string(), entity: z.string().optional() }).optional(),
  }),
})

const pipelineSchema = z.strictObject({
  name,
  /** Folder for the state, the answers and the reports. */
  folder: z.string().min(1),
  stages: z.array(z.union([trainStage, compareStage, evaluateStage])).min(1),
})

/** Stages of training. Each may start from the model of an earlier one. */
export type PipelineConfig = z.output<typeof pipelineSchema>
export type TrainStage = z.output<typeof trainStage>
export type CompareStage = z.output<typeof compareStage>
export type EvaluateStage = z.output<typeof evaluateStage>
export type Stage = TrainStage | CompareStage | EvaluateStage

/**
 * Reads a pipeline's file and resolves the files of its runs relative to it.
 *
 * @throws RunConfigError naming the setting and the remedy; the error of the file system
 */
export function loadPipeline(path: string): PipelineConfig {
  const text = readText(path)
  let settings: unknown
  try {
    settings = parse(text)
  } catch (error) {
    throw new RunConfigError(
      `${path} is not YAML: ${firstLine(error)}`,
      'Correct the file at that place.',
    )
  }
  const parsed = pipelineSchema.safeParse(settings)
  if (!parsed.success) {
    const { text } = describeMismatch(parsed.error, settings, { valueName: 'the file' })
    throw new RunConfigError(`${path}: ${text}`, 'docs/training.md has an example.')
  }
  checkNames(parsed.data, path)
  const beside = (file: string): string => resolve(dirname(path), file)
  const stages = parsed.data.stages.map((stage) =>
    'train' in stage ? { ...stage, train: beside(stage.train) } : stage,
  )
  return { ...parsed.data, stages }
}

/**
 * The run of a stage, which may start from an earlier stage's model.
 *
 * @throws RunConfigError naming the setting and the remedy; the error of the file system
 */
export const stageConfig = (
  { train, engine, method, size }: TrainStage,
  model?: string,
): RunConfig =>
  loadRunConfig(train, {
    ...(engine === undefined ? {} : { engine }),
    ...(method === undefined ? {} : { method }),
    ...(model === undefined ? {} : { model }),
    ...(size === undefined ? {} : { size }),
  })

function checkNames({ stages }: PipelineConfig, path: string): void {
  const stageNames = new Set(stages.map((stage) => stage.name))
  const earlierNames = new Set<string>()
  for (const stage of stages) {
    for (const source of neededBy(stage, stageNames)) {
      if (source === undefined || earlierNames.has(source)) continue
      const message = `${path}: stage ${stage.name} needs ${source}, which is no stage before it`
      throw new RunConfigError(
        message,
        `Earlier ones are: ${[...earlierNames].join(', ') || 'none'}.`,
      )
    }
    if (earlierNames.has(stage.name)) {
      const remedy = 'Give each its own name.'
      throw new RunConfigError(`${path}: two stages are called ${stage.name}`, remedy)
    }
    if ('train' in stage) earlierNames.add(stage.name)
  }
}

/** The stages whose models a stage uses. */
function neededBy(stage: Stage, stageNames: ReadonlySet<string>): readonly (string | undefined)[] {
  if ('train' in stage) return [stage.from]
  if ('compare' in stage) return stage.compare.models
  // Other models may be measured too.
  return stage.evaluate.models.filter((model) => stageNames.has(model))
}
