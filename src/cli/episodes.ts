import { Command, InvalidArgumentError } from 'commander'
import { otherRevision } from '../env/revision.ts'
import { findEnvironment } from './environments.ts'
import { type SourceFlags, withLogs } from './logs/open.ts'
import type { EpisodeListing, LogConditions } from './logs/source.ts'
import { addSourceOptions, count, helpEnd, print, printText, wholeNumber } from './options.ts'

interface Flags extends SourceFlags {
  readonly env?: string
  readonly split?: string
  readonly run?: string
  readonly success?: boolean
  readonly count: number
  readonly json?: true
}

const EXAMPLES = [
  'episodes list',
  'episodes list --env phone-call-v2 --success false --run first',
  'episodes list --url http://127.0.0.1:8000 --json',
  'episodes list --file logs.jsonl',
]

/** The command `episodes`: what was recorded. */
export function episodesCommand(): Command {
  const command = new Command('episodes')
    .description('List recorded episodes: of the event store, of a server, or of an exported file.')
    .addHelpText('after', helpEnd(EXAMPLES, ''))
  const list = command.command('list').description('List episodes in opening order, one per line.')
  addSourceOptions(list, 'server that has the episodes')
    .option('--env <id>', 'only this environment')
    .option('--split <name>', 'only tasks of this split')
    .option('--run <label>', 'only episodes with this run label')
    .option('--success <boolean>', 'only episodes with this success: true or false', parseBoolean)
    .option('--count <number>', 'maximum number of episodes', wholeNumber(1), 100)
    .option('--json', 'print a JSON object per line')
    .action(run)
  return command
}

function parseBoolean(text: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true'
  throw new InvalidArgumentError('Write true or false.')
}

async function run({ count: countMax, json, env, split, run: label, success, ...from }: Flags) {
  const filters = { env, split, run: label, success }
  const conditions: LogConditions = Object.fromEntries(
    Object.entries(filters).filter(([, value]) => value !== undefined),
  )
  await withLogs(from, async (source) => {
    let listedCount = 0
    for await (const episode of source.episodes(conditions)) {
      if (listedCount === countMax) {
        process.stderr.write(`there are more; the first ${countMax} are shown (--count)\n`)
        return
      }
      listedCount += 1
      if (json) print(JSON.stringify(row(episode)))
      else printText(text(episode))
    }
    if (listedCount === 0) process.stderr.write(`there is no such episode in ${source.name}\n`)
  })
}

const row = ({ worldHash: _, endReason: end_reason, ...episode }: EpisodeListing) => ({
  ...episode,
  end_reason,
})

function text(episode: EpisodeListing): string {
  const { id, env, revision, task, steps, score, endReason, success, run } = episode
  const won = success === null ? '-' : success ? 'won' : 'lost'
  const parts = [id, env, task, count(steps, 'step'), score.toFixed(3), won, endReason ?? 'open']
  const environment = findEnvironment(env)
  const isOther =
    environment !== undefined && otherRevision({ revision }, environment) !== undefined
  const revisionNote = isOther ? [`recorded by revision ${revision}`] : []
  return [...parts, ...revisionNote, ...(run === null ? [] : [run])].join('  ')
}
