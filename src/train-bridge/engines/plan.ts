import { dirname } from 'node:path'
import { stringify } from 'yaml'
import { agentLoopYaml } from './agent-loop.ts'
import { playsEpisodes, type RunConfig } from './config.ts'
import { type Layout, toLayout } from './layout.ts'
import { differencesFromPaper, importanceNote, isDapo } from './loss-rules.ts'
import { estimateMemory, type MemoryEstimate } from './memory.ts'
import { shellScript } from './run-script.ts'
import { ACCELERATE_FILE, accelerateYaml, TRL_FILE, trlCommands } from './trl-commands.ts'
import { trlYaml } from './trl-yaml.ts'
import { CPU_MODULE, cpuEnvironment } from './verl-cpu.ts'
import { VERL_MODULES, verlRlOverrides } from './verl-rl.ts'
import { verlSftOverrides } from './verl-sft.ts'

/** A file that a run needs besides its script. */
interface PlannedFile {
  /** Relative to the working folder of the run. */
  readonly path: string
  readonly text: string
}

/** A program of a run. A `background` program runs beside the others and ends with them. */
export interface PlannedCommand {
  readonly words: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  /** The next command waits until this URL answers. */
  readonly background?: { readonly readyUrl: string }
  /** Whether a resumed run passes its newest checkpoint to this program. */
  readonly resumes?: true
}

/** Everything that a run would do. Planning writes and starts nothing. */
export interface RunPlan {
  readonly files: readonly PlannedFile[]
  readonly commands: readonly PlannedCommand[]
  /** Environment of all commands. Secrets are only named here: see `secrets`. */
  readonly environment: Readonly<Record<string, string>>
  /** Environment variables whose values are passed on when the run starts. */
  readonly secrets: readonly string[]
  /** The start command, run in the folder of its files. */
  readonly entrypoint: readonly string[]
  readonly layout: Layout
  readonly memory: MemoryEstimate | undefined
  readonly notes: readonly string[]
}

/** Inputs of a plan besides its file. */
export interface PlanContext {
  /** Base of relative paths. */
  readonly folder: string
  /** Resume from the newest checkpoint, if there is one. */
  readonly resume: boolean
  /**
   * Identifies this start of the run to the server, so that groups of an earlier start are
   * released.
   */
  readonly generation: string
  /** Folder of the Python package, if it is not installed. */
  readonly pythonPath?: string
}

const SCRIPT_NAME = 'run.sh'

/** Plans a run: every file, command and environment variable that it would use. */
export function planRun(config: RunConfig, context: PlanContext): RunPlan {
  const layout = toLayout(config, context.folder)
  const commands = plannedCommands(config, layout, context)
  const environment = plannedEnvironment(config, layout, context)
  const files = [
    ...engineFiles(config, layout, context),
    { path: 'config.yaml', text: yamlText(config) },
  ]
  const script = shellScript({
    ...{ config, layout, commands, environment },
    resume: context.resume,
  })
  return {
    files: [...files, { path: SCRIPT_NAME, text: script }],
    commands,
    environment,
    secrets: secretNames(config),
    entrypoint: ['bash', SCRIPT_NAME],
    layout,
    memory: estimateMemory(config),
    notes: planNotes(config),
  }
}

/** Without folded lines, so that long paths stay on one line. */
const yamlText = (value: object): string => stringify(value, { lineWidth: 0 })

const AGENT_FILE = 'agent.yaml'
function engineFiles(config: RunConfig, layout: Layout, context: PlanContext): PlannedFile[] {
  if (config.engine === 'trl') {
    const trlFile = { path: TRL_FILE, text: yamlText(trlYaml(config, layout, context)) }
    const { accelerate } = config.hardware
    if (accelerate === undefined) return [trlFile]
    return [trlFile, { path: ACCELERATE_FILE, text: yamlText(accelerateYaml(config, accelerate)) }]
  }
  return playsEpisodes(config) ? [{ path: AGENT_FILE, text: agentLoopYaml(config) }] : []
}

function plannedCommands(
  config: RunConfig,
  layout: Layout,
  context: PlanContext,
): readonly PlannedCommand[] {
  const { engine, method, launch, hardware } = config
  const { python } = launch
  if (engine === 'trl') return trlCommands(config, context.folder)
  if (method === 'sft') {
    const overrides = verlSftOverrides(config, layout, context)
    // On a cluster, Ray finds the GPUs; the head may have none.
    if (launch.kind === 'ray') {
      return [{ words: [python, '-m', 'verl.trainer.sft_trainer_ray', ...overrides] }]
    }
    const ranks = ['--standalone', `--nproc_per_node=${hardware.gpus_per_node}`]
    const torchrun = [python, '-m', 'torch.distributed.run', ...ranks]
    return [{ words: [...torchrun, '-m', 'verl.trainer.sft_trainer', ...overrides] }]
  }
  const overrides = verlRlOverrides(config, layout, { ...context, agentFile: AGENT_FILE })
  return [{ words: [python, '-m', 'verl.trainer.main_ppo', ...overrides] }]
}

function plannedEnvironment(
  config: RunConfig,
  layout: Layout,
  { generation, pythonPath }: PlanContext,
): Record<string, string> {
  const { launch, logging, hardware } = config
  const {
    PYTHONPATH: configuredPath,
    VERL_USE_EXTERNAL_MODULES: furtherModules,
    ...others
  } = launch.environment
  const configured = Object.entries(others).map(([name, value]) => [name, String(value)])
  const paths = joinPresent([pythonPath, configuredPath], ':')
  return {
    PYTHONUNBUFFERED: '1',
    TOKENIZERS_PARALLELISM: 'false',
    ...(paths === '' ? {} : { PYTHONPATH: paths }),
    ...(playsEpisodes(config) ? { BACKCHANNEL_GENERATION: generation } : {}),
    ...(playsEpisodes(config) && config.server?.reconnect_timeout_seconds !== undefined
      ? { BACKCHANNEL_RECONNECT_TIMEOUT: String(config.server.reconnect_timeout_seconds) }
      : {}),
    ...(config.engine === 'verl' ? { VERL_FILE_LOGGER_PATH: layout.metrics } : {}),
    ...(playsEpisodes(config) && config.server?.frame_steps !== undefined
      ? { BACKCHANNEL_FRAME_STEPS: String(config.server.frame_steps) }
      : {}),
    ...(config.engine === 'verl' && playsEpisodes(config)
      ? {
          VERL_USE_EXTERNAL_MODULES: joinPresent([
            ...(hardware.cpu ? [CPU_MODULE] : []),
            ...VERL_MODULES,
            furtherModules,
          ]),
        }
      : {}),
    ...(logging.wandb === undefined ? {} : wandbEnvironment(config, logging.wandb, layout)),
    ...(logging.tensorboard
      ? { TENSORBOARD_DIR: layout.tensorboard, TENSORBOARD_LOGGING_DIR: layout.tensorboard }
      : {}),
    ...cpuEnvironment(config),
    ...Object.fromEntries(configured),
  }
}

/** Joins our values and the file's values in one variable, without undefined ones. */
const joinPresent = (parts: readonly (string | number | undefined)[], separator = ','): string =>
  parts.filter((part) => part !== undefined).join(separator)

const wandbEnvironment = (
  { run }: RunConfig,
  { project, entity }: { project: string; entity?: string | undefined },
  { log }: Layout,
): Record<string, string> => ({
  // A job's own folder is deleted, and with it the output of an offline tracker.
  WANDB_DIR: dirname(log),
  WANDB_PROJECT: project,
  WANDB_NAME: run,
  WANDB_RUN_GROUP: run,
  ...(entity === undefined ? {} : { WANDB_ENTITY: entity }),
})

const secretNames = ({ server, logging, endpoint, launch }: RunConfig): readonly string[] => [
  ...(server === undefined ? [] : [server.token_env]),
  ...(logging.wandb === undefined ? [] : ['WANDB_API_KEY']),
  ...(endpoint?.api_key_env === undefined ? [] : [endpoint.api_key_env]),
  ...launch.secrets,
]

function planNotes(config: RunConfig): readonly string[] {
  const { method, training, environment } = config
  const notes: string[] = []
  if (isDapo(method)) {
    const differences = differencesFromPaper(config)
    const description =
      differences.length === 0
        ? 'DAPO as published'
        : `DAPO with these differences: ${differences.join('; ')}`
    notes.push(`${method} is ${description}.`)
  }
  notes.push(...importanceNote(config))
  if (environment !== undefined && environment.distill !== 'none') {
    notes.push(
      'Failed clean rollouts learn from log-probabilities under their critique, not from rewards.',
    )
  }
  if (environment?.mode === 'feedback' && environment.train_prompt === 'guided') {
    notes.push(
      'Guided rollouts are trained under the prompt with critiques; judge by clean success only.',
    )
  }
  if (training.steps === undefined && method !== 'sft' && config.data.train.includes('stream')) {
    notes.push('The data are a part of an endless split; set training.steps to bound the run.')
  }
  return notes
}
