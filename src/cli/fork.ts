import { Command } from 'commander'
import { openStore } from '../store/open.ts'
import { CommandError } from './errors.ts'
import { withServer } from './local-server.ts'
import {
  addServerOptions,
  DEFAULT_DB,
  helpEnd,
  print,
  type ServerFlags,
  wholeNumber,
} from './options.ts'

interface Flags extends ServerFlags {
  readonly at: number
  readonly seed?: number
  readonly db?: string
  readonly data?: string
  readonly json?: true
}

/** The command `fork`. */
export function forkCommand(): Command {
  const command = new Command('fork')
    .description('Open an episode that begins with the first steps of another, and print its id.')
    .argument('<episode>', 'id of the episode to fork')
    .requiredOption('--at <step>', 'keep this many steps; 0 keeps only the opening', wholeNumber(0))
    .option('--seed <n>', 'seed of the steps after the fork', wholeNumber(0))
  return addServerOptions(command, 'server that has the episode')
    .option('--db <path>', 'file of the event store instead (default: ./var/backchannel.db)')
    .option('--data <folder>', 'with --db: folder of data sets')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      helpEnd(
        ['fork ep_0f… --at 3', 'fork ep_0f… --at 3 --seed 7 --url http://127.0.0.1:8000'],
        '',
      ),
    )
    .action(run)
}

async function run(episodeId: string, flags: Flags): Promise<void> {
  const { at, seed, url, db = DEFAULT_DB } = flags
  if (url !== undefined && flags.db !== undefined) {
    throw new CommandError('--db and --url name different sources', 'Give one of them.')
  }
  // Opening a missing store here must not create it.
  if (url === undefined) await (await openStore({ path: db, create: false })).close()
  await withServer({ ...flags, db }, async ({ client }) => {
    const parent = await client.resume(episodeId)
    const fork = await parent.fork(at, seed === undefined ? {} : { seed })
    if (flags.json) {
      const { id, nextSeq: next_seq, resumeKey: resume_key } = fork
      print(
        JSON.stringify({ episode_id: id, parent: episodeId, position: at, next_seq, resume_key }),
      )
    } else {
      print(fork.id)
    }
  })
}
