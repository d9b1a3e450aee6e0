import { statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Command } from 'commander'
import { readText } from '../../datasets/read-text.ts'
import { curvesMarkdown, curvesPlots } from '../../train-bridge/evaluation/curves/present.ts'
import { type LearningCurve, readCurve } from '../../train-bridge/evaluation/curves/read-curve.ts'
import { reportCurves } from '../../train-bridge/evaluation/curves/report.ts'
import { METRICS_NAME } from '../../train-bridge/local/training/files.ts'
import { CommandError } from '../errors.ts'
import { helpEnd, number, print, repeated } from '../options.ts'
import { writeReport } from './output.ts'

interface Flags {
  readonly threshold?: readonly number[]
  readonly out?: string
  readonly json?: true
}

const THRESHOLDS = [70, 50]

/** The command `evaluate curves`. */
export function curvesCommand(): Command {
  return new Command('curves')
    .description(
      'Report how many tasks each run of the local engine drew to reach a threshold. Reads the ' +
        'evaluations of its metrics and compares each run with the first.',
    )
    .argument('<run...>', 'folders that `train --engine local --out` wrote, or metrics files')
    .option(
      '--threshold <percent>',
      'clean success to reach; may be repeated (default: 70 and 50)',
      repeated(number(0, 100)),
    )
    .option('--out <folder>', 'write report.md, report.json and curves.svg there')
    .option('--json', 'print one JSON object instead of Markdown')
    .addHelpText('after', helpEnd(['evaluate curves var/train/first var/train/guided'], ''))
    .action(run)
}

function run(paths: readonly string[], flags: Flags): void {
  const names = paths.map((path) => basename(path))
  const areDistinct = new Set(names).size === names.length
  const curves = paths.map((path, at) => readCurveFile(path, (areDistinct && names[at]) || path))
  const thresholds = (flags.threshold ?? THRESHOLDS).map((percent) => percent / 100)
  const report = reportCurves(curves, thresholds)
  if (flags.json) print(JSON.stringify(report))
  else print(curvesMarkdown(report).trimEnd())
  if (flags.out === undefined) return
  const plots = curvesPlots(curves)
  writeReport(flags.out, { report, markdown: curvesMarkdown(report, plots), plots })
}

function readCurveFile(path: string, name: string): LearningCurve {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  const file = isFolder ? join(path, METRICS_NAME) : path
  if (statSync(file, { throwIfNoEntry: false }) === undefined) {
    throw new CommandError(`${file}: there is no such file`, 'Name a folder of `train --out`.')
  }
  const curve = readCurve(name, readText(file))
  if (curve.evaluations.length > 0) return curve
  throw new CommandError(`${file} has no evaluations`, 'Train with --evaluate-every above 0.')
}
