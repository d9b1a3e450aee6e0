import { z } from 'zod'
import { closedSchema, openedSchema, steppedSchema } from '../env/log.ts'
import type { JsonObject } from '../sim/json.ts'
import { checkValue, DataSetError, parseCheckedJson } from './manifest.ts'
import { readText } from './read-text.ts'
import { storedWorld } from './world-hash.ts'

/** A row of an episode's log as a file carries it. */
export interface LogFileRow {
  readonly episode_id: string
  readonly position: number
  readonly kind: 'opened' | 'stepped' | 'closed'
  /** Milliseconds since 1970; not covered by the hash. */
  readonly wall_ms: number
  readonly previous_hash: string
  readonly hash: string
  /** The stored JSON text, byte for byte, which the hash covers. */
  readonly payload: string
}

/** The contents of a file of logs. */
interface LogFile {
  /** Worlds as JSON text, by hash. */
  readonly worlds: ReadonlyMap<string, string>
  /** Rows of each episode in order of position; episodes in order of appearance. */
  readonly episodes: ReadonlyMap<string, readonly LogFileRow[]>
}

const worldSchema = z.strictObject({
  kind: z.literal('world'),
  hash: z.string().min(1),
  world: z.record(z.string(), z.unknown()),
})
const rowSchema = z.strictObject({
  episode_id: z.string().min(1),
  position: z.int().min(0),
  kind: z.enum(['opened', 'stepped', 'closed']),
  wall_ms: z.number(),
  previous_hash: z.string(),
  hash: z.string(),
  payload: z.string(),
})
/** What errors call a line. */
const ROW_NAME = 'a row of a log'
const PAYLOADS: Readonly<Record<LogFileRow['kind'], z.ZodType>> = {
  opened: openedSchema,
  stepped: steppedSchema,
  closed: closedSchema,
}

/**
 * The line of a world.
 *
 * @param text the world as JSON text
 */
export const worldLine = (hash: string, text: string): string =>
  `{"kind":"world","hash":${JSON.stringify(hash)},"world":${text}}\n`

/** The line of a row. */
export function rowLine(row: LogFileRow): string {
  const { episode_id, position, kind, wall_ms, previous_hash, hash, payload } = row
  const line = { episode_id, position, kind, wall_ms, previous_hash, hash, payload }
  return `${JSON.stringify(line)}\n`
}

/**
 * Reads a file of logs and checks every line.
 *
 * @throws DataSetError naming file and line; the error of the file system if it cannot be read
 */
export function readLogFile(path: string): LogFile {
  return parseLogFile(readText(path), path)
}

/**
 * As `readLogFile`, for text.
 *
 * @param name the file name for errors
 */
export function parseLogFile(text: string, name: string): LogFile {
  const worlds = new Map<string, string>()
  const episodes = new Map<string, LogFileRow[]>()
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const location = `${name}, line ${index + 1}`
    const value = parseCheckedJson(line, location, z.unknown())
    if ((value as { kind?: unknown } | null)?.kind === 'world') {
      const { hash, world } = checkValue(value, location, worldSchema, ROW_NAME)
      checkWorld(hash, world as JsonObject, location)
      worlds.set(hash, JSON.stringify(world))
    } else {
      addRow(episodes, checkValue(value, location, rowSchema, ROW_NAME), location)
    }
  }
  return { worlds, episodes }
}

function addRow(episodes: Map<string, LogFileRow[]>, row: LogFileRow, location: string): void {
  const { episode_id: id, position, kind, payload } = row
  const rows = episodes.get(id) ?? []
  if (position !== rows.length) {
    throw new DataSetError(
      `${location}: episode ${id} goes on with row ${rows.length}, not ${position}; ` +
        'rows must be complete and in order: export the episode again',
    )
  }
  if ((kind === 'opened') !== (position === 0)) {
    throw new DataSetError(
      `${location}: row ${position} of episode ${id} cannot be of kind "${kind}"`,
    )
  }
  parseCheckedJson(payload, `${location}, payload`, PAYLOADS[kind], ROW_NAME)
  rows.push(row)
  episodes.set(id, rows)
}

function checkWorld(hash: string, world: JsonObject, location: string): void {
  const { hash: worldHash } = storedWorld(world)
  if (worldHash === hash) return
  throw new DataSetError(
    `${location}: world: its hash is ${worldHash}, not ${hash} as the line says`,
  )
}
