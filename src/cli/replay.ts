import { Command, InvalidArgumentError } from 'commander'
import { CommandError, EXIT } from './errors.ts'
import { type SourceFlags, withLogs } from './logs/open.ts'
import type { LogSource } from './logs/source.ts'
import { rowText } from './logs/transcript.ts'
import { addSourceOptions, helpEnd, parseDuration, print, printText } from './options.ts'
import { type Pace, waiter } from './replay/pace.ts'
import { isDefect, reportText, verifyAll } from './replay/verify-all.ts'

interface Flags extends SourceFlags {
  readonly all?: true
  readonly verify?: true
  readonly execute?: true
  readonly config?: string
  readonly pace?: Pace
  readonly json?: true
}

/** The command `replay`. */
export function replayCommand(): Command {
  const command = new Command('replay')
    .description(
      'Show a recorded episode step by step, or verify that episodes replay as recorded: ' +
        'the chain of hashes, then every row, byte for byte.',
    )
    .argument('[episode]', 'id of an episode')
  return addSourceOptions(command, 'server that has the episodes')
    .option('--all', 'verify every episode')
    .option('--verify', 'replay the episode and compare, instead of showing it')
    .option('--execute', 'verify, and play Python environments again as well')
    .option('--config <file>', 'with --execute: settings that name the Python environments')
    .option('--pace <pace>', 'wait between steps: a duration such as 500ms, or key', parsePace)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      helpEnd(
        [
          'replay ep_0f… --db ./var/backchannel.db --pace key',
          'replay ep_0f… --verify',
          'replay --all --db ./var/backchannel.db',
          'replay --all --file logs.jsonl --json',
          'replay --all --execute --config backchannel.config.yaml',
        ],
        'an episode does not play as recorded',
      ),
    )
    .action(run)
}

const parsePace = (text: string): Pace => {
  if (text === 'key') return 'key'
  try {
    return parseDuration(text)
  } catch {
    throw new InvalidArgumentError('Write a duration such as 500ms or 2s, or the word key.')
  }
}

async function run(episode: string | undefined, flags: Flags): Promise<void> {
  if (episode !== undefined && flags.all) {
    throw new CommandError(
      `--all and episode ${episode} contradict each other`,
      'Give one of them.',
    )
  }
  if (flags.execute && flags.url !== undefined) {
    const remedy = 'Use --db or --file where the worlds are.'
    throw new CommandError('a server cannot replay worlds for --execute', remedy)
  }
  await withLogs(flags, async (source) => {
    if (episode === undefined && flags.all) await checkAll(source, flags)
    else if (flags.verify || flags.execute)
      await checkOne(source, episode ?? (await onlyEpisode(source)), flags)
    else await show(source, episode ?? (await onlyEpisode(source)), flags)
  })
}

/** The id of the only episode of a source. */
async function onlyEpisode(source: LogSource): Promise<string> {
  const first = source.episodes({})[Symbol.asyncIterator]()
  const only = await first.next()
  if (only.done) throw new CommandError(`there is no episode in ${source.name}`)
  if ((await first.next()).done) return only.value.id
  const remedy = 'Give the id of one, or --all to verify them all.'
  throw new CommandError(`there are several episodes in ${source.name}`, remedy)
}

async function checkAll(source: LogSource, flags: Flags): Promise<void> {
  const { text, summary, defects } = await verifyAll(source)
  if (flags.json) print(JSON.stringify(summary))
  else printText(text)
  if (defects > 0) process.exitCode = EXIT.found
}

async function checkOne(source: LogSource, episode: string, flags: Flags): Promise<void> {
  const report = await source.verify(episode)
  if (flags.json) print(JSON.stringify(report))
  else printText(reportText(report))
  if (isDefect(report)) process.exitCode = EXIT.found
}

async function show(source: LogSource, episode: string, flags: Flags): Promise<void> {
  const rows = await source.shownRows(episode)
  if (flags.json) {
    const parsedRows = rows.map((row) => ({ ...row, payload: JSON.parse(row.payload) as unknown }))
    print(JSON.stringify(parsedRows))
    return
  }
  const wait = waiter(flags.pace)
  try {
    for (const [at, row] of rows.entries()) {
      if (at > 0) await wait.next()
      printText(rowText(row))
    }
  } finally {
    wait.end()
  }
}
