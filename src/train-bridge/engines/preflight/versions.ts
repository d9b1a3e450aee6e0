import { isReinforcement, playsEpisodes, type RunConfig } from '../config.ts'
import type { Trouble } from './row-facts.ts'

/** A package that a trainer needs, and its supported versions. */
interface Requirement {
  readonly name: string
  /** First supported version; any if left out. */
  readonly from?: string
  /** First version that is no longer supported. */
  readonly before?: string
  /** The package may be missing. If installed, its version must fit, because the engine uses it. */
  readonly isOptional?: true
  /** What to do, if installing it is not enough. */
  readonly remedy?: string
}

/** TRL needs at least the first version; verl supports versions before the second. */
export const PYTHON: Requirement = { name: 'Python', from: '3.11', before: '3.13' }

/** The packages that must be installed where a run trains. */
export function listRequirements(config: RunConfig): readonly Requirement[] {
  const { engine, method, launch, hardware, lora, logging, options } = config
  const onlyIf = (isNeeded: boolean, ...needed: Requirement[]) => (isNeeded ? needed : [])
  const trackers = [
    ...onlyIf(logging.wandb !== undefined, { name: 'wandb' }),
    ...onlyIf(logging.tensorboard, { name: 'tensorboard' }),
  ]
  const torch = { name: 'torch' }
  const websockets = onlyIf(playsEpisodes(config), { name: 'websockets', from: '15' })
  const isReinforced = isReinforcement(method)
  if (engine === 'trl') {
    const usesVllm = hardware.generation_gpus > 0 || options.use_vllm === true
    const isZero = hardware.accelerate?.startsWith('zero') === true
    return [
      { name: 'trl', from: '1.13', before: '2' },
      ...[torch, { name: 'transformers', from: '5.2', before: '6' }],
      ...onlyIf(lora !== undefined, { name: 'peft' }),
      ...onlyIf(isZero, { name: 'deepspeed' }),
      ...onlyIf(
        isReinforced,
        usesVllm ? TRL_VLLM : { ...TRL_VLLM, ...OWN_ENVIRONMENT, isOptional: true },
      ),
      ...onlyIf(hardware.attention === 'flash_attention_2', FLASH),
      ...websockets,
      ...trackers,
    ]
  }
  const generatesByVllm = (options[ROLLOUT_NAME] ?? 'vllm') === 'vllm'
  return [
    ...[{ name: 'verl', from: '0.9.0', before: '0.10' }, torch],
    { name: 'transformers', from: '5.5.3', before: '5.11' },
    ...onlyIf(isReinforced, { name: 'TransferQueue', from: '0.1.8', before: '0.2' }),
    ...onlyIf(isReinforced || launch.kind === 'ray', { name: 'ray', from: '2.41', before: '3' }),
    // verl 0.9.1 requires 0.24.0.
    ...onlyIf(isReinforced && generatesByVllm && !hardware.cpu, {
      ...{ name: 'vllm', from: '0.18', before: '0.25' },
    }),
    ...onlyIf(hardware.attention !== 'sdpa' && !hardware.cpu, FLASH),
    VERL_TRL,
    ...websockets,
    ...trackers,
  ]
}

const OWN_ENVIRONMENT = {
  remedy:
    'Give each engine a virtual environment of its own, with its file of constraints: ' +
    'docs/training.md.',
} as const

/** The bounds of TRL 1.16 itself. TRL imports it wherever it is installed. */
const TRL_VLLM: Requirement = { name: 'vllm', from: '0.22', before: '0.31.1' }

/** verl 0.9 imports a class from any installed TRL; TRL 1.13 removed it. */
const VERL_TRL: Requirement = {
  ...{ name: 'trl', before: '1.13', isOptional: true },
  remedy: `verl fails to build models beside it: uv pip uninstall trl. ${OWN_ENVIRONMENT.remedy}`,
}

const FLASH: Requirement = {
  name: 'flash-attn',
  remedy:
    'Install it where the run trains (pip install flash-attn --no-build-isolation, with a ' +
    'compiler for CUDA), or set hardware.attention to sdpa.',
}

const ROLLOUT_NAME = 'actor_rollout_ref.rollout.name'

/** Compares versions by their numbers, without suffixes such as `.dev0` or `+cu12`. */
export function compareVersions(first: string, second: string): number {
  const [left, right] = [versionNumbers(first), versionNumbers(second)]
  for (let index = 0; index < Math.max(left.length, right.length); index++) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

const versionNumbers = (version: string): number[] =>
  (/^\d+(\.\d+)*/.exec(version)?.[0] ?? '0').split('.').map(Number)

/** The problem with an installed version, with the remedy; undefined if there is none. */
export function versionTrouble(
  { name, from, before, isOptional, remedy: ownRemedy }: Requirement,
  installed: string | null | undefined,
): Trouble | undefined {
  const bounds = [
    ...(from === undefined ? [] : [`>=${from}`]),
    ...(before === undefined ? [] : [`<${before}`]),
  ]
  const requirementText = `${name}${bounds.join(',')}`
  const remedy = ownRemedy ?? `Install it where the run trains: pip install "${requirementText}"`
  if (installed === null || installed === undefined) {
    return isOptional === true ? undefined : [`${name} is not installed`, remedy]
  }
  const isOld = from !== undefined && compareVersions(installed, from) < 0
  const isNew = before !== undefined && compareVersions(installed, before) >= 0
  return isOld || isNew ? [`${name} is ${installed}, not ${requirementText}`, remedy] : undefined
}
