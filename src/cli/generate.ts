import { Command } from 'commander'
import { generateData, splitSizes, writeGenerated } from '../datasets/generate.ts'
import type { AnyEnvironment } from '../env/plugin.ts'
import { FINITE_SPLITS, type FiniteSplit } from '../env/task-data.ts'
import { environments } from './environments.ts'
import { CommandError } from './errors.ts'
import { hiddenName } from './former-names.ts'
import { type GeneratorFlag, generatorFlags, optionsFrom } from './generate/flags.ts'
import { cellsByPassRate, type PassRateFlags, parsePassRate } from './generate/pass-rate.ts'
import { helpEnd, wholeNumber } from './options.ts'
import { startProgress } from './progress.ts'

const TASKS_MAX = 1_000_000
const DEFAULT_ENV = 'phone-call-v2'

/** Separate from the data of the program: two sets of one environment cannot both be served. */
const DEFAULT_FOLDER = 'var/data'

const defaultFolder = (env: string): string => `${DEFAULT_FOLDER}/${env.replace(/-v\d+$/, '')}`

interface Flags extends PassRateFlags {
  readonly env: string
  readonly out?: string
  readonly seed: number
  readonly numTrainTasks?: number
  readonly numValTasks?: number
  readonly numTestTasks?: number
  readonly json?: true
  /** Options that the environments declare. */
  readonly [own: string]: unknown
}

const EXAMPLES = [
  'generate --num-companies 100 --num-train-tasks 500 --num-val-tasks 100 --out ./data',
  'generate --num-companies 1000 --num-train-tasks 20000 --seed 2 --out ./large',
  'generate --env math-feedback-v1 --num-train-tasks 5000 --out ./data/math-feedback',
  'generate --env q-code-v1 --out ./data/q-code',
  'generate --json > report.json',
]

/** An environment with generated data. */
type Generated = AnyEnvironment & {
  readonly data: Required<Pick<AnyEnvironment['data'], 'generate'>>
}

const isGenerated = (environment: AnyEnvironment): environment is Generated =>
  environment.data.generate !== undefined

/** The command `generate`: makes the data of an environment and reports on it. */
export function generateCommand(): Command {
  const generated = environments().filter(isGenerated)
  const ids = generated.map(({ id }) => id).join(', ')
  const command = new Command('generate')
    .description('Generate tasks, and report how many can be solved and their kinds.')
    .option('--env <id>', `environment to generate for: ${ids}`, DEFAULT_ENV)
  const generatorOptions = generatorFlags(generated)
  for (const { option } of generatorOptions) command.addOption(option)
  for (const split of FINITE_SPLITS) {
    const text = `tasks of split ${split} (default: ${sizesText(generated, split)})`
    command.option(`--num-${split}-tasks <n>`, text, wholeNumber(0, TASKS_MAX))
  }
  command
    .option('--out <folder>', `where to write (default: ${DEFAULT_FOLDER}/ENVIRONMENT)`)
    .option('--seed <n>', 'seed of the generator', wholeNumber(0), 1)
    .option(
      '--pass-rate <a-b>',
      'only kinds of tasks whose measured pass rate is within these bounds',
      parsePassRate,
    )
    .option('--calibrated <folder>', 'with --pass-rate: data that the model was measured on')
    .option('--reader <model>', 'with --pass-rate: the model, if several were measured')
    .option('--json', 'print the report as JSON')
    .addHelpText('after', `${helpEnd(EXAMPLES, '')} The same options give the same bytes.`)
  addUnderscoreSpellings(command)
  return command.action((flags: Flags) => {
    const environment = generated.find(({ id }) => id === flags.env)
    if (environment === undefined) {
      throw new CommandError(`${flags.env} is not generated`, `Use --env with one of: ${ids}.`)
    }
    const folder = flags.out ?? defaultFolder(flags.env)
    try {
      generate(environment, generatorOptions, folder, flags)
    } catch (error) {
      throw explain(error, folder)
    }
  })
}

/**
 * For example `500; 1530 for math-feedback-v1`: the default environment's size, then the others'.
 */
const sizesText = (generated: readonly Generated[], split: FiniteSplit): string =>
  generated
    .map(({ id, data }) => {
      const size = data.generate.sizes[split]
      return id === DEFAULT_ENV ? String(size) : `${size} for ${id}`
    })
    .join('; ')

function generate(
  environment: Generated,
  generatorOptions: readonly GeneratorFlag[],
  folder: string,
  flags: Flags,
): void {
  const sizeFlags = { train: flags.numTrainTasks, val: flags.numValTasks, test: flags.numTestTasks }
  const statedSizes = Object.entries(sizeFlags).filter(([, size]) => size !== undefined)
  const sizes = splitSizes(environment.data, Object.fromEntries(statedSizes))
  const total = FINITE_SPLITS.reduce((sum, split) => sum + sizes[split], 0)
  const options = {
    ...optionsFrom(generatorOptions, environment, flags),
    ...cellsByPassRate(flags),
  }
  const startMs = performance.now()
  const progress = startProgress({ label: 'tasks', total })
  let done = 0
  const onTask = (): void => progress.update(++done)
  const set = generateData(environment, { seed: flags.seed, sizes, options, onTask })
  progress.end()
  const seconds = (performance.now() - startMs) / 1000
  const { files } = writeGenerated(folder, set)
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  const { besides, report } = set.data
  const sizeText = besides === undefined ? `${total} tasks` : `${besides} and ${total} tasks`
  process.stderr.write(
    `Wrote ${sizeText} to ${folder} (${files.length + 1} files, ${(bytes / 1e6).toFixed(1)} MB), ` +
      `generated in ${seconds.toFixed(2)} s. Play it with --data ${folder}.\n`,
  )
  const surveyReport = report?.call(set.data)
  if (flags.json) process.stdout.write(`${JSON.stringify(surveyReport?.json ?? {}, null, 1)}\n`)
  else if (surveyReport !== undefined) process.stdout.write(`${surveyReport.text}\n`)
}

/** Also accepts underscores, such as `--num_companies`, without listing them in the help. */
function addUnderscoreSpellings(command: Command): void {
  for (const option of [...command.options]) {
    const name = option.long?.slice(2) ?? ''
    if (name.includes('-')) command.addOption(hiddenName(`--${name.replaceAll('-', '_')}`, option))
  }
}

const WRITE_ERRORS: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ENOENT'])

function explain(error: unknown, folder: string): CommandError {
  if (error instanceof CommandError) return error
  const { code = '', message } = error as NodeJS.ErrnoException
  if (WRITE_ERRORS.has(code)) {
    return new CommandError(`cannot write to ${folder} (${code})`, 'Choose another --out.')
  }
  if (code === 'ENOSPC') {
    const remedy = 'Free some, or generate fewer tasks.'
    return new CommandError(`no space is left for ${folder}`, remedy)
  }
  return new CommandError(message)
}
