import type { LogFileRow } from '../../datasets/log-file.ts'
import type { OpenedPayload } from '../../env/log.ts'
import { findEnvironment } from '../../env/registry.ts'
import { ReplayError, replay } from '../../env/replay.ts'
import type { JsonObject } from '../../sim/json.ts'
import { NO_HASH, rowHash } from '../../store/row-hash.ts'
import type { ReplayReport } from '../../wire/results.ts'

/** The world of a hash, or undefined if it is not at hand. */
export type WorldOf = (hash: string) => Promise<JsonObject | undefined>

/** Parses each world once: environments keep what they derive from a world by the object. */
export function parsedWorlds(textOf: (hash: string) => Promise<string | undefined>): WorldOf {
  const worlds = new Map<string, Promise<JsonObject | undefined>>()
  const parse = async (hash: string): Promise<JsonObject | undefined> => {
    const text = await textOf(hash)
    return text === undefined ? undefined : (JSON.parse(text) as JsonObject)
  }
  return (hash) => {
    const found = worlds.get(hash) ?? parse(hash)
    worlds.set(hash, found)
    return found
  }
}

/**
 * Checks a log without a server: its hash chain, then every row against what playing it again
 * gives. Never throws for what the log holds; the report says it.
 *
 * @param worldOf finds the world of a hash
 */
export async function verifyLog(
  episode: string,
  rows: readonly LogFileRow[],
  worldOf: WorldOf,
): Promise<ReplayReport> {
  const report = { episode_id: episode, rows: rows.length, difference: null, reason: null }
  const broken = brokenAt(episode, rows)
  if (broken !== undefined) {
    const reason = `the hash chain breaks at position ${broken}`
    return { ...report, verdict: 'broken_chain', reason }
  }
  try {
    const opening = JSON.parse(rows[0]?.payload ?? '{}') as OpenedPayload
    const environment = findEnvironment(opening.environment)
    if (environment === undefined) {
      const reason = `this build does not have ${opening.environment}`
      return { ...report, verdict: 'unverifiable', reason }
    }
    const world = await worldOf(opening.world_hash)
    if (world === undefined) {
      return { ...report, verdict: 'unverifiable', reason: 'its world is not at hand' }
    }
    replay(rows, environment, world, { verify: true })
    return { ...report, verdict: 'verified' }
  } catch (error) {
    if (!(error instanceof ReplayError)) {
      const reason = error instanceof Error ? error.message : String(error)
      return { ...report, verdict: 'unverifiable', reason }
    }
    const { position, path, recorded, replayed } = error.difference
    const difference = { position, path, recorded: recorded ?? null, replayed: replayed ?? null }
    return { ...report, verdict: 'different', difference, reason: error.message }
  }
}

/** The first position at which the hashes do not form a chain, or undefined. */
function brokenAt(episode: string, rows: readonly LogFileRow[]): number | undefined {
  let previous = NO_HASH
  for (const [position, row] of rows.entries()) {
    const hash = rowHash(previous, episode, position, row.kind, row.payload)
    if (row.position !== position || row.previous_hash !== previous || row.hash !== hash) {
      return position
    }
    previous = row.hash
  }
  return rows.length === 0 ? 0 : undefined
}
