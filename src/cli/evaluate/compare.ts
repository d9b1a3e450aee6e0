import { Command } from 'commander'
import { ChatError } from '../../effects/chat-error.ts'
import type { ChatClientOptions } from '../../effects/chat-options.ts'
import {
  type AnswerSource,
  askedModel,
  storedModel,
} from '../../train-bridge/evaluation/comparison/answers.ts'
import {
  type ComparisonData,
  comparePrompts,
} from '../../train-bridge/evaluation/comparison/compare.ts'
import {
  comparisonMarkdown,
  comparisonPlots,
} from '../../train-bridge/evaluation/comparison/present.ts'
import { readAnswers, readPrompts } from '../../train-bridge/evaluation/comparison/prompts.ts'
import {
  type ComparisonReport,
  summariseComparison,
} from '../../train-bridge/evaluation/comparison/report.ts'
import { rewardModel } from '../../train-bridge/evaluation/comparison/reward.ts'
import { CommandError, EXIT } from '../errors.ts'
import { REPORTS_EARLY, untilInterrupted } from '../interrupt.ts'
import {
  helpEnd,
  number,
  parseDuration,
  print,
  printFailures,
  repeated,
  wholeNumber,
} from '../options.ts'
import { withProgress } from '../progress.ts'
import { jsonLines, writeReport } from './output.ts'

interface Flags {
  readonly prompts: string
  readonly count: number
  readonly modelA?: string
  readonly baseUrlA?: readonly string[]
  readonly apiKeyEnvA?: string
  readonly answersA?: string
  readonly modelB?: string
  readonly baseUrlB?: readonly string[]
  readonly apiKeyEnvB?: string
  readonly answersB?: string
  readonly rewardModel: string
  readonly rewardBaseUrl: readonly string[]
  readonly rewardApiKeyEnv?: string
  readonly temperature: number
  readonly topP: number
  readonly maxTokens: number
  readonly modelTimeout?: number
  readonly tieWithin: number
  readonly concurrency: number
  readonly seed: number
  readonly out?: string
  readonly json?: true
}

const DEADLINE_MS = 60_000

const EXAMPLES = [
  'evaluate compare --prompts test_prefs.parquet --model-a tuned --base-url-a http://127.0.0.1:' +
    '8001/v1 --model-b base --base-url-b http://127.0.0.1:8002/v1 --reward-model judge ' +
    '--reward-base-url http://127.0.0.1:8003/v1 --out ./comparison',
  'evaluate compare --prompts p.jsonl --answers-a a.jsonl --answers-b b.jsonl --reward-model ' +
    'judge --reward-base-url https://example.com/v1 --reward-api-key-env REWARD_API_KEY --json',
]

/** The command `evaluate compare`. */
export function compareCommand(): Command {
  const command = new Command('compare')
    .description(
      'Compare two models by a reward model: win rate, rewards, improvement, lengths. A failed ' +
        'answer or score is missing, never 0. Ctrl-C reports what was compared.',
    )
    .requiredOption('--prompts <file>', 'JSON lines or Parquet with a prompt per row')
    .option('--count <n>', 'number of rows, from the first', wholeNumber(1, 1_000_000), 100)
  addModel(command, 'a', 'the model')
  addModel(command, 'b', 'the reference')
  return command
    .requiredOption('--reward-model <name>', 'model that answers reward:-12.3')
    .requiredOption(
      '--reward-base-url <url>',
      'its server, up to /v1; may be repeated',
      repeated(String),
    )
    .option('--reward-api-key-env <variable>', 'the environment variable that holds its API key')
    .option('--temperature <t>', 'of both models', number(0, 2), 0.7)
    .option('--top-p <p>', 'of both models', number(0, 1), 0.9)
    .option('--max-tokens <n>', 'longest answer, in tokens', wholeNumber(1, 1_000_000), 256)
    .option(
      '--model-timeout <duration>',
      'longest wait for an answer (default: 60s)',
      parseDuration,
    )
    .option('--tie-within <r>', 'largest score difference that counts as a tie', number(0, 1e9), 0)
    .option('--concurrency <n>', 'prompts at a time', wholeNumber(1, 1_024), 8)
    .option('--seed <n>', 'seed of the answers and of the bootstrap', wholeNumber(0), 0)
    .option('--out <folder>', 'write report.md, report.json, a plot and every row there')
    .option('--json', 'print one JSON object instead of Markdown')
    .addHelpText('after', helpEnd(EXAMPLES, 'not everything could be scored'))
    .action(run)
}

function addModel(command: Command, side: 'a' | 'b', description: string): void {
  command
    .option(`--model-${side} <name>`, `name of ${description}`)
    .option(`--base-url-${side} <url>`, 'its server, up to /v1; may be repeated', repeated(String))
    .option(`--api-key-env-${side} <variable>`, 'the environment variable with its API key')
    .option(`--answers-${side} <file>`, 'its stored answers, instead of a server')
}

async function run(flags: Flags): Promise<void> {
  const reward = orCommandError(() =>
    rewardModel({
      baseUrls: flags.rewardBaseUrl,
      model: flags.rewardModel,
      deadlineMs: flags.modelTimeout ?? DEADLINE_MS,
      ...apiKeyOption(flags.rewardApiKeyEnv),
    }),
  )
  const a = await openAnswerSource(flags, 'a')
  const b = await openAnswerSource(flags, 'b')
  const { prompts, unreadable } = await readPrompts(flags.prompts, flags.count)
  if (prompts.length === 0) {
    throw new CommandError(`${flags.prompts} has no prompts`, unreadable[0]?.message)
  }
  const { seed, tieWithin, concurrency } = flags
  const failures: string[] = []
  const onFailure = (message: string): void => void failures.push(message)
  const data = await untilInterrupted(REPORTS_EARLY, (signal) =>
    withProgress({ label: 'prompts', total: prompts.length }, (onDone) => {
      const options = { tieWithin, concurrency, signal, onDone, onFailure }
      return comparePrompts({ prompts, a, b, reward, ...options })
    }),
  )
  const report = summariseComparison(data, {
    ...{ modelA: a.name, modelB: b.name, rewardModel: reward.name, seed, tieWithin },
    prompts: prompts.length,
    unreadable: unreadable.length,
  })
  if (flags.json) print(JSON.stringify(report))
  else print(comparisonMarkdown(report).trimEnd())
  if (flags.out !== undefined) writeFiles(flags.out, data, report)
  const messages = [...failures, ...unreadable.map(({ message }) => message)]
  printFailures(messages.map((message) => `missing: ${message}`))
  if (data.partial || messages.length > 0) process.exitCode = EXIT.found
}

function writeFiles(folder: string, { rows }: ComparisonData, report: ComparisonReport): void {
  const plots = comparisonPlots(report, rows)
  const files = [{ file: 'rows.jsonl', text: jsonLines(rows) }]
  writeReport(folder, { report, markdown: comparisonMarkdown(report, plots), plots, files })
}

async function openAnswerSource(flags: Flags, side: 'a' | 'b'): Promise<AnswerSource> {
  const [model, baseUrls, keyEnv, answers] =
    side === 'a'
      ? [flags.modelA, flags.baseUrlA, flags.apiKeyEnvA, flags.answersA]
      : [flags.modelB, flags.baseUrlB, flags.apiKeyEnvB, flags.answersB]
  if (answers !== undefined && baseUrls === undefined) {
    return storedModel(model ?? answers, await readAnswers(answers))
  }
  if (answers !== undefined || model === undefined || baseUrls === undefined) {
    throw new CommandError(
      `model ${side} needs a server or stored answers, one of them`,
      `Give --model-${side} NAME --base-url-${side} URL, or --answers-${side} FILE.`,
    )
  }
  const { temperature, maxTokens, topP, modelTimeout: deadlineMs = DEADLINE_MS, seed } = flags
  const sampling = { temperature, maxTokens, extraBody: { top_p: topP } }
  return orCommandError(() =>
    askedModel({ baseUrls, model, deadlineMs, ...sampling, ...apiKeyOption(keyEnv) }, seed),
  )
}

/** @throws CommandError if the variable is not set, because every call would fail */
function apiKeyOption(name: string | undefined): Pick<ChatClientOptions, 'apiKeyEnv'> {
  if (name === undefined) return {}
  if (process.env[name] !== undefined) return { apiKeyEnv: name }
  throw new CommandError(`the environment variable ${name} is not set`, 'Set it to the API key.')
}

function orCommandError<Result>(make: () => Result): Result {
  try {
    return make()
  } catch (error) {
    throw error instanceof ChatError ? new CommandError(error.message) : error
  }
}
