import { Command, Option } from 'commander'
import { CALL_FORMS } from '../datasets/training/call-form.ts'
import { ROW_UNITS } from '../datasets/training/sft-rows.ts'
import { PROMPT_KINDS } from '../datasets/training/task-rows.ts'
import { CONDITIONS } from '../env/group.ts'
import { THOUGHT_POLICIES } from '../env/thoughts.ts'
import {
  checkFlags,
  EXPORT_FORMATS,
  type ExportFlags,
  parseLevels,
  parseSuccess,
} from './export-flags.ts'
import type { LogFlags } from './export-logs.ts'
import { addSourceOptions, helpEnd, number, wholeNumber } from './options.ts'
import { onOrOff } from './rollout/model-options.ts'

const EXAMPLES = [
  'export --out logs.jsonl',
  'export --env phone-call-v2 --success true --run first --out won.jsonl',
  'export --format episodes --out episodes.parquet',
  'export --format calls --run first --out calls.jsonl',
  'export --url http://127.0.0.1:8000 --out - | gzip > logs.jsonl.gz',
  'export --format rl --env phone-call-v2 --split stream --count 20000 --out train.parquet',
  'export --format rl --env phone-call-v2 --split val --validation --out val.parquet',
  'export --format sft --file won.jsonl --holdout 0.05 --holdout-output validation.jsonl ' +
    '--out sft.jsonl',
  'export --format preference --min-gap 0.3 --out pairs.jsonl',
  'export --format preference --chat ultrafeedback.parquet --out pairs.jsonl',
]

/** The command `export`. */
export function exportCommand(): Command {
  const command = new Command('export')
    .description(
      'Export episodes or tasks. logs: whole episodes, which "replay --file" reads. episodes, ' +
        'steps: tables for DuckDB or pandas. calls: model calls of agent programs. rl, sft, ' +
        'preference, prompts: rows for training. Logs and calls are JSON lines; tables and rows ' +
        'are JSON lines or Parquet, with a manifest.',
    )
    .addOption(
      new Option('--format <format>', 'rl, prompts: from tasks; the others: from episodes')
        .choices(EXPORT_FORMATS)
        .default('logs'),
    )
    .requiredOption('--out <file>', 'where to write: .jsonl or .parquet; - for logs only')
  addSources(command)
  addFilters(command)
  addForms(command)
  return command
    .option(
      '--holdout <share>',
      'share of the tasks whose rows go to --holdout-output',
      number(0, 1),
    )
    .option('--holdout-output <file>', 'file for held-out rows; with rl they are for validation')
    .option('--keep-duplicates', 'write equal rows more than once')
    .addHelpText('after', helpEnd(EXAMPLES, ''))
    .action(run)
}

function addSources(command: Command): void {
  addSourceOptions(command, 'server that has the episodes; needs the token of an admin')
    .option('--data <folder>', 'rl, prompts: data sets (default: those of the program)')
    .option('--config <file>', 'rl, sft, preference, prompts: settings that name environments')
    .option('--chat <file>', 'sft, preference, prompts: a local copy of a general chat set')
    .option('--skip-bad', 'with --chat: leave out unreadable rows')
}

function addFilters(command: Command): void {
  const condition = new Option('--condition <name>', 'only episodes opened under this condition')
  command
    .option('--env <id>', 'only this environment; rl and prompts need it')
    .option('--split <name>', 'only tasks of this split (default with rl, prompts: train)')
    .option('--run <label>', 'only episodes with this run label')
    .option('--success <boolean>', 'true, false or any (default with sft: true)', parseSuccess)
    .option('--reward-min <points>', 'only episodes with at least this reward', number(-1e6, 1e6))
    .option('--reward-max <points>', 'only episodes with at most this reward', number(-1e6, 1e6))
    .option('--difficulty <levels>', 'only tasks of a level such as 2 or 1-3', parseLevels)
    .addOption(condition.choices(CONDITIONS))
    .option('--from <index>', 'rl, prompts: the first task', wholeNumber(0))
    .option('--count <number>', 'maximum number of rows; rl, prompts: of tasks', wholeNumber(1))
}

function addForms(command: Command): void {
  const form =
    'tool calls: arguments as objects, as JSON text, or calls within the content, as the ' +
    'templates of Qwen write them (default: object; hermes for Parquet)'
  const unit = new Option('--rows <unit>', 'sft: a row per conversation, or per trained turn')
  const prompt = new Option('--prompt <kind>', 'prompts: the task’s reference, or its opening')
  command
    .addOption(new Option('--arguments <form>', form).choices(CALL_FORMS))
    .addOption(unit.choices(ROW_UNITS))
    .option('--mask-failed-turns', 'sft: keep failed turns as context that is not learned')
    .option('--keep-attempts', 'keep earlier attempts in guided openings')
    .option('--drop-thoughts', 'leave out thoughts: the text before </think>')
    .addOption(
      new Option(
        '--thoughts <policy>',
        'sft: thoughts of earlier turns, as in a run of training',
      ).choices([...THOUGHT_POLICIES]),
    )
    .option('--thinking <mode>', 'sft, preference: the mode that rows request: on, off', onOrOff)
    .option(
      '--min-gap <points>',
      'preference: smallest reward difference (default: 0.1)',
      number(0, 1e6),
    )
    .option('--settings <json>', 'rl, prompts: settings of the episodes')
    .option('--validation', 'rl: rows for validation, clean and guided')
    .option('--agent-name <name>', 'rl: the agent loop’s name (default: backchannel)')
    .addOption(prompt.choices(PROMPT_KINDS))
}

async function run(flags: ExportFlags, command: Command): Promise<void> {
  checkFlags(command, flags)
  const { format, chat } = flags
  if (format === 'logs' || format === 'calls') {
    const { success, ...others } = flags
    const logFlags: LogFlags = typeof success === 'boolean' ? { ...others, success } : others
    if (format === 'calls') return (await import('./export-calls.ts')).exportCalls(logFlags)
    return (await import('./export-logs.ts')).exportLogs(logFlags)
  }
  // Loaded on demand, because most runs need only one of them.
  if (format === 'episodes' || format === 'steps') {
    return (await import('./export-tables.ts')).exportTable({ ...flags, format })
  }
  if (chat !== undefined && format !== 'rl') {
    return (await import('./export-chat.ts')).exportChat({ ...flags, chat, format })
  }
  switch (format) {
    case 'sft':
      return (await import('./export-episodes.ts')).exportSft(flags)
    case 'preference':
      return (await import('./export-episodes.ts')).exportPreference(flags)
    case 'rl':
      return (await import('./export-tasks.ts')).exportRl(flags)
    case 'prompts':
      return (await import('./export-tasks.ts')).exportPrompts(flags)
  }
}
