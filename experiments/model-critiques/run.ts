import { parseArgs } from 'node:util'
import { type ChatClient, createChatClient } from '../../src/effects/chat-client.ts'
import { OptionError, parseCount } from '../options.ts'
import {
  createStage,
  type FailedTry,
  findFailedTries,
  playSecondTries,
  SECOND_TRIES,
  type Stage,
} from './attempts.ts'
import { MODEL_WRITERS, type Written, writeCritique } from './critics.ts'
import { judge } from './judge.ts'
import {
  appendRecord,
  type CritiqueRecord,
  type MeasuredWriter,
  readRecords,
  recordKey,
} from './records.ts'
import { reportMarkdown } from './report.ts'

const USAGE = `Compares critiques that a served model writes with those of the rules.

  npx tsx experiments/model-critiques/run.ts --model NAME --base-url http://HOST:PORT/v1 \\
    [--api-key-env VARIABLE] [--tasks 200] [--failures 30] [--seed 1] [--max-tokens 200] \\
    [--out var/model-critiques.jsonl]
  npx tsx experiments/model-critiques/run.ts --report FILE

--tasks are played, and the first --failures of their failed tries are criticized. A stopped run
goes on where it was. Without --model, only the writers that are no model are measured.`

const OUT = 'var/model-critiques.jsonl'
const DEADLINE_MS = 1_800_000

const { values } = parseArgs({
  options: {
    model: { type: 'string' },
    'base-url': { type: 'string' },
    'api-key-env': { type: 'string' },
    tasks: { type: 'string' },
    failures: { type: 'string' },
    seed: { type: 'string' },
    'max-tokens': { type: 'string' },
    out: { type: 'string' },
    report: { type: 'string' },
    help: { type: 'boolean' },
  },
})

/** The model that writes, and the server that it is on. */
interface Critic {
  readonly client: ChatClient
  readonly model: string
  readonly maxTokens: number
}

function criticOf(): Critic | undefined {
  const { model, 'base-url': baseUrl, 'api-key-env': apiKeyEnv } = values
  if (model === undefined && baseUrl === undefined) return undefined
  if (model === undefined || baseUrl === undefined) {
    throw new OptionError('Give both --model and --base-url.')
  }
  const maxTokens = parseCount('max-tokens', values['max-tokens'], 200)
  const client = createChatClient({
    ...{ baseUrls: [baseUrl], model, maxTokens, deadlineMs: DEADLINE_MS },
    ...(apiKeyEnv === undefined ? {} : { apiKeyEnv }),
  })
  return { client, model, maxTokens }
}

async function main(): Promise<void> {
  if (values.help === true) return console.log(USAGE)
  if (values.report !== undefined) return console.log(reportMarkdown(readRecords(values.report)))
  const critic = criticOf()
  const seed = parseCount('seed', values.seed, 1)
  const stage = await createStage(seed)
  const tasks = parseCount('tasks', values.tasks, 200)
  const failures = await findFailedTries(stage, tasks)
  const judged = failures.slice(0, parseCount('failures', values.failures, 30))
  console.error(`${failures.length} of ${tasks} first tries failed for missing details`)
  const out = values.out ?? OUT
  const storedKeys = new Set(readRecords(out).map(recordKey))
  for (const [at, failed] of judged.entries()) {
    for (const planned of plannedRecords(failed, seed, critic)) {
      if (storedKeys.has(recordKey(planned))) continue
      appendRecord(out, await measure(stage, failed, planned, critic))
    }
    console.error(`${at + 1} of ${judged.length} failures`)
  }
  console.log(reportMarkdown(readRecords(out)))
}

interface Planned extends Pick<CritiqueRecord, 'seed' | 'index' | 'model' | 'max_tokens'> {
  readonly writer: MeasuredWriter
}

function plannedRecords({ index }: FailedTry, seed: number, critic: Critic | undefined): Planned[] {
  const plain: readonly MeasuredWriter[] = ['nobody', 'outcome', 'rule']
  return [
    ...plain.map((writer) => ({ seed, index, writer, model: null, max_tokens: null })),
    ...(critic === undefined ? [] : MODEL_WRITERS).map((writer) => {
      const { model = '', maxTokens = 0 } = critic ?? {}
      return { seed, index, writer, model, max_tokens: maxTokens }
    }),
  ]
}

const UNWRITTEN: Omit<Written, 'text'> = {
  ...{ passes_checks: null, prompt_tokens: null, completion_tokens: null },
}

async function measure(
  stage: Stage,
  failed: FailedTry,
  planned: Planned,
  critic: Critic | undefined,
): Promise<CritiqueRecord> {
  const { writer } = planned
  const record = (successes: number, { text, ...rest }: Written, isJudged: boolean) => ({
    ...{ ...planned, text, ...rest, judgement: isJudged ? judge(text, failed) : null },
    ...{ second_tries: SECOND_TRIES, successes },
  })
  if (writer === 'nobody') {
    const successes = await playSecondTries(stage, failed, undefined)
    return record(successes, { text: '', ...UNWRITTEN }, false)
  }
  if (writer === 'outcome') {
    const account = (attempt: FailedTry['attempt']) => ({ ...attempt, did: '', critique: '' })
    const successes = await playSecondTries(stage, failed, account)
    return record(successes, { text: '', ...UNWRITTEN }, false)
  }
  const written =
    writer === 'rule' || critic === undefined
      ? { text: failed.attempt.critique, ...UNWRITTEN }
      : await writeCritique(critic.client, writer, failed)
  // Without the list of actions, which would name the fields of the form in every account.
  const successes = await playSecondTries(stage, failed, (attempt) => {
    return { ...attempt, did: '', critique: written.text }
  })
  return record(successes, written, true)
}

await main().catch((error) => {
  if (!(error instanceof OptionError)) throw error
  console.error(error.message)
  process.exitCode = 2
})
