import { createInterface } from 'node:readline'
import { Command } from 'commander'
import type { Episode } from '../client/episode.ts'
import { openStore } from '../store/open.ts'
import { CommandError } from './errors.ts'
import { type Reach, type ReachFlags, reportUnrecorded, withServer } from './local-server.ts'
import { addReachOptions, helpEnd, print, wholeNumber } from './options.ts'
import { Game } from './play/game.ts'
import { wrapText } from './play/wrap.ts'
import { parsedSettings, SETTINGS_HELP } from './settings-flag.ts'
import { terminalText } from './terminal-text.ts'

interface Flags extends ReachFlags {
  readonly env?: string
  readonly split?: string
  readonly index?: number
  readonly task?: string
  readonly episode?: string
  readonly seed?: number
  readonly settings?: string
}

/** The command `play`. */
export function playCommand(): Command {
  const command = new Command('play')
    .description('Play an episode yourself, line by line; also from a file or a pipe.')
    .option('--env <id>', 'environment, such as phone-call-v2')
    .option('--split <name>', 'split of the task (default: "val")')
    .option('--index <n>', 'number of the task within the split (default: 0)', wholeNumber(0))
    .option('--task <id>', 'id of the task, instead of split and index')
    .option('--seed <n>', 'seed of the episode, if the environment uses one', wholeNumber(0))
    .option('--settings <json>', SETTINGS_HELP)
    .option('--episode <id>', 'continue this open episode instead')
  return addReachOptions(command)
    .option('--db <path>', 'without --url: keep the episode in this event store')
    .addHelpText(
      'after',
      helpEnd(
        [
          'play --env phone-call-v2',
          'play --env phone-call-v2 --split train --index 7 --db ./var/backchannel.db',
          'play --env mock-v1 < lines.txt',
        ],
        '',
      ),
    )
    .action(run)
}

async function run(flags: Flags): Promise<void> {
  await checkFlags(flags)
  await withServer(flags, async (reach) => {
    const episode = await openEpisode(reach, flags)
    const { takes_answers: takesAnswers } = await reach.client.describe(episode.env)
    const say = (text: string): void => print(wrapText(terminalText(text), process.stdout.columns))
    const game = new Game(episode, say, takesAnswers && isTerminal())
    game.begin()
    await playLines(game)
    if (!game.episode.over) {
      const { end_reason: reason, reward } = await game.episode.close()
      print(`Left: ${reason}, score ${reward}.`)
    }
  })
  reportUnrecorded(flags)
}

/** Refuses flags that would have no effect, and a store that this command would have to create. */
async function checkFlags(flags: Flags): Promise<void> {
  const { url, db, data, episode, env, split, index, task, seed, settings } = flags
  const local = firstGiven({ '--db': db, '--data': data })
  if (url !== undefined && local !== undefined) {
    throw new CommandError(`${local} has no effect with --url`, 'Give one of them.')
  }
  const numbered = firstGiven({ '--split': split, '--index': index })
  if (task !== undefined && numbered !== undefined) {
    throw new CommandError(`${numbered} has no effect with --task`, 'Give one of them.')
  }
  if (episode === undefined) return
  const chosen = firstGiven({
    '--env': env,
    '--split': split,
    '--index': index,
    '--task': task,
    '--seed': seed,
    '--settings': settings,
  })
  if (chosen !== undefined) {
    throw new CommandError(`${chosen} has no effect with --episode`, 'Give one of them.')
  }
  if (url === undefined && db === undefined) {
    throw new CommandError('it is not said where that episode is', 'Give --db or --url.')
  }
  if (db !== undefined) await (await openStore({ path: db, create: false })).close()
}

const firstGiven = (flags: Readonly<Record<string, unknown>>): string | undefined =>
  Object.keys(flags).find((name) => flags[name] !== undefined)

async function openEpisode({ client }: Reach, flags: Flags): Promise<Episode> {
  const { env, split = 'val', index = 0, task, seed, episode } = flags
  if (episode !== undefined) {
    const resumed = await client.resume(episode)
    if (resumed.over) throw new CommandError(`episode ${episode} is over`, 'Use "fork" to go on.')
    return resumed
  }
  if (env === undefined) {
    const envNames = (await client.environments()).map((summary) => summary.env).join(', ')
    throw new CommandError('no environment is named', `Give --env, one of: ${envNames}.`)
  }
  const taskChoice = task === undefined ? { split, index } : { task }
  const settings = parsedSettings(flags.settings)
  return client.open({ env, ...taskChoice, settings, ...(seed === undefined ? {} : { seed }) })
}

const isTerminal = (): boolean => process.stdin.isTTY === true

async function playLines(game: Game): Promise<void> {
  const lines = createInterface({
    input: process.stdin,
    ...(isTerminal() ? { output: process.stdout, prompt: '> ' } : {}),
  })
  // On a terminal, readline takes Ctrl-C as a pause, which would never end.
  lines.on('SIGINT', () => lines.close())
  try {
    lines.prompt()
    for await (const line of lines) {
      if (!isTerminal()) print(`> ${line}`)
      if (!(await game.play(line))) return
      lines.prompt()
    }
  } finally {
    lines.close()
  }
}
