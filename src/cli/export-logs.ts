import { once } from 'node:events'
import { rowLine, worldLine } from '../datasets/log-file.ts'
import { openText } from '../datasets/rows/write-text.ts'
import type { OpenedPayload } from '../env/log.ts'
import { CommandError } from './errors.ts'
import { conditionsOfFlags } from './export-flags.ts'
import { type SourceFlags, withLogs } from './logs/open.ts'
import type { LogConditions, LogSource } from './logs/source.ts'
import { count } from './options.ts'

/** Which logs to write, and where: a path, or `-` for standard output. */
export interface LogFlags extends SourceFlags, LogConditions {
  readonly out: string
}

/** Writes the logs of episodes as JSON lines, each world before its first episode. */
export async function exportLogs(flags: LogFlags): Promise<void> {
  const { out, ...conditions } = flags
  const counts = await withLogs(flags, (source) =>
    withOutput(out, (write) => writeLogs(source, conditions, write)),
  )
  const { episodes, rows, worlds } = counts
  const size = `${count(episodes, 'episode')}, ${count(rows, 'row')}, ${count(worlds, 'world')}`
  process.stderr.write(`Wrote ${size}.\n`)
}

async function writeLogs(
  source: LogSource,
  flags: Omit<LogFlags, 'out'>,
  write: (text: string) => Promise<void>,
) {
  const worlds = new Set<string>()
  let episodes = 0
  let rows = 0
  for await (const { id } of source.episodes(conditionsOfFlags(flags, flags.success))) {
    const log = await source.rows(id)
    const { environment, world_hash } = JSON.parse(log[0]?.payload ?? '{}') as OpenedPayload
    if (!worlds.has(world_hash)) {
      worlds.add(world_hash)
      await write(worldLine(world_hash, await worldText(source, world_hash, environment)))
    }
    await write(log.map(rowLine).join(''))
    episodes += 1
    rows += log.length
  }
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

/** Writes a file of texts, or standard output for `-`. Without success there is no file. */
export async function withOutput<Result>(
  path: string,
  work: (write: (text: string) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  if (path === '-') return work(writeOut)
  const file = await openText(path)
  try {
    const result = await work(file.write)
    await file.close()
    return result
  } catch (error) {
    await file.abandon()
    throw error
  }
}

async function writeOut(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain')
}
