import { Command, Option } from 'commander'
import {
  FINITE_SPLITS,
  PHONE_CALL,
  type PhoneCallOptions,
  writePhoneCall,
} from '../datasets/phone-call.ts'
import { COMPANIES_MAX, generateWorld } from '../sim/phone/companies.ts'
import type { PhoneTask } from '../sim/phone/task.ts'
import { generateTask, levelDeck } from '../sim/phone/tasks.ts'
import type { PhoneWorld } from '../sim/phone/world.ts'
import { CommandError } from './errors.ts'
import { reportOf, reportText } from './generate-report.ts'
import { helpEnd, whole } from './options.ts'
import { startProgress } from './progress.ts'

const TASKS_MAX = 1_000_000

interface Flags {
  readonly env: string
  readonly numCompanies: number
  readonly numTrainTasks: number
  readonly numValTasks: number
  readonly numTestTasks: number
  readonly outputDir: string
  readonly seed: number
  readonly json?: true
}

const EXAMPLES = [
  'generate --num-companies 100 --num-train-tasks 500 --num-val-tasks 100 --output-dir ./data',
  'generate --num-companies 1000 --num-train-tasks 20000 --seed 2 --output-dir ./large',
  'generate --output-dir ./data --json > report.json',
]

/** The command that makes the data of a generated environment and reports its ceilings. */
export function generateCommand(): Command {
  const command = new Command('generate')
    .description('Generate companies and tasks, and report how much of them can be solved at most.')
    .option('--env <id>', `environment to generate for; so far ${PHONE_CALL}`, PHONE_CALL)
    .option(
      '--num-companies <n>',
      'companies; half are kept for test',
      whole(2, COMPANIES_MAX),
      100,
    )
    .option('--num-train-tasks <n>', 'tasks of split train', whole(0, TASKS_MAX), 500)
    .option('--num-val-tasks <n>', 'tasks of split val', whole(0, TASKS_MAX), 100)
    .option('--num-test-tasks <n>', 'tasks of split test', whole(0, TASKS_MAX), 100)
    .option('--output-dir <dir>', 'where to write', './data')
    .option('--seed <n>', 'seed of the generator', whole(0, Number.MAX_SAFE_INTEGER), 1)
    .option('--json', 'print the report as JSON')
    .addHelpText('after', `${helpEnd(EXAMPLES, '')} The same options give the same bytes.`)
  addUnderscoreSpellings(command)
  return command.action((flags: Flags) => {
    if (flags.env !== PHONE_CALL) {
      throw new CommandError(`${flags.env} is not generated`, `Use --env ${PHONE_CALL}.`)
    }
    try {
      generate(flags)
    } catch (error) {
      throw explain(error, flags)
    }
  })
}

function generate(flags: Flags): void {
  const options: PhoneCallOptions = {
    seed: flags.seed,
    companies: flags.numCompanies,
    tasks: { train: flags.numTrainTasks, val: flags.numValTasks, test: flags.numTestTasks },
  }
  const startMs = performance.now()
  const world = generateWorld(options.seed, options.companies)
  const tasks = drawTasks(world, options)
  const seconds = (performance.now() - startMs) / 1000
  const manifest = writePhoneCall(flags.outputDir, options, { world, tasks })
  const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0)
  const count = FINITE_SPLITS.reduce((sum, split) => sum + tasks[split].length, 0)
  process.stderr.write(
    `Wrote ${options.companies} companies and ${count} tasks to ${flags.outputDir} ` +
      `(${manifest.files.length + 1} files, ${(bytes / 1e6).toFixed(1)} MB), ` +
      `generated in ${seconds.toFixed(2)} s.\n`,
  )
  const report = reportOf(world, tasks)
  process.stdout.write(flags.json ? `${JSON.stringify(report, null, 1)}\n` : reportText(report))
}

function drawTasks(
  world: PhoneWorld,
  { tasks }: PhoneCallOptions,
): Record<(typeof FINITE_SPLITS)[number], PhoneTask[]> {
  const total = FINITE_SPLITS.reduce((sum, split) => sum + tasks[split], 0)
  const progress = startProgress({ label: 'tasks', total })
  let done = 0
  const draw = (split: (typeof FINITE_SPLITS)[number]): PhoneTask[] =>
    levelDeck(world, split, tasks[split]).map((level, index) => {
      progress.update(++done)
      return generateTask(world, split, index, level)
    })
  const drawn = { train: draw('train'), val: draw('val'), test: draw('test') }
  progress.end()
  return drawn
}

/** Accepts `--num_companies` for `--num-companies` and so on, without listing it in the help. */
function addUnderscoreSpellings(command: Command): void {
  for (const option of [...command.options]) {
    const long = option.long ?? ''
    if (!long.slice(2).includes('-')) continue
    const spelt = `--${long.slice(2).replaceAll('-', '_')}`
    const other = new Option(`${spelt} <value>`).hideHelp()
    if (option.parseArg !== undefined) other.argParser(option.parseArg)
    command.addOption(other)
    command.on(`option:${spelt.slice(2)}`, (value: string) => {
      const parsed = option.parseArg === undefined ? value : option.parseArg(value, undefined)
      command.setOptionValueWithSource(option.attributeName(), parsed, 'cli')
    })
  }
}

const WRITE_ERRORS: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ENOENT'])

function explain(error: unknown, { outputDir }: Flags): CommandError {
  const { code = '', message } = error as NodeJS.ErrnoException
  if (WRITE_ERRORS.has(code)) {
    return new CommandError(
      `cannot write to ${outputDir} (${code})`,
      'Choose another --output-dir.',
    )
  }
  if (code === 'ENOSPC') {
    const remedy = 'Free some, or generate fewer tasks.'
    return new CommandError(`no space is left for ${outputDir}`, remedy)
  }
  return new CommandError(message)
}
