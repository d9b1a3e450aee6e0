import { parse } from 'yaml'
import type { z } from 'zod'
import { readText } from '../../datasets/read-text.ts'
import { nearestName } from '../../sim/nearest-name.ts'
import { describeMismatch } from '../../tools/complaint.ts'
import { firstLine } from '../../tools/first-line.ts'
import {
  type EngineName,
  isReinforcement,
  type RunConfig,
  runConfigSchema,
  type TrainingMethod,
} from './config.ts'
import { LOSS_REFUSALS, type Rule } from './loss-refusals.ts'
import { RunConfigError } from './run-config-error.ts'
import { ofSize } from './sizes.ts'

/** Values from the command line. The file may omit them, but must not contradict them. */
interface Asked {
  readonly engine?: EngineName
  readonly method?: TrainingMethod
  /** Starts from this model instead of the file's: that of an earlier stage. */
  readonly model?: string
  /** One of the file's sizes. */
  readonly size?: string
}

/**
 * Reads the file that describes a run.
 *
 * @throws RunConfigError naming the setting and the remedy; the error of the file system
 */
export function loadRunConfig(path: string, choices: Asked = {}): RunConfig {
  return parseRunConfig(readText(path), path, choices)
}

/**
 * Checks the text of a run's file.
 *
 * @throws RunConfigError naming the setting and the remedy
 */
export function parseRunConfig(text: string, path: string, choices: Asked = {}): RunConfig {
  const settings = ofSize(parseYaml(text, path), path, choices.size)
  const parsed = runConfigSchema.safeParse(settings)
  if (!parsed.success) throw schemaError(parsed.error, path, settings)
  const engine = requireAgreement('engine', parsed.data.engine, choices.engine, path)
  const method = requireAgreement(
    'method',
    fullMethodName(parsed.data.method),
    fullMethodName(choices.method),
    path,
  )
  const config = { ...parsed.data, engine, method, model: choices.model ?? parsed.data.model }
  checkTogether(config, path)
  return config
}

/** The full name of a method. */
const fullMethodName = (method: TrainingMethod | undefined): TrainingMethod | undefined =>
  method === 'dapo' ? 'dapo-backchannel' : method

function parseYaml(text: string, path: string): Record<string, unknown> {
  let settings: unknown
  try {
    settings = parse(text)
  } catch (error) {
    throw new RunConfigError(
      `${path} is not YAML: ${firstLine(error)}`,
      'Correct the file at that place.',
    )
  }
  if (typeof settings === 'object' && settings !== null && !Array.isArray(settings)) {
    return settings as Record<string, unknown>
  }
  throw new RunConfigError(`${path} holds no settings`, 'Begin with one of the files in presets/.')
}

function requireAgreement<Name extends string>(
  setting: string,
  inFile: Name | undefined,
  chosen: Name | undefined,
  path: string,
): Name {
  const name = chosen ?? inFile
  if (name === undefined) {
    throw new RunConfigError(
      `${path} names no ${setting}`,
      `Give --${setting}, or set ${setting} in it.`,
    )
  }
  if (inFile !== undefined && inFile !== name) {
    const message = `${path} is for the ${setting} ${inFile}, not for ${name}`
    throw new RunConfigError(message, `Leave out --${setting}, or change the file.`)
  }
  return name
}

function schemaError(
  error: z.ZodError,
  path: string,
  settings: Record<string, unknown>,
): RunConfigError {
  const complaint = describeMismatch(error, settings, { valueName: 'the file' })
  const { unknownKey } = complaint
  if (unknownKey !== undefined) {
    const settingPath = [...complaint.path, unknownKey].join('.')
    const nearest = nearestName(unknownKey, knownAt(complaint.path))
    const remedy = nearest === undefined ? 'Remove it; "options" takes what the engine knows.' : ''
    return new RunConfigError(
      `${path}: there is no setting ${settingPath}`,
      nearest === undefined ? remedy : `Did you mean ${nearest}?`,
    )
  }
  const field = complaint.path.join('.')
  const remedy =
    field === '' ? '' : `Change ${field} in the file; presets/reference/run.yaml has it.`
  return new RunConfigError(`${path}: ${complaint.text}`, remedy)
}

function knownAt(path: readonly PropertyKey[]): readonly string[] {
  let schema: unknown = runConfigSchema
  for (const part of path) schema = schemaShape(schema)?.[String(part)]
  return Object.keys(schemaShape(schema) ?? {})
}

/** The members of an object schema, inside `optional` and `default`. */
function schemaShape(schema: unknown): Readonly<Record<string, unknown>> | undefined {
  let current = schema as { shape?: Record<string, unknown>; def?: { innerType?: unknown } }
  while (current?.shape === undefined && current?.def?.innerType !== undefined) {
    current = current.def.innerType as typeof current
  }
  return current?.shape
}

/** Checks across several settings. Each rule returns the problem and the remedy. */
const RULES: readonly Rule[] = [
  ...LOSS_REFUSALS,
  ({ engine, method }) =>
    engine === 'verl' && method === 'dpo'
      ? ['verl has no trainer for preference pairs', 'Use --engine trl for DPO.']
      : undefined,
  ({ engine, method, environment }) =>
    engine === 'trl' && method === 'rloo' && environment !== undefined
      ? [
          'the RLOO trainer of TRL plays no environments: it has neither tools nor a rollout ' +
            'function',
          'Use --engine verl --method rloo, or --method grpo with TRL.',
        ]
      : undefined,
  ({ engine, method, environment }) =>
    engine === 'trl' &&
    isReinforcement(method) &&
    environment?.play === 'tools' &&
    environment.mode === 'feedback'
      ? [
          'TRL resets all environments of a batch before the first turn, so that no rollout ' +
            'could be shown what an earlier one of its group did',
          'Set environment.play to rollout, or environment.mode to independent.',
        ]
      : undefined,
  ({ engine, environment }) =>
    engine === 'trl' &&
    environment?.baseline === 'clean' &&
    (environment.train_prompt !== 'clean' || environment.play === 'tools')
      ? [
          'with TRL only the trainer of clean prompts compares with the clean rollouts of a group',
          'Set environment.train_prompt to clean and play to rollout, or baseline to group.',
        ]
      : undefined,
  ({ method, environment, engine }) =>
    isReinforcement(method) && environment === undefined && engine === 'verl'
      ? ['a run by rollouts with verl needs an environment', 'Set environment.id and server.url.']
      : undefined,
  ({ method, environment, training }) =>
    isReinforcement(method) && environment === undefined && training.reward_functions.length === 0
      ? [
          'nothing says what an answer is worth',
          'Set environment.id and server.url, or training.reward_functions.',
        ]
      : undefined,
  ({ method, environment, server }) =>
    isReinforcement(method) && environment !== undefined && server === undefined
      ? [`no server is named for ${environment.id}`, 'Set server.url, as the workers reach it.']
      : undefined,
  ({ engine, method, data }) =>
    engine === 'verl' && method === 'sft' && !data.train.endsWith('.parquet')
      ? [
          `verl reads conversations from Parquet only, and data.train is ${data.train}`,
          'Write it with: backchannel export --format sft --out sft.parquet',
        ]
      : undefined,
  ({ launch }) =>
    launch.kind === 'ray' && launch.address === undefined
      ? ['no Ray cluster is named', 'Set launch.address, such as http://head:8265.']
      : undefined,
  ({ launch, output }) =>
    launch.kind === 'ray' && !output.startsWith('/')
      ? [
          `output is ${output}, which on a cluster would be in a folder that is thrown away`,
          'Set output to a path from the root, on storage that all nodes see.',
        ]
      : undefined,
  ({ engine, training: { epochs, steps } }) =>
    engine === 'verl' && steps === undefined && !Number.isInteger(epochs)
      ? [
          `training.epochs is ${epochs}, and verl trains whole epochs`,
          'Set training.steps to end within an epoch, or epochs to a whole number.',
        ]
      : undefined,
  ({ training: { mini_batch: mini, batch } }) =>
    mini !== undefined && (mini > batch || batch % mini !== 0)
      ? [
          `training.mini_batch ${mini} does not divide training.batch ${batch}`,
          'Choose a divisor of it.',
        ]
      : undefined,
  ({ hardware: { generation_gpus: generating, gpus_per_node: total } }) =>
    generating > 0 && generating >= total
      ? [
          `hardware.generation_gpus ${generating} leaves none of ${total} to train on`,
          'Lower it, or raise hardware.gpus_per_node.',
        ]
      : undefined,
  ({ engine, hardware: { nodes } }) =>
    engine === 'trl' && nodes > 1
      ? ['TRL is launched on one node only', 'Set hardware.nodes to 1, or use --engine verl.']
      : undefined,
  ({ launch, hardware: { nodes } }) =>
    launch.kind === 'process' && nodes > 1
      ? [
          `hardware.nodes is ${nodes}, and a process is on one`,
          'Set launch.kind to ray and launch.address.',
        ]
      : undefined,
  ({ engine, method, environment }) =>
    engine === 'trl' && isReinforcement(method) && environment?.critique === 'policy'
      ? [
          'with TRL the policy writes no critiques of its own',
          'Set environment.critique to server, or use --engine verl.',
        ]
      : undefined,
  ({ engine, environment }) =>
    engine === 'trl' && environment?.play === 'tools' && environment.baseline !== 'group'
      ? [
          'environment.baseline has no effect where TRL plays by tools',
          'Set environment.play to rollout, or leave baseline out.',
        ]
      : undefined,
  ({ engine, hardware: { attention, sequence_parallel: parallel } }) =>
    engine === 'verl' && attention === 'sdpa' && parallel > 1
      ? [
          `hardware.sequence_parallel ${parallel} is verl's by flash attention only`,
          'Set hardware.sequence_parallel to 1, or hardware.attention to flash_attention_2.',
        ]
      : undefined,
  ({ engine, environment, hardware, options }) =>
    engine === 'trl' &&
    environment?.play === 'rollout' &&
    hardware.accelerate === 'fsdp2' &&
    hardware.generation_gpus === 0 &&
    options.use_vllm !== true
      ? [
          'hardware.accelerate is fsdp2, whose processes would wait for each other in rollouts ' +
            'that the trained model itself generates',
          'Set hardware.generation_gpus, use_vllm in options, or hardware.accelerate to zero3.',
        ]
      : undefined,
  ({ engine, environment }) =>
    environment?.branch === 'step' &&
    (environment.mode === 'feedback' || (engine === 'trl' && environment.play === 'tools'))
      ? [
          'environment.branch forks the first rollout of a group, which neither mode feedback ' +
            'nor play by tools can do',
          'Set environment.mode to independent and play to rollout, or branch to none.',
        ]
      : undefined,
  ({ options }) => {
    const invalidKey = Object.keys(options).find(
      (key) => !/^[+~]{0,2}[A-Za-z_][\w./@-]*$/.test(key),
    )
    return invalidKey === undefined
      ? undefined
      : [`options has the key ${JSON.stringify(invalidKey)}`, 'Write it as the engine does.']
  },
]

function checkTogether(config: RunConfig, path: string): void {
  for (const rule of RULES) {
    const [message, remedy] = rule(config) ?? []
    if (message !== undefined) throw new RunConfigError(`${path}: ${message}`, remedy ?? '')
  }
}
