import { Command, Option } from 'commander'
import { type PaperLog, toPaperLines } from '../datasets/math/paper-export.ts'
import { readPaperFile } from '../datasets/math/paper-file.ts'
import { type ArgumentsForm, type SftCounts, sftRecords } from '../datasets/math/sft-records.ts'
import { writeRows } from '../datasets/rows/write.ts'
import { openJsonl } from '../datasets/rows/write-jsonl.ts'
import type { OpenedPayload, SteppedPayload } from '../env/log.ts'
import { mathFeedbackEnvironment } from '../env/math-feedback/index.ts'
import { CommandError } from './errors.ts'
import { type SourceFlags, withLogs } from './logs/open.ts'
import type { LogSource } from './logs/source.ts'
import { addSourceOptions, count, DEFAULT_DB, helpEnd, print } from './options.ts'
import { refuseInput } from './same-path.ts'

interface SftFlags {
  readonly arguments: ArgumentsForm
  readonly out: string
  readonly skipBad?: true
  readonly json?: true
}

interface AttemptFlags extends SourceFlags {
  readonly out: string
  readonly split?: string
  readonly run?: string
}

const SFT_EXAMPLES = [
  'convert feedback-sft attempts.jsonl --out sft.jsonl',
  'convert feedback-sft attempts.jsonl --arguments text --out sft.parquet',
]
const ATTEMPT_EXAMPLES = [
  'convert feedback-attempts --db ./var/backchannel.db --out attempts.jsonl',
  'convert feedback-attempts --file logs.jsonl --run first --out attempts.jsonl',
]

/** The command `convert`: turns records of attempts into other forms. */
export function convertCommand(): Command {
  const command = new Command('convert')
    .description('Convert records of attempts to other formats.')
    .addHelpText(
      'after',
      helpEnd([...SFT_EXAMPLES.slice(0, 1), ...ATTEMPT_EXAMPLES.slice(0, 1)], ''),
    )
  const form = new Option(
    '--arguments <form>',
    'arguments of calls: an object, or its JSON as text',
  )
  command
    .command('feedback-sft')
    .description(
      'Turn a log of attempts, one line per problem and iteration, into conversations that call ' +
        'get_feedback: of problems solved at once, or after one or two rounds of feedback.',
    )
    .argument('<file>', 'log of attempts, JSON lines or Parquet')
    .requiredOption('--out <file>', 'where to write: .jsonl or .parquet')
    .addOption(form.choices(['object', 'text']).default('object'))
    .option('--skip-bad', 'leave out lines that cannot be read, instead of refusing the file')
    .option('--json', 'print the counts as JSON')
    .addHelpText('after', helpEnd(SFT_EXAMPLES, ''))
    .action(convertSft)
  const attempts = command
    .command('feedback-attempts')
    .description(
      `Write the attempts in episodes of ${mathFeedbackEnvironment.id} as a log of attempts, ` +
        'one line each, right answers included.',
    )
    .requiredOption('--out <file>', 'where to write JSON lines')
  addSourceOptions(attempts, 'server that has the episodes; needs the token of an admin')
    .option('--split <name>', 'only episodes on tasks of this split')
    .option('--run <label>', 'only episodes with this run label')
    .addHelpText('after', helpEnd(ATTEMPT_EXAMPLES, ''))
    .action(writeAttempts)
  return command
}

async function convertSft(file: string, flags: SftFlags): Promise<void> {
  refuseInput(flags.out, [file])
  const { lines, skipped, complaints } = await readPaperFile(file, flags.skipBad ?? false)
  for (const complaint of complaints) process.stderr.write(`note: ${complaint}\n`)
  if (skipped > 0) process.stderr.write(`note: left out ${count(skipped, 'bad line')}\n`)
  const { records, counts } = sftRecords(lines, flags.arguments)
  if (records.length === 0) {
    throw new CommandError(
      `${file} contains no solved problem`,
      `${countsText(counts)} Give a log with right answers.`,
    )
  }
  await writeRows(flags.out, records)
  if (flags.json === true) print(JSON.stringify({ conversations: records.length, ...counts }))
  else
    print(`Wrote ${count(records.length, 'conversation')} to ${flags.out}.\n${countsText(counts)}`)
}

const countsText = (counts: SftCounts): string =>
  `${count(counts.problems, 'problem')}: ${counts.correct_at_first} correct at first, ` +
  `${counts.corrected_after_one} corrected after one, ` +
  `${counts.corrected_after_two} corrected after two; left out: ` +
  `${counts.never_right} never right, ${counts.incomplete} incomplete.`

async function writeAttempts(flags: AttemptFlags): Promise<void> {
  const { out, split, run, ...source } = flags
  refuseInput(out, [source.db ?? DEFAULT_DB, source.file])
  const conditions = {
    env: mathFeedbackEnvironment.id,
    ...(split === undefined ? {} : { split }),
    ...(run === undefined ? {} : { run }),
  }
  const counts = await withLogs(source, async (logs) => {
    const writer = await openJsonl(out)
    try {
      let episodes = 0
      let lines = 0
      for await (const { id } of logs.episodes(conditions)) {
        episodes += 1
        for (const line of toPaperLines(await readLog(logs, id))) {
          lines += 1
          await writer.write(line)
        }
      }
      await writer.close()
      return { episodes, lines }
    } catch (error) {
      await writer.abandon()
      throw error
    }
  })
  print(
    `Wrote ${count(counts.lines, 'attempt')} of ${count(counts.episodes, 'episode')} to ${out}.`,
  )
}

async function readLog(logs: LogSource, id: string): Promise<PaperLog> {
  const [opening, ...others] = await logs.rows(id)
  const steps = others.filter(({ kind }) => kind === 'stepped')
  return {
    id,
    opened: JSON.parse(opening?.payload ?? '{}') as OpenedPayload,
    steps: steps.map(({ payload }) => JSON.parse(payload) as SteppedPayload),
  }
}
