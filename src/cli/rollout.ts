import { Command } from 'commander'
import { policyNames } from '../policies/index.ts'
import { HiddenFacts } from '../train-bridge/rollouts/hidden.ts'
import { environments, findEnvironment } from './environments.ts'
import { CommandError, EXIT } from './errors.ts'
import { REPORTS_EARLY, untilInterrupted } from './interrupt.ts'
import { type ReachFlags, reportUnrecorded, withServer } from './local-server.ts'
import { addReachOptions, helpEnd, print, printFailures, wholeNumber } from './options.ts'
import { chooseIndices, type IndexRange, parseRange } from './rollout/choose.ts'
import { addModelOptions } from './rollout/model-options.ts'
import { createPolicy, type PolicyFlags } from './rollout/policy-of.ts'
import { runRollouts } from './rollout/run.ts'
import { summarise, summaryText } from './rollout/summary.ts'
import { parseRunLabel } from './run-label.ts'
import { parsedSettings, SETTINGS_HELP } from './settings-flag.ts'

interface Flags extends ReachFlags, PolicyFlags {
  readonly env: string
  readonly split: string
  readonly count?: number
  readonly indices?: IndexRange
  readonly concurrency: number
  readonly seed: number
  readonly run?: string
  readonly settings?: string
  readonly json?: true
}

/** The command `rollout`. */
export function rolloutCommand(): Command {
  const command = new Command('rollout').description(
    'Play episodes with a policy, and summarise the results. Failures of the model server or the ' +
      'connection are counted separately and never scored.',
  )
  addReachOptions(command)
    .option('--db <path>', 'without --url: event store for the episodes')
    .requiredOption('--env <id>', 'environment, such as phone-call-v2')
    .option('--split <name>', 'split of its tasks', 'val')
    .requiredOption('--policy <name>', `one of ${policyNames(environments()).join(', ')}, openai`)
    .option('--count <n>', 'number of tasks, from the first (default: 100, or all)', wholeNumber(1))
    .option(
      '--indices <a-b>',
      'task indices instead of --count, such as 7 or 0-99 (inclusive)',
      parseRange,
    )
    .option(
      '--concurrency <n>',
      'rollouts at a time; with 1, policies that learn are repeatable',
      wholeNumber(1, 4_096),
      32,
    )
    .option('--seed <n>', 'seed of the policy', wholeNumber(0), 0)
    .option('--run <label>', 'label of the episodes', parseRunLabel)
    .option('--settings <json>', SETTINGS_HELP)
  return addModelOptions(command)
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      helpEnd(
        [
          'rollout --env phone-call-v2 --policy oracle --count 50',
          'rollout --env phone-call-v2 --split test --policy habit --json',
          'rollout --env q-code-v1 --split train --policy oracle --db var/backchannel.db',
          'rollout --env phone-call-v2 --policy habit --url http://127.0.0.1:8000 --run first',
          'rollout --env mock-v1 --policy openai --model qwen3 --base-url http://127.0.0.1:8001/v1',
        ],
        'some rollouts could not be played',
      ),
    )
    .action(run)
}

async function run(flags: Flags): Promise<void> {
  const { env, split, seed, concurrency, count, indices: range } = flags
  if (count !== undefined && range !== undefined) {
    throw new CommandError('--count and --indices contradict each other', 'Give one of them.')
  }
  const policy = createPolicy(flags)
  const settings = parsedSettings(flags.settings)
  const labels = flags.run === undefined ? {} : { run: flags.run }
  const { taskCount, ...results } = await untilInterrupted(REPORTS_EARLY, (signal) =>
    withServer(flags, async ({ client, resources }) => {
      const description = await client.describe(env)
      const indices = chooseIndices(description, split, { count, indices: range })
      const hidden = new HiddenFacts(resources, env)
      const environment = findEnvironment(env)
      const base = { client, policy, env, settings, split, seed, labels, hidden, environment }
      const rollouts = await runRollouts({ ...base, signal }, indices, concurrency)
      return { ...rollouts, taskCount: indices.length }
    }),
  )
  const { records, failures, metrics } = results
  const summary = summarise(records, failures, metrics)
  if (flags.json) print(JSON.stringify({ policy: policy.name, env, split, ...summary }))
  else print(summaryText(summary))
  reportUnrecorded(flags)
  printFailures(failures.map(({ index, message }) => `task ${index} was not played: ${message}`))
  const stopped = taskCount - records.length - failures.length
  if (stopped > 0) process.stderr.write(`stopped: ${stopped} of ${taskCount} were not played\n`)
  if (failures.length > 0 || stopped > 0) process.exitCode = EXIT.found
}
