import type { LogFileRow } from '../../datasets/log-file.ts'
import { checkLog } from '../../env/log-check.ts'
import type { ExecuteEffect } from '../../env/replay.ts'
import type { Row } from '../../env/row.ts'
import type { JsonObject } from '../../sim/json.ts'
import type { ReplayReport } from '../../wire/results.ts'
import { findEnvironment } from '../environments.ts'

/** Finds the world of a hash; undefined if it is not available. */
type FindWorld = (hash: string) => Promise<JsonObject | undefined>

/** Parses each world once, because environments cache derived data by the world object. */
export function worldParser(textOf: (hash: string) => Promise<string | undefined>): FindWorld {
  const worlds = new Map<string, Promise<JsonObject | undefined>>()
  const parse = async (hash: string): Promise<JsonObject | undefined> => {
    const text = await textOf(hash)
    return text === undefined ? undefined : (JSON.parse(text) as JsonObject)
  }
  return (hash) => {
    const world = worlds.get(hash) ?? parse(hash)
    worlds.set(hash, world)
    return world
  }
}

let execute: ExecuteEffect | undefined

/** From now on, verification replays Python worlds with this function and compares the results. */
export function executeWith(executor: ExecuteEffect): void {
  execute = executor
}

/** Whether verification replays Python worlds. */
export const isExecuting = (): boolean => execute !== undefined

/**
 * Checks a log without a server, in the same way as a server.
 *
 * @param isChained whether a store has already verified the log's hash chain
 */
export const verifyLog = (
  episode: string,
  rows: readonly LogFileRow[],
  worldOf: FindWorld,
  isChained = false,
): Promise<ReplayReport> =>
  checkLog(
    episode,
    rows.map((row) => toRow(episode, row)),
    {
      ...{ findEnvironment, findWorld: worldOf, isChained },
      ...(execute === undefined ? {} : { execute }),
    },
  )

/** Converts a row of a file to a row of a store. */
const toRow = (
  episode: string,
  { position, kind, payload, hash, previous_hash: previousHash }: LogFileRow,
): Row => ({ episode, position, kind, payload, previousHash, hash })
