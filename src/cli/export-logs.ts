import { once } from 'node:events'
import { createWriteStream, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Writable } from 'node:stream'
import { rowLine, worldLine } from '../datasets/log-file.ts'
import type { OpenedPayload } from '../env/log.ts'
import { CommandError } from './errors.ts'
import { toConditions } from './export-flags.ts'
import { type SourceFlags, withLogs } from './logs/open.ts'
import type { LogConditions, LogSource } from './logs/source.ts'
import { count } from './options.ts'

/** Which logs to write, and where: a path, or `-` for standard output. */
export interface LogFlags extends SourceFlags, LogConditions {
  readonly out: string
}

/** Writes the logs of episodes as JSON lines, each world before its first episode. */
export async function exportLogs(flags: LogFlags): Promise<void> {
  const counts = await withLogs(flags, (source) => writeLogs(source, flags))
  const { episodes, rows, worlds } = counts
  const size = `${count(episodes, 'episode')}, ${count(rows, 'row')}, ${count(worlds, 'world')}`
  process.stderr.write(`Wrote ${size}.\n`)
}

async function writeLogs(source: LogSource, { out: path, ...flags }: LogFlags) {
  const out = await openOutput(path)
  const worlds = new Set<string>()
  let episodes = 0
  let rows = 0
  for await (const { id } of source.episodes(toConditions(flags, flags.success))) {
    const log = await source.rows(id)
    const { environment, world_hash } = JSON.parse(log[0]?.payload ?? '{}') as OpenedPayload
    if (!worlds.has(world_hash)) {
      worlds.add(world_hash)
      await out.write(worldLine(world_hash, await worldText(source, world_hash, environment)))
    }
    await out.write(log.map(rowLine).join(''))
    episodes += 1
    rows += log.length
  }
  await out.close()
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

interface Output {
  /** Writes a text, and waits while the stream is full. */
  write(text: string): Promise<void>
  close(): Promise<void>
}

/** Opens a file and creates its folder, or standard output for `-`. */
export async function openOutput(path: string): Promise<Output> {
  const stream = path === '-' ? process.stdout : await openFile(path)
  return {
    async write(text) {
      if (!stream.write(text)) await once(stream, 'drain')
    },
    async close() {
      if (stream !== process.stdout) await new Promise<void>((resolve) => stream.end(resolve))
    },
  }
}

async function openFile(path: string): Promise<Writable> {
  mkdirSync(dirname(path), { recursive: true })
  const stream = createWriteStream(path)
  await once(stream, 'open')
  return stream
}
