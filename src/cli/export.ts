import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import type { Writable } from 'node:stream'
import { Command, InvalidArgumentError } from 'commander'
import { rowLine, worldLine } from '../datasets/log-file.ts'
import type { OpenedPayload } from '../env/log.ts'
import { CommandError } from './errors.ts'
import { type SourceFlags, withLogs } from './logs/open.ts'
import type { LogConditions, LogSource } from './logs/source.ts'
import { addServerOptions, count, helpEnd } from './options.ts'

interface Flags extends SourceFlags, LogConditions {
  readonly output: string
}

/** The command `export`. */
export function exportCommand(): Command {
  const command = new Command('export')
    .description(
      'Write the logs of episodes as JSON lines, with the worlds they were played in: one line ' +
        'per world, then one per row. "replay --file" reads them.',
    )
    .option('--db <path>', 'file of the event store (default: ./var/backchannel.db)')
  return addServerOptions(command, 'server that has the episodes; needs the token of an admin')
    .option('--env <id>', 'only episodes of this environment')
    .option('--split <name>', 'only episodes on tasks of this split')
    .option('--run <label>', 'only episodes with this run label')
    .option('--success <boolean>', 'only episodes that succeeded, or did not', parseBoolean)
    .requiredOption('--output <file>', 'where to write; - for standard output')
    .addHelpText(
      'after',
      helpEnd(
        [
          'export --output logs.jsonl',
          'export --env phone-call-v1 --success true --run first --output won.jsonl',
          'export --url http://127.0.0.1:8000 --output - | gzip > logs.jsonl.gz',
        ],
        '',
      ),
    )
    .action(run)
}

function parseBoolean(text: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true'
  throw new InvalidArgumentError('Write true or false.')
}

async function run(flags: Flags): Promise<void> {
  const written = await withLogs(flags, (source) => writeLogs(source, flags))
  const { episodes, rows, worlds } = written
  const size = `${count(episodes, 'episode')}, ${count(rows, 'row')}, ${count(worlds, 'world')}`
  process.stderr.write(`Wrote ${size}.\n`)
}

async function writeLogs(source: LogSource, { output, ...flags }: Flags) {
  const { env, split, run: label, success } = flags
  const conditions = Object.fromEntries(
    Object.entries({ env, split, run: label, success }).filter(([, value]) => value !== undefined),
  )
  const out = await openOutput(output)
  const worlds = new Set<string>()
  let episodes = 0
  let rows = 0
  for await (const { id } of source.episodes(conditions)) {
    const log = await source.rows(id)
    const { environment, world_hash } = JSON.parse(log[0]?.payload ?? '{}') as OpenedPayload
    if (!worlds.has(world_hash)) {
      worlds.add(world_hash)
      await write(out, worldLine(world_hash, await worldText(source, world_hash, environment)))
    }
    await write(out, log.map(rowLine).join(''))
    episodes += 1
    rows += log.length
  }
  if (out !== process.stdout) await new Promise<void>((resolve) => out.end(() => resolve()))
  return { episodes, rows, worlds: worlds.size }
}

async function worldText(source: LogSource, hash: string, env: string): Promise<string> {
  const text = await source.world(hash, env)
  if (text !== undefined) return text
  throw new CommandError(
    `${source.name} does not give the world ${hash.slice(0, 12)}… of ${env}`,
    'Its data has changed since: export from the file of the store with --db.',
  )
}

async function openOutput(path: string): Promise<Writable> {
  if (path === '-') return process.stdout
  const stream = createWriteStream(path)
  await once(stream, 'open')
  return stream
}

async function write(out: Writable, text: string): Promise<void> {
  if (!out.write(text)) await once(out, 'drain')
}
