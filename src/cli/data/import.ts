import type { Command } from 'commander'
import type { ImportReport } from '../../datasets/import/import.ts'
import { type DataSource, findSource, SOURCES } from '../../datasets/import/sources.ts'
import { splitOfNames } from '../../datasets/import/split-of-name.ts'
import { nearestName } from '../../sim/nearest-name.ts'
import { CommandError } from '../errors.ts'
import { count, helpEnd, print, wholeNumber } from '../options.ts'

const UNSTATED = 'not stated'

interface Flags {
  readonly dataset: string
  readonly split?: string
  readonly licence: string
  readonly origin: string
  readonly out: string
  readonly seed: number
  readonly skipBad?: true
  readonly append?: true
  readonly replace?: true
  readonly json?: true
}

const EXAMPLES = [
  'data import --dataset math test.jsonl --licence MIT --out ./problems/math',
  'data import --dataset gsm8k train-*.parquet --origin "openai/gsm8k, main" --out ./problems/mix',
  'data import --dataset mmlu_pro test.parquet --split test --append --out ./problems/mix',
  'data import --dataset q ./leetcode/train --licence MIT --out ./problems/q',
  'serve --data ./problems/mix',
]

/** Adds `data import`, which turns files of a public data set into tasks. */
export function addImport(parent: Command): void {
  parent
    .command('import')
    .description(
      'Turn files of a public data set, JSON lines or Parquet, into tasks: of q-code-v1 for q, ' +
        'of math-feedback-v1 for the others.',
    )
    .argument('<file...>', 'files of the data set, in order; for q folders too')
    .requiredOption('--dataset <name>', `one of ${names().join(', ')}`)
    .requiredOption('--out <folder>', 'folder of the tasks; imports into one folder are its splits')
    .option('--split <name>', 'split of the tasks (default: from the file names)')
    .option('--licence <text>', 'licence of the files, kept in the manifest', UNSTATED)
    .option('--origin <text>', 'where the files are from, kept in the manifest', 'local files')
    .option('--seed <n>', 'decides the order of options where a file has none', wholeNumber(0), 0)
    .option('--skip-bad', 'leave out rows that cannot be read, instead of refusing the files')
    .option('--append', 'add to an existing split')
    .option('--replace', 'replace an existing split')
    .option('--json', 'print the report as JSON')
    .addHelpText('after', `\nFields:\n${fieldList()}\n${helpEnd(EXAMPLES, '')}`)
    .action(run)
}

const names = (): string[] => SOURCES.map(({ dataset }) => dataset)

const fieldList = (): string =>
  SOURCES.map(({ dataset, fields }) => `  ${dataset.padEnd(14)} ${fields}`).join('\n')

async function run(files: readonly string[], flags: Flags): Promise<void> {
  const { licence, origin, out: directory, seed, skipBad = false } = flags
  if (flags.append === true && flags.replace === true) {
    throw new CommandError('--append and --replace contradict each other', 'Give one of them.')
  }
  const mode = flags.append === true ? 'append' : flags.replace === true ? 'replace' : 'refuse'
  const source = requireSource(flags.dataset)
  const split = splitFor(files, flags.split)
  const request = { files, directory, split, seed, licence, origin, mode, skipBad } as const
  const report = await source.bringIn(request)
  warn(report, files, licence)
  if (flags.json === true) print(JSON.stringify(report))
  else print(reportText(report, source, directory))
}

function requireSource(name: string): DataSource {
  const source = findSource(name)
  if (source !== undefined) return source
  const nearest = nearestName(name.toLowerCase(), names())
  const hint =
    nearest === undefined ? `Known are ${names().join(', ')}.` : `Did you mean ${nearest}?`
  throw new CommandError(`there is no reader of a data set ${name}`, hint)
}

function splitFor(files: readonly string[], splitFlag: string | undefined): string {
  const split = splitFlag ?? splitOfNames(files)
  if (split !== undefined) return split
  throw new CommandError(
    'the file names do not state a split',
    'Give --split train, --split val or --split test.',
  )
}

function warn(report: ImportReport, files: readonly string[], licence: string): void {
  const namedSplit = splitOfNames(files)
  const notes = [
    ...report.complaints,
    ...report.leftOutTold,
    ...(report.leftOut > report.leftOutTold.length
      ? [`left out ${count(report.leftOut, 'part')} of problems in all`]
      : []),
    ...(report.skipped > 0 ? [`left out ${count(report.skipped, 'bad row')}`] : []),
    ...(namedSplit !== undefined && namedSplit !== report.split
      ? [`the files are named as ${namedSplit}, and were imported as ${report.split}`]
      : []),
    ...(report.repeated > 0 ? [`${count(report.repeated, 'task')} repeat a question`] : []),
    ...Object.entries(report.elsewhere).map(
      ([split, number]) => `${count(number, 'question')} can be found in split ${split} too`,
    ),
    ...(licence === UNSTATED ? ['no licence was given: state it with --licence'] : []),
  ]
  for (const note of notes) process.stderr.write(`note: ${note}\n`)
}

function reportText(
  { split, added, total }: ImportReport,
  { dataset }: DataSource,
  directory: string,
): string {
  const totalText = total === added ? '' : `, which has ${total} now`
  return (
    `Imported ${count(added, 'task')} of ${dataset} into split ${split}${totalText}.\n` +
    `Serve them with: backchannel serve --data ${directory}`
  )
}
