import type { LogFileRow } from '../../datasets/log-file.ts'
import { checkLog } from '../../env/log-check.ts'
import type { ExecuteEffect } from '../../env/replay.ts'
import type { Row } from '../../env/row.ts'
import type { JsonObject } from '../../sim/json.ts'
import type { ReplayReport } from '../../wire/results.ts'
import { findEnvironment } from '../environments.ts'

/** The world of a hash, or undefined if it is not at hand. */
type WorldOf = (hash: string) => Promise<JsonObject | undefined>

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

let execute: ExecuteEffect | undefined

/** From now on worlds that are played elsewhere are played again by this, and compared. */
export function executeWith(given: ExecuteEffect): void {
  execute = given
}

/** Whether worlds that are played elsewhere are. */
export const isExecuting = (): boolean => execute !== undefined

/**
 * Checks a log without a server, as a server would.
 *
 * @param isChained whether a store that read it has found its chain whole
 */
export const verifyLog = (
  episode: string,
  rows: readonly LogFileRow[],
  worldOf: WorldOf,
  isChained = false,
): Promise<ReplayReport> =>
  checkLog(
    episode,
    rows.map((row) => rowOf(episode, row)),
    {
      ...{ environmentOf: findEnvironment, worldOf, isChained },
      ...(execute === undefined ? {} : { execute }),
    },
  )

/** A row of a file as stores know it. */
const rowOf = (
  episode: string,
  { position, kind, payload, hash, previous_hash: previousHash }: LogFileRow,
): Row => ({ episode, position, kind, payload, previousHash, hash })
