import type { Json, JsonObject } from '../sim/json.ts'
import type { AnyEnvironment } from './environment.ts'
import type { OpenedPayload } from './log.ts'
import { playedByOther } from './package.ts'
import { recordedEnvironment } from './recorded.ts'
import {
  type ExecuteEffect,
  ReplayError,
  type Replayed,
  readOpening,
  replayRows,
} from './replay.ts'
import { NO_HASH, type Row, rowHash } from './row.ts'

/** What a second play of a log came to. */
export interface ReplayReport {
  readonly episode_id: string
  readonly verdict: 'verified' | 'consistent' | 'different' | 'broken_chain' | 'unverifiable'
  readonly rows: number
  /** The first place where record and replay differ. */
  readonly difference: {
    readonly position: number
    readonly path: string
    readonly recorded: Json
    readonly replayed: Json
  } | null
  readonly reason: string | null
}

/** What a log is checked with, wherever it was read from. */
export interface LogCheck {
  environmentOf(id: string): AnyEnvironment | undefined
  /** The world of a hash, or undefined if it is not at hand. What it throws is thrown on. */
  worldOf(hash: string): Promise<JsonObject | undefined>
  /** Plays worlds again that are played elsewhere. Left out: their recorded answers are taken. */
  readonly execute?: ExecuteEffect
  /** Whether who read the rows has found their chain whole. Left out: it is looked at. */
  readonly isChained?: boolean
  /** Goes through a replay, with rests where others have a claim to them. */
  play?(rowByRow: Generator<void, Replayed, void>): Promise<unknown>
}

/**
 * Checks a log: its hash chain, then every row, byte for byte, against what playing it again gives.
 * Never throws for what the log holds; the report says it, hidden facts included.
 */
export async function checkLog(
  episode: string,
  rows: readonly Row[],
  { environmentOf, worldOf, execute, isChained = false, play = atOnce }: LogCheck,
): Promise<ReplayReport> {
  const report = { episode_id: episode, rows: rows.length, difference: null, reason: null }
  const broken = isChained ? undefined : brokenLink(episode, rows)
  if (broken !== undefined) {
    const reason = `the hash chain breaks at position ${broken}`
    return { ...report, verdict: 'broken_chain', reason }
  }
  const opening = openingIn(rows)
  if (opening === undefined) {
    return { ...report, verdict: 'unverifiable', reason: 'its opening is no JSON' }
  }
  const world = await worldOf(opening.world_hash)
  try {
    const environment = recordedEnvironment(environmentOf(opening.environment), world)
    if (environment === undefined) {
      const reason = `this build does not have ${opening.environment}`
      return { ...report, verdict: 'unverifiable', reason }
    }
    const other = playedByOther(opening.package, environment)
    if (other !== undefined) return { ...report, verdict: 'unverifiable', reason: other }
    if (world === undefined) {
      return { ...report, verdict: 'unverifiable', reason: 'its world is not at hand' }
    }
    await play(replayRows(rows, environment, world, { verify: true, execute, opening }))
    if (environment.isPlayedElsewhere !== true || execute !== undefined) {
      return { ...report, verdict: 'verified' }
    }
    return { ...report, verdict: 'consistent', reason: CONSISTENT }
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

function openingIn([first]: readonly Row[]): OpenedPayload | undefined {
  try {
    return first && readOpening(first)
  } catch {
    return undefined
  }
}

const CONSISTENT = 'consistent with its records; its world was not played again'

async function atOnce(rowByRow: Generator<void, Replayed, void>): Promise<void> {
  for (const _ of rowByRow);
}

/** The first position at which the hashes do not form a chain, or undefined. */
export function brokenLink(episode: string, rows: readonly Row[]): number | undefined {
  let previous = NO_HASH
  for (const [position, row] of rows.entries()) {
    const expected = rowHash(previous, episode, position, row.kind, row.payload)
    if (row.position !== position || row.previousHash !== previous || row.hash !== expected) {
      return position
    }
    previous = row.hash
  }
  return rows.length === 0 ? 0 : undefined
}
