import { existsSync, statSync } from 'node:fs'
import { type Command, InvalidArgumentError } from 'commander'
import type { CallForm } from '../datasets/training/call-form.ts'
import type { RowOutputs } from '../datasets/training/row-files.ts'
import type { RowUnit } from '../datasets/training/sft-rows.ts'
import type { PromptKind } from '../datasets/training/task-rows.ts'
import { templateArguments } from '../effects/template-arguments.ts'
import type { Condition } from '../env/group.ts'
import type { ThoughtPolicy } from '../env/thoughts.ts'
import { CommandError } from './errors.ts'
import type { SourceFlags } from './logs/open.ts'
import type { LogConditions } from './logs/source.ts'
import { isSamePath, refuseInput } from './same-path.ts'

/** Formats that `export` writes. */
export const EXPORT_FORMATS = [
  ...(['logs', 'episodes', 'steps', 'calls'] as const),
  ...(['rl', 'sft', 'preference', 'prompts'] as const),
] as const
type Format = (typeof EXPORT_FORMATS)[number]

/** Levels of difficulty, inclusive. */
interface Levels {
  readonly low: number
  readonly high: number
}

/** The flags of `export`. `checkFlags` says which of them a format takes. */
export interface ExportFlags extends SourceFlags {
  readonly format: Format
  readonly out: string
  readonly chat?: string
  readonly data?: string
  readonly env?: string
  readonly split?: string
  readonly run?: string
  readonly success?: boolean | 'any'
  readonly rewardMin?: number
  readonly rewardMax?: number
  readonly difficulty?: Levels
  readonly condition?: Condition
  readonly arguments?: CallForm
  readonly rows?: RowUnit
  readonly maskFailedTurns?: true
  readonly keepAttempts?: true
  readonly dropThoughts?: true
  readonly thoughts?: ThoughtPolicy
  readonly thinking?: boolean
  readonly minGap?: number
  readonly from?: number
  readonly count?: number
  readonly settings?: string
  readonly agentName?: string
  readonly validation?: true
  readonly prompt?: PromptKind
  readonly holdout?: number
  readonly holdoutOutput?: string
  readonly keepDuplicates?: true
  readonly skipBad?: true
}

const ALWAYS = ['format', 'out', 'token']
const SIDES = ['holdout', 'holdoutOutput', 'count']
const LOGS = ['db', 'file', 'url', 'env', 'split', 'run', 'success']
/** Flags that add environments, for formats that need their tools. */
const ADDED = ['environment', 'config']
const TASKS = [...SIDES, ...ADDED, 'data', 'env', 'split', 'from', 'difficulty', 'settings']
const EPISODES = [
  ...[...SIDES, ...ADDED, ...LOGS],
  ...['rewardMin', 'rewardMax', 'difficulty', 'condition', 'arguments'],
  ...['keepAttempts', 'dropThoughts', 'keepDuplicates'],
]
const CHAT = [...SIDES, 'chat', 'skipBad', 'keepDuplicates']

/** Flags that each format takes, and those that it takes with `--chat`. */
const TAKES: Readonly<Record<Format, readonly string[]>> = {
  logs: LOGS,
  episodes: LOGS,
  steps: LOGS,
  calls: LOGS,
  rl: [...TASKS, 'agentName', 'validation'],
  sft: [...EPISODES, 'rows', 'maskFailedTurns', 'thinking', 'thoughts'],
  preference: [...EPISODES, 'minGap', 'thinking'],
  prompts: [...TASKS, 'prompt'],
}
const CHAT_TAKES: Readonly<Record<Format, readonly string[]>> = {
  logs: [],
  episodes: [],
  steps: [],
  calls: [],
  rl: [],
  sft: [...CHAT, 'thinking'],
  preference: [...CHAT, 'minGap', 'thinking'],
  prompts: CHAT,
}

/**
 * Refuses flags that would have no effect.
 *
 * @throws CommandError naming the flag
 */
export function checkFlags(command: Command, flags: ExportFlags): void {
  const { format, chat, holdout, holdoutOutput, out } = flags
  const takes = [...ALWAYS, ...(chat === undefined ? TAKES : CHAT_TAKES)[format]]
  const useless = command.options.find((option) => {
    const name = option.attributeName()
    return command.getOptionValueSource(name) === 'cli' && !takes.includes(name)
  })
  if (useless !== undefined) {
    const chatNote = chat === undefined || useless.long === '--chat' ? '' : ' --chat'
    throw new CommandError(
      `${useless.long} has no effect with --format ${format}${chatNote}`,
      'Leave it out, or give another format: see --help.',
    )
  }
  if ((holdout === undefined) !== (holdoutOutput === undefined)) {
    const remedy = 'Give the share of the tasks, and the file for their rows.'
    throw new CommandError('--holdout and --holdout-output belong together', remedy)
  }
  if (!isLines(format) && [out, holdoutOutput].includes('-')) {
    const remedy = 'Name a file: its manifest is written beside it.'
    throw new CommandError(`--format ${format} does not write to standard output`, remedy)
  }
  if (holdoutOutput !== undefined && isSamePath(out, holdoutOutput)) {
    throw new CommandError('--out and --holdout-output are the same file', 'Name two files.')
  }
  for (const path of [out, holdoutOutput ?? '-']) {
    checkEnding(format, path)
    refuseInput(path, [flags.db, flags.file, chat])
  }
}

/** Whether a format is written as JSON lines without a manifest. */
const isLines = (format: Format): boolean => format === 'logs' || format === 'calls'

/**
 * Checks the ending of a file name. Devices and pipes accept any format.
 *
 * @throws CommandError naming the endings that fit the format
 */
function checkEnding(format: Format, path: string): void {
  const endings = isLines(format) ? ['.jsonl'] : ['.jsonl', '.parquet']
  if (path === '-' || endings.some((ending) => path.toLowerCase().endsWith(ending))) return
  if (existsSync(path) && !statSync(path).isFile()) return
  throw new CommandError(
    `--format ${format} cannot be written to ${path}: its name does not end in ` +
      endings.join(' or '),
    `Name a file that ends so${isLines(format) ? ', or give - for standard output' : ''}.`,
  )
}

/** The conditions of the flags. A flag that is not set is no condition. */
export function conditionsOfFlags(
  { env, split, run }: Pick<ExportFlags, 'env' | 'split' | 'run'>,
  success: boolean | 'any' = 'any',
): LogConditions {
  const conditions = { env, split, run, success: success === 'any' ? undefined : success }
  return Object.fromEntries(Object.entries(conditions).filter(([, value]) => value !== undefined))
}

/** Paths of the output files, and the mode that rows state. */
export const toOutputs = ({ out, holdout, holdoutOutput, thinking }: ExportFlags): RowOutputs => ({
  ...modeOfRows(thinking),
  output: out,
  heldOut:
    holdout === undefined || holdoutOutput === undefined
      ? undefined
      : { output: holdoutOutput, share: holdout },
})

/** A parser of `true`, `false` and `any`. */
export function parseSuccess(text: string): boolean | 'any' {
  if (text === 'any') return text
  if (text === 'true' || text === 'false') return text === 'true'
  throw new InvalidArgumentError('Write true or false, or any.')
}

/** A parser of one level, `2`, or several, `1-3`. */
export function parseLevels(text: string): Levels {
  const [, low, high = low] = /^(\d{1,3})(?:-(\d{1,3}))?$/.exec(text) ?? []
  if (low === undefined || Number(low) > Number(high)) {
    throw new InvalidArgumentError('Write a level such as 2, or levels such as 1-3.')
  }
  return { low: Number(low), high: Number(high) }
}

/** Whether the flags include a level. */
export const isWithin = (level: number, levels: Levels | undefined): boolean =>
  levels === undefined || (level >= levels.low && level <= levels.high)

/**
 * How rows state the thinking mode: TRL passes `chat_template_kwargs` to the chat template, verl
 * `enable_thinking`.
 */
function modeOfRows(thinking: boolean | undefined): Pick<RowOutputs, 'modeColumns'> {
  if (thinking === undefined) return {}
  const templateValues = templateArguments(thinking)
  return {
    modeColumns: {
      row: { chat_template_kwargs: templateValues, enable_thinking: thinking },
      columns: {
        chat_template_kwargs: { fields: { enable_thinking: 'boolean', thinking: 'boolean' } },
        enable_thinking: 'boolean',
      },
    },
  }
}
