import { playsEpisodes, type RunConfig } from '../config.ts'

/** A package that a trainer needs, and the versions that are known to work. */
export interface Requirement {
  readonly name: string
  /** The first that works; any, if left out. */
  readonly from?: string
  /** The first that does not work any more. */
  readonly before?: string
}

const VLLM: Requirement = { name: 'vllm', from: '0.18' }

/** What has to be installed where a run trains. */
export function requirementsOf(config: RunConfig): readonly Requirement[] {
  const { engine, method, launch, hardware, lora, logging, options } = config
  const onlyIf = (isNeeded: boolean, ...needed: Requirement[]) => (isNeeded ? needed : [])
  const trackers = [
    ...onlyIf(logging.wandb !== undefined, { name: 'wandb' }),
    ...onlyIf(logging.tensorboard, { name: 'tensorboard' }),
  ]
  const torch = { name: 'torch' }
  const websockets = onlyIf(playsEpisodes(config), { name: 'websockets', from: '15' })
  if (engine === 'trl') {
    const isZero = hardware.accelerate?.startsWith('zero') === true
    return [
      ...[{ name: 'trl', from: '1.13' }, torch, { name: 'transformers', from: '5.2' }],
      ...onlyIf(lora !== undefined, { name: 'peft' }),
      ...onlyIf(isZero, { name: 'deepspeed' }),
      ...onlyIf(hardware.generation_gpus > 0, VLLM),
      ...websockets,
      ...trackers,
    ]
  }
  const isReinforced = method !== 'sft'
  const generatesByVllm = (options[ROLLOUT_NAME] ?? 'vllm') === 'vllm'
  return [
    ...[{ name: 'verl', from: '0.9.0' }, torch],
    { name: 'transformers', from: '5.5.3', before: '5.11' },
    ...onlyIf(isReinforced, { name: 'TransferQueue', from: '0.1.8' }),
    ...onlyIf(isReinforced || launch.kind === 'ray', { name: 'ray', from: '2.41' }),
    ...onlyIf(isReinforced && generatesByVllm && !hardware.cpu, VLLM),
    ...websockets,
    ...trackers,
  ]
}

const ROLLOUT_NAME = 'actor_rollout_ref.rollout.name'

/** Compares versions by their numbers, without what follows them: `.dev0`, `+cu12`. */
export function compareVersions(one: string, other: string): number {
  const [left, right] = [numbersOf(one), numbersOf(other)]
  for (let place = 0; place < Math.max(left.length, right.length); place++) {
    const difference = (left[place] ?? 0) - (right[place] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

const numbersOf = (version: string): number[] =>
  (/^\d+(\.\d+)*/.exec(version)?.[0] ?? '0').split('.').map(Number)

/** What is wrong with an installed version, with the remedy; undefined if nothing is. */
export function versionTrouble(
  { name, from, before }: Requirement,
  installed: string | null | undefined,
): readonly [string, string] | undefined {
  const bounds = [
    ...(from === undefined ? [] : [`>=${from}`]),
    ...(before === undefined ? [] : [`<${before}`]),
  ]
  const wanted = `${name}${bounds.join(',')}`
  const remedy = `Install it where the run trains: pip install "${wanted}"`
  if (installed === null || installed === undefined) return [`${name} is not installed`, remedy]
  const isOld = from !== undefined && compareVersions(installed, from) < 0
  const isNew = before !== undefined && compareVersions(installed, before) >= 0
  return isOld || isNew ? [`${name} is ${installed}, not ${wanted}`, remedy] : undefined
}
