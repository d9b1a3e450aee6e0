import { InvalidArgumentError } from 'commander'
import { type Calibration, cellsWithin } from '../../datasets/calibration.ts'
import { readManifest } from '../../datasets/manifest.ts'
import { CommandError } from '../errors.ts'

/** Lower and upper pass rate of a model, inclusive. */
export type PassRates = readonly [low: number, high: number]

/** The flags of `generate` that choose kinds of tasks by a model's measured pass rate. */
export interface PassRateFlags {
  readonly passRate?: PassRates
  readonly calibrated?: string
  readonly reader?: string
  /** Kinds of tasks, if the flags name them. */
  readonly cells?: unknown
}

/** Reads `0.2-0.8`. */
export function parsePassRate(text: string): PassRates {
  const [, low, high] = /^(0(?:\.\d+)?|1(?:\.0+)?)-(0(?:\.\d+)?|1(?:\.0+)?)$/.exec(text) ?? []
  const rates = [Number(low), Number(high)] as const
  if (low !== undefined && rates[0] <= rates[1]) return rates
  throw new InvalidArgumentError('Give two shares from 0 to 1, such as 0.2-0.8.')
}

/**
 * The generator's option `cells` for the requested pass rates; empty without the flag.
 *
 * @throws CommandError if a flag would have no effect, the data was not measured, or no kind of
 * task has such a rate
 */
export function cellsByPassRate(flags: PassRateFlags): { readonly cells?: string } {
  const { passRate, calibrated, reader } = flags
  if (passRate === undefined) {
    const idle = Object.entries({ calibrated, reader }).find(([, value]) => value !== undefined)
    if (idle === undefined) return {}
    throw new CommandError(`--${idle[0]} has no effect without --pass-rate`, 'Give both, or none.')
  }
  if (flags.cells !== undefined) {
    throw new CommandError('--cells and --pass-rate contradict each other', 'Give one of them.')
  }
  if (calibrated === undefined) {
    throw new CommandError(
      '--pass-rate needs data that a model was measured on',
      'Measure some with `data calibrate`, and name its folder with --calibrated.',
    )
  }
  const calibrations = chooseCalibrations(calibrated, reader)
  const cells = cellsWithin(calibrations, passRate)
  if (cells.length > 0) {
    return { cells: cells.map(({ family, difficulty }) => `${family}:${difficulty}`).join(',') }
  }
  const [low, high] = passRate
  throw new CommandError(
    `${calibrations[0]?.model} solved no kind of task in ${low} to ${high} of its tries`,
    'Give --pass-rate wider bounds; `data list` prints the rates.',
  )
}

/** The measurements of one model, one for each split. */
function chooseCalibrations(folder: string, reader: string | undefined): readonly Calibration[] {
  const calibrations = readManifest(folder)?.calibrations ?? []
  const matching = calibrations.filter(({ model }) => reader === undefined || model === reader)
  if (new Set(matching.map(({ model }) => model)).size > 1) {
    throw severalMeasurements(folder, matching)
  }
  if (matching.length > 0) return matching
  const message =
    reader === undefined ? `${folder} is unmeasured` : `${folder} has none of ${reader}`
  throw new CommandError(message, 'Measure it with `data calibrate`.')
}

/** The error for data on which several models were measured. */
export function severalMeasurements(
  folder: string,
  measurements: readonly { readonly model: string }[],
): CommandError {
  const models = [...new Set(measurements.map(({ model }) => model))].join(', ')
  return new CommandError(
    `${folder} has several measurements: ${models}`,
    'Name one with --reader.',
  )
}
