import { Command } from 'commander'
import { policyNames } from '../policies/index.ts'
import { environments } from './environments.ts'
import { compareCommand } from './evaluate/compare.ts'
import { curvesCommand } from './evaluate/curves.ts'
import { type EvaluateFlags, runEvaluate } from './evaluate/run.ts'
import { addServeOptions } from './evaluate/serve.ts'
import { addReachOptions, helpEnd, repeated, wholeNumber } from './options.ts'
import { addModelOptions } from './rollout/model-options.ts'
import { parseRunLabel } from './run-label.ts'
import { SETTINGS_HELP } from './settings-flag.ts'

const EXAMPLES = [
  'evaluate --env phone-call-v2 --policy habit --split val --split test',
  'evaluate --env phone-call-v2 --policy habit+memory --critiques 4 --out ./report',
  'evaluate --env phone-call-v2 --policy random --settings presets/phone-curriculum.json --json',
  'evaluate --env mock-v1 --policy openai --model qwen3 --base-url http://127.0.0.1:8001/v1',
  'evaluate --env phone-call-v2 --policy openai --serve var/runs/first/model --rollouts 8',
]

/** The command `evaluate`. */
export function evaluateCommand(): Command {
  const command = new Command('evaluate')
    .description(
      'Measure a policy on tasks: success by split and level with 95 % intervals, under ' +
        'the clean prompt and with critiques. Failures of the model server or connection are ' +
        'counted separately and never scored. Ctrl-C reports the rollouts played so far.',
    )
    .enablePositionalOptions()
  addTaskOptions(command)
  addServeOptions(addModelOptions(command))
    .option('--out <folder>', 'write report.md, report.json, plots and every rollout there')
    .option('--json', 'print one JSON object instead of Markdown')
    .addHelpText('after', helpEnd(EXAMPLES, 'not everything could be played'))
    .addCommand(compareCommand())
    .addCommand(curvesCommand())
    .action((flags: Partial<EvaluateFlags>) => runEvaluate(checkFlags(command, flags)))
  return command
}

function addTaskOptions(command: Command): void {
  const names = policyNames(environments()).join(', ')
  addReachOptions(command)
    .option('--env <id>', 'environment, such as phone-call-v2 (required)')
    .option('--policy <name>', `one of ${names}, openai, checkpoint:PATH (required)`)
    .option('--settings <json>', SETTINGS_HELP)
    .option(
      '--split <name>',
      'split of its tasks; may be repeated (default: val)',
      repeated(String),
    )
    .option(
      '--level <n>',
      'only tasks of this level; may be repeated',
      repeated(wholeNumber(1, 1_000)),
    )
    .option('--tasks <n>', 'tasks of each split, from the first', wholeNumber(1, 1_000_000), 100)
    .option('--rollouts <n>', 'rollouts per task under the clean prompt', wholeNumber(1, 1_024), 1)
    .option(
      '--critiques <n>',
      'further attempts after a failed first try, each shown the critiques before it',
      wholeNumber(0, 64),
      0,
    )
    .option('--concurrency <n>', 'rollouts at a time', wholeNumber(1, 4_096), 32)
    .option('--seed <n>', 'seed of the policy and of the bootstrap', wholeNumber(0), 0)
    .option('--run <label>', 'label of the episodes', parseRunLabel)
}

/** Checks flags that this command needs but its subcommands do not. */
function checkFlags(command: Command, flags: Partial<EvaluateFlags>): EvaluateFlags {
  for (const name of ['env', 'policy'] as const) {
    if (flags[name] === undefined) command.error(`error: required option '--${name}' not specified`)
  }
  return flags as EvaluateFlags
}
