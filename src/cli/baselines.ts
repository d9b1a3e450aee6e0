import { randomUUID } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { Command } from 'commander'
import { readText } from '../datasets/read-text.ts'
import type { TokenUsage } from '../effects/chat-message.ts'
import type { Policy } from '../policies/policy.ts'
import { type BaselineCell, CELLS } from '../train-bridge/baselines/cells.ts'
import {
  type Asked,
  type BaselineRow,
  parseBaselineRows,
  plainSettings,
  rowKey,
  toRow,
} from '../train-bridge/baselines/row.ts'
import { baselinesTable, type Prices } from '../train-bridge/baselines/table.ts'
import { assess } from '../train-bridge/evaluation/assess.ts'
import { playEvaluation } from '../train-bridge/evaluation/play.ts'
import type { EvaluationData } from '../train-bridge/evaluation/rollout.ts'
import { fetchTasks } from '../train-bridge/evaluation/tasks.ts'
import { digestFile, digestOfFolder } from '../train-bridge/pipeline/digest.ts'
import { HiddenFacts } from '../train-bridge/rollouts/hidden.ts'
import { CommandError, EXIT } from './errors.ts'
import { addServeOptions, type ServeFlags, whileServed } from './evaluate/serve.ts'
import { REPORTS_EARLY, untilInterrupted } from './interrupt.ts'
import { type Reach, type ReachFlags, withServer } from './local-server.ts'
import {
  addReachOptions,
  helpEnd,
  number,
  print,
  printFailures,
  repeated,
  wholeNumber,
} from './options.ts'
import { withProgress } from './progress.ts'
import { checkpointNamed, checkpointPath } from './rollout/checkpoint-policy.ts'
import { addModelOptions } from './rollout/model-options.ts'
import {
  canPlay,
  createPolicy,
  mustPlay,
  namedPolicy,
  type PolicyFlags,
} from './rollout/policy-of.ts'

interface Flags extends ReachFlags, Omit<PolicyFlags, 'env'>, ServeFlags {
  readonly only?: readonly string[]
  readonly level?: readonly number[]
  readonly split: string
  readonly tasks: number
  readonly rollouts: number
  readonly concurrency: number
  readonly seed: number
  readonly out: string
}

const OUT = './var/baselines.jsonl'
/** More tasks than a split has. */
const MANY = 1_000_000

const EXAMPLES = [
  'baselines --policy openai --model qwen3 --base-url http://127.0.0.1:8001/v1',
  'baselines --policy habit --only phone-seed --tasks 50',
  'baselines table ./var/baselines.jsonl --price-prompt 0.15 --price-completion 0.6',
]

/** The command `baselines`: one policy on every world and stage, as rows of one table. */
export function baselinesCommand(): Command {
  const names = CELLS.map(({ name }) => name).join(', ')
  const command = new Command('baselines')
    .description(
      'Measure a policy on every world and stage with the same tasks and seeds. Reports success ' +
        'at the first try, in all rollouts of a task, and after one critique, and the tokens ' +
        'used. Adds one row per level to a file, and skips rows that the file already has.',
    )
    .enablePositionalOptions()
  addReachOptions(command)
    .option('--policy <name>', 'a policy of `rollout`, openai, or checkpoint:PATH (required)')
    .option('--only <world>', `one of ${names}; may be repeated (default: all)`, repeated(String))
    .option(
      '--level <n>',
      'only this level; may be repeated (default: all)',
      repeated(wholeNumber(1, 100)),
    )
    .option('--split <name>', 'split of the tasks', 'val')
    .option('--tasks <n>', 'tasks of each level, from the first', wholeNumber(1, 100_000), 20)
    .option(
      '--rollouts <n>',
      'rollouts of each task under the clean prompt',
      wholeNumber(1, 1_024),
      4,
    )
    .option('--concurrency <n>', 'rollouts at a time', wholeNumber(1, 4_096), 32)
    .option('--seed <n>', 'seed of the wording and of the policy', wholeNumber(0), 0)
  addServeOptions(addModelOptions(command))
    .option('--out <file>', 'file of JSON lines to which rows are added', OUT)
    .addHelpText('after', helpEnd(EXAMPLES, 'not everything could be played'))
    .addCommand(tableCommand())
    .action((flags: Flags) => {
      if (flags.policy === undefined) {
        command.error("error: required option '--policy' not specified")
      }
      return measure(flags)
    })
  return command
}

interface TableFlags {
  readonly pricePrompt?: number
  readonly priceCompletion?: number
}

function tableCommand(): Command {
  return new Command('table')
    .description('Print the rows of several files as one table of Markdown.')
    .argument('<file...>', 'files of `baselines`')
    .option('--price-prompt <n>', 'price of a million prompt tokens', number(0, 1e6))
    .option('--price-completion <n>', 'price of a million completion tokens', number(0, 1e6))
    .addHelpText('after', helpEnd(EXAMPLES.slice(-1), ''))
    .action((files: readonly string[], { pricePrompt, priceCompletion }: TableFlags) => {
      const prices: Prices | undefined =
        pricePrompt === undefined && priceCompletion === undefined
          ? undefined
          : { prompt: pricePrompt ?? 0, completion: priceCompletion ?? 0 }
      print(baselinesTable(files.flatMap(readFileRows), prices))
    })
}

function readFileRows(file: string): BaselineRow[] {
  try {
    return parseBaselineRows(readText(file))
  } catch (error) {
    throw new CommandError(`${file}: ${(error as Error).message}`, 'Name files of `baselines`.')
  }
}

async function measure(flags: Flags): Promise<void> {
  // Read once, because every level plays the same weights.
  const checkpoint = await checkpointNamed(flags.policy)
  const weights = digestWeights(flags)
  const cells = choosePlayableCells(flags, checkpoint)
  const storedRows = existsSync(flags.out) ? readFileRows(flags.out) : []
  const storedKeys = new Set(storedRows.map(rowKey))
  const isWhole = await untilInterrupted(REPORTS_EARLY, (signal) =>
    whileServed({ ...flags, env: cells[0]?.env ?? '' }, signal, (served) =>
      withServer(flags, async (reach) => {
        let isWhole = true
        for (const cell of cells) {
          const result = await measureCell({
            flags: served,
            cell,
            reach,
            signal,
            storedKeys,
            checkpoint,
            weights,
          })
          isWhole &&= result.isWhole
        }
        return isWhole
      }),
    ),
  )
  if (existsSync(flags.out)) print(baselinesTable(readFileRows(flags.out)))
  if (!isWhole) process.exitCode = EXIT.found
}

/** The cells that the policy plays. */
function choosePlayableCells(flags: Flags, checkpoint: Policy | undefined): BaselineCell[] {
  const unknown = flags.only?.find((name) => !CELLS.some((cell) => cell.name === name))
  if (unknown !== undefined) {
    const names = CELLS.map(({ name }) => name).join(', ')
    throw new CommandError(`there is no world "${unknown}"`, `Choose from ${names}.`)
  }
  const requestedCells = CELLS.filter(({ name }) => flags.only?.includes(name) !== false)
  // A model of `--serve` has no address yet, and plays everything.
  if (flags.policy === 'openai') return requestedCells
  const policy = checkpoint ?? namedPolicy(flags)
  const playableCells = requestedCells.filter(({ env }) => canPlay(policy, env))
  if (playableCells.length > 0) return playableCells
  mustPlay(policy, requestedCells[0]?.env ?? '')
  return []
}

interface Measuring {
  readonly flags: Flags
  readonly cell: BaselineCell
  readonly reach: Reach
  readonly signal: AbortSignal
  readonly storedKeys: ReadonlySet<string>
  readonly checkpoint: Policy | undefined
  readonly weights: string | null
}

/** A row of earlier weights in the same place is no row of the present ones. */
function digestWeights({ policy, serve }: Flags): string | null {
  const path = serve ?? checkpointPath(policy)
  if (path === undefined) return null
  return digestFile(path) ?? digestOfFolder(path, { isFresh: true }) ?? null
}

async function measureCell(measuring: Measuring): Promise<{ isWhole: boolean }> {
  const { flags, cell, reach, signal, storedKeys, checkpoint, weights } = measuring
  const described = await reach.client.describe(cell.env)
  if (described.splits.some(({ name, count }) => name === flags.split && count === null)) {
    const remedy = 'Choose a split with a fixed number of tasks, such as val.'
    throw new CommandError(`the split "${flags.split}" of ${cell.env} has no end`, remedy)
  }
  const splitTasks = await fetchTasks(reach.resources, cell.env, {
    split: flags.split,
    count: MANY,
  })
  const levels = [...new Set(splitTasks.map(({ level }) => level))].sort((a, b) => a - b)
  let isWhole = true
  for (const level of levels) {
    if (flags.level?.includes(level) === false) continue
    if (signal.aborted) return { isWhole: false }
    const tokens = { prompt: 0, completion: 0 }
    const countTokens = (usage: TokenUsage): void => {
      tokens.prompt += usage.promptTokens
      tokens.completion += usage.completionTokens
    }
    const policy = checkpoint ?? createPolicy({ ...flags, env: cell.env }, countTokens)
    const question = toQuestion(flags, cell, { policy, weights, level, described })
    if (storedKeys.has(rowKey(question))) continue
    const tasks = splitTasks.filter((task) => task.level === level).slice(0, flags.tasks)
    const usesSeed = described.uses_seed
    const data = await playLevel(measuring, policy, { level, tasks, usesSeed })
    const [segment] = assess(data.rollouts, { seed: flags.seed, critiques: 1 })
    // A row that lacks rollouts is not stored: the next call measures it again.
    if (data.partial || data.failures.length > 0 || segment === undefined) isWhole = false
    else {
      const tokenCounts = tokens.prompt + tokens.completion === 0 ? null : tokens
      const counts = { tokens: tokenCounts, episodes: data.rollouts.length }
      store(flags.out, toRow(question, segment, counts))
    }
    if (flags.policy === 'openai' && isWithoutTools(described, data)) {
      process.stderr.write(`${cell.name}, level ${level}: ${NO_TOOLS}\n`)
    }
    const lines = data.failures.map(
      ({ index, message }) => `${cell.name}: task ${index} was not played: ${message}`,
    )
    printFailures(lines, 1)
  }
  return { isWhole }
}

const NO_TOOLS =
  'no rollout called a tool, which this world needs. Check that the chat template of the ' +
  'model’s server shows tools, and that the server parses calls.'

/** Whether every rollout did without the tools that the world needs. */
const isWithoutTools = (
  { takes_answers }: { readonly takes_answers: boolean },
  { rollouts }: EvaluationData,
): boolean =>
  !takes_answers &&
  rollouts.length > 0 &&
  rollouts.every(({ conduct }) => conduct.tools.length === 0)

interface Level {
  readonly level: number
  readonly tasks: Awaited<ReturnType<typeof fetchTasks>>
  readonly usesSeed: boolean
}

async function playLevel(
  { flags, cell: { name, env, settings }, reach: { client, resources }, signal }: Measuring,
  policy: Policy,
  { level, tasks, usesSeed }: Level,
): Promise<EvaluationData> {
  const { seed, rollouts, concurrency } = flags
  const hidden = new HiddenFacts(resources, env)
  const bar = { label: `${name}, level ${level}`, total: tasks.length * rollouts }
  return withProgress(bar, (onDone) =>
    playEvaluation({
      run: { client, policy, env, settings, seed, labels: {}, hidden, signal },
      ...{ tasks, rollouts, critiques: 1, usesSeed, concurrency },
      name: `baseline-${randomUUID()}`,
      onDone,
    }),
  )
}

interface Described {
  readonly revision: number
  readonly data_checksum: string | null
}

interface Asking {
  readonly policy: Policy
  readonly weights: string | null
  readonly level: number
  readonly described: Described
}

function toQuestion(
  flags: Flags,
  cell: BaselineCell,
  { policy, weights, level, described }: Asking,
): Asked {
  const { split, tasks, rollouts, seed, thinking = null, thoughts = null } = flags
  const { temperature = null, maxTokens: max_tokens = null } = flags
  const { name, env, settings } = cell
  const { revision, data_checksum } = described
  return {
    ...{ cell: name, env, revision, data_checksum, settings: plainSettings(settings) },
    ...{ split, level, policy: policy.name, weights, thinking },
    ...{ thoughts, temperature, max_tokens },
    ...{ tasks_asked: tasks, rollouts_per_task: rollouts, seed },
  }
}

function store(file: string, row: BaselineRow): void {
  mkdirSync(dirname(file), { recursive: true })
  appendFileSync(file, `${JSON.stringify(row)}\n`)
}
