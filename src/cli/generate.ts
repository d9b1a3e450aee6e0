import { Command, Option } from 'commander'
import { MATH_FEEDBACK } from '../datasets/math-feedback.ts'
import { PHONE_CALL } from '../datasets/phone-call.ts'
import { Q_CODE } from '../datasets/q-code.ts'
import { COMPANIES_MAX } from '../sim/phone/companies.ts'
import { CommandError } from './errors.ts'
import type { GenerateFlags } from './generate-flags.ts'
import { generateMathFeedbackData, MATH_SIZES } from './generate-math-feedback.ts'
import { generatePhoneCallData, PHONE_SIZES } from './generate-phone-call.ts'
import { generateQCodeData, Q_SIZES } from './generate-q-code.ts'
import { helpEnd, whole } from './options.ts'

const TASKS_MAX = 1_000_000

/** Never where the data that came along lies: two sets of one environment cannot both be served. */
const DEFAULT_FOLDER = 'var/data'

const defaultFolder = (env: string): string => `${DEFAULT_FOLDER}/${env.replace(/-v\d+$/, '')}`

/** Who makes the data of which environment. */
const GENERATORS: ReadonlyMap<string, (flags: GenerateFlags) => void> = new Map([
  [PHONE_CALL, generatePhoneCallData],
  [MATH_FEEDBACK, generateMathFeedbackData],
  [Q_CODE, generateQCodeData],
])

const EXAMPLES = [
  'generate --num-companies 100 --num-train-tasks 500 --num-val-tasks 100 --output-dir ./data',
  'generate --num-companies 1000 --num-train-tasks 20000 --seed 2 --output-dir ./large',
  'generate --env math-feedback-v1 --num-train-tasks 5000 --output-dir ./data/math-feedback',
  'generate --env q-code-v1 --output-dir ./data/q-code',
  'generate --json > report.json',
]

/** The command that makes the data of a generated environment and reports on it. */
export function generateCommand(): Command {
  const known = [...GENERATORS.keys()].join(', ')
  const tasks = (split: 'train' | 'val' | 'test'): string =>
    `tasks of split ${split} (default: ${PHONE_SIZES[split]}; ` +
    `${MATH_SIZES[split]} for ${MATH_FEEDBACK}, ${Q_SIZES[split]} for ${Q_CODE})`
  const command = new Command('generate')
    .description('Generate tasks, and report how much of them can be solved, or of which kind.')
    .option('--env <id>', `environment to generate for: ${known}`, PHONE_CALL)
    .option(
      '--num-companies <n>',
      `companies of ${PHONE_CALL}; half are kept for test (default: ${PHONE_SIZES.companies})`,
      whole(2, COMPANIES_MAX),
    )
    .option('--num-train-tasks <n>', tasks('train'), whole(0, TASKS_MAX))
    .option('--num-val-tasks <n>', tasks('val'), whole(0, TASKS_MAX))
    .option('--num-test-tasks <n>', tasks('test'), whole(0, TASKS_MAX))
    .option('--output-dir <dir>', `where to write (default: ${DEFAULT_FOLDER}/ENVIRONMENT)`)
    .option('--seed <n>', 'seed of the generator', whole(0, Number.MAX_SAFE_INTEGER), 1)
    .option('--json', 'print the report as JSON')
    .addHelpText('after', `${helpEnd(EXAMPLES, '')} The same options give the same bytes.`)
  addUnderscoreSpellings(command)
  return command.action((given: Omit<GenerateFlags, 'outputDir'> & { outputDir?: string }) => {
    const flags = { ...given, outputDir: given.outputDir ?? defaultFolder(given.env) }
    const generate = GENERATORS.get(flags.env)
    if (generate === undefined) {
      throw new CommandError(`${flags.env} is not generated`, `Use --env with one of: ${known}.`)
    }
    try {
      generate(flags)
    } catch (error) {
      throw explain(error, flags)
    }
  })
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

function explain(error: unknown, { outputDir }: GenerateFlags): CommandError {
  if (error instanceof CommandError) return error
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
