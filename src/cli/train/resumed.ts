import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import type { Checkpoint } from '../../train-bridge/local/training/checkpoint.ts'
import { CommandError } from '../errors.ts'
import type { TrainFlags } from './local.ts'

/** The options that were given on the command line: `--name` by its name in `TrainFlags`. */
export type GivenOptions = ReadonlyMap<string, string>

export function givenOptions(command: Command): GivenOptions {
  const names = command.options
    .filter((option) => command.getOptionValueSource(option.attributeName()) === 'cli')
    .map((option) => [option.attributeName(), option.long ?? ''] as const)
  const given = new Map(names)
  const method = given.get('method')
  // Here the method is another name of the loss.
  return method === undefined ? given : given.set('loss', method)
}

/**
 * Refuses options that differ from the settings of a run that is resumed. These come from its
 * checkpoint, so the option would have no effect.
 *
 * @throws CommandError
 */
export function refuseOtherSettings(
  { policy, options }: Checkpoint,
  flags: TrainFlags,
  given: GivenOptions,
): void {
  const settings: Readonly<Record<string, unknown>> = {
    ...{ env: policy.learner.environment, architecture: policy.architecture },
    ...(options === undefined ? {} : { ...options, ...scheduleFlags(options.feedback) }),
  }
  for (const [name, option] of given) {
    const value = flags[name as keyof TrainFlags]
    if (!(name in settings) || isSame(value, settings[name])) continue
    throw new CommandError(
      `${option} ${value}: the run in ${flags.out} has ${settings[name] ?? 'the default'}`,
      'Leave it out, or begin another run with --initial and another --out.',
    )
  }
}

const scheduleFlags = (feedback: NonNullable<Checkpoint['options']>['feedback']) => ({
  startAt: feedback.start_at,
  waves: feedback.waves,
  cleanShare: feedback.clean_share,
  show: feedback.show,
  capChars: feedback.cap_chars,
  critique: feedback.critique,
  when: feedback.when,
  hintSteps: feedback.hint_steps,
})

const isSame = (value: unknown, own: unknown): boolean =>
  JSON.stringify(value) === JSON.stringify(own)

type Metrics = Readonly<Record<string, unknown>>

/**
 * Drops metrics of batches after the checkpoint, because they will be played again. Returns the
 * others.
 */
export function forgetAfter(path: string, batch: number): readonly Metrics[] {
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').split('\n')
  const kept = lines.flatMap(readMetrics).filter((line) => Number(line.batch ?? 0) <= batch)
  writeFileSync(`${path}.part`, kept.map((line) => `${JSON.stringify(line)}\n`).join(''))
  renameSync(`${path}.part`, path)
  return kept
}

/** None for the last line of a run that was killed while it wrote the line. */
function readMetrics(line: string): Metrics[] {
  try {
    return line === '' ? [] : [JSON.parse(line) as Metrics]
  } catch {
    return []
  }
}

/** The split and the number of tasks of a run's evaluations, so that a curve has one measure. */
export function evaluationOf(
  metrics: readonly Metrics[],
  { evaluateSplit, evaluateTasks }: TrainFlags,
  given: GivenOptions,
): Pick<TrainFlags, 'evaluateSplit' | 'evaluateTasks'> {
  const last = metrics.findLast(({ kind }) => kind === 'evaluation')
  const tasks = Number(last?.tasks) + Number(last?.lost)
  return {
    evaluateSplit:
      given.has('evaluateSplit') || typeof last?.split !== 'string' ? evaluateSplit : last.split,
    evaluateTasks: given.has('evaluateTasks') || !(tasks > 0) ? evaluateTasks : tasks,
  }
}
