import type { Json, JsonObject } from '../sim/json.ts'
import { failureText } from '../tools/failure-text.ts'
import type { OpenedPayload } from './log.ts'
import { playedByOther } from './package.ts'
import type { AnyEnvironment } from './plugin.ts'
import { recordedEnvironment } from './recorded.ts'
import {
  type ExecuteEffect,
  ReplayError,
  type Replayed,
  ReplayFailed,
  readOpening,
  replayRows,
} from './replay.ts'
import { otherRevision, otherRevisionText, recordedRevision } from './revision.ts'
import { NO_HASH, type Row, rowHash } from './row.ts'
import type { VERDICTS } from './verdict.ts'

/** The result of a replay. */
interface ReplayReport {
  readonly episode_id: string
  readonly verdict: (typeof VERDICTS)[number]
  readonly rows: number
  /** The environment revision that recorded it, or null if the opening is invalid JSON. */
  readonly revision: number | null
  /** The environment's current revision, or null if unknown. */
  readonly revision_here: number | null
  /** The first place where record and replay differ. */
  readonly difference: {
    readonly position: number
    readonly path: string
    readonly recorded: Json
    readonly replayed: Json
  } | null
  readonly reason: string | null
}

/** Inputs of a log check. */
interface LogCheck {
  findEnvironment(id: string): AnyEnvironment | undefined
  /** Returns the world of a hash, or undefined if it is missing. Its errors propagate. */
  findWorld(hash: string): Promise<JsonObject | undefined>
  /** Replays worlds that run elsewhere. Default: use their recorded answers. */
  readonly execute?: ExecuteEffect
  /** Whether the caller has already verified the hash chain. Default: verify it here. */
  readonly isChained?: boolean
  /**
   * The reason to report for an error that is no difference. Default: its message, which may
   * contain hidden facts.
   */
  describeError?(error: unknown): string
  /** Runs a replay and yields to other work where needed. */
  play?(rowByRow: Generator<void, Replayed, void>): Promise<unknown>
}

/**
 * Checks a log: first its hash chain, then every row, byte for byte, against a replay. Reports
 * invalid content and never throws for it. The report may contain hidden facts.
 */
export async function checkLog(
  episode: string,
  rows: readonly Row[],
  options: LogCheck,
): Promise<ReplayReport> {
  const { findEnvironment, findWorld, execute, isChained = false, play = atOnce } = options
  const opening = openingIn(rows)
  const revision = opening === undefined ? null : recordedRevision(opening)
  const unplayed = { revision, revision_here: null, difference: null, reason: null }
  const report = { episode_id: episode, rows: rows.length, ...unplayed }
  const brokenPosition = isChained ? undefined : brokenLink(episode, rows)
  if (brokenPosition !== undefined) {
    const reason = `the hash chain breaks at position ${brokenPosition}`
    return { ...report, verdict: 'broken_chain', reason }
  }
  if (opening === undefined) {
    return { ...report, verdict: 'unverifiable', reason: 'its opening is no JSON' }
  }
  const world = await findWorld(opening.world_hash)
  const environment = recordedEnvironment(findEnvironment(opening.environment), world)
  if (environment === undefined) {
    const { environment: id } = opening
    const reason =
      `this program does not have ${id}; its log can be read and exported, and plays with a ` +
      `version of the program that has ${id}, or with its module (--environment)`
    return { ...report, verdict: 'unverifiable', reason }
  }
  const baseReport = { ...report, revision_here: environment.revision }
  const otherPackageReason = playedByOther(opening.package, environment)
  if (otherPackageReason !== undefined)
    return { ...baseReport, verdict: 'unverifiable', reason: otherPackageReason }
  if (world === undefined) {
    return { ...baseReport, verdict: 'unverifiable', reason: 'its world is missing' }
  }
  const isElsewhere = environment.playedBy !== undefined && execute === undefined
  try {
    await play(replayRows(rows, environment, world, { verify: true, execute, opening }))
    return isElsewhere
      ? { ...baseReport, verdict: 'consistent', reason: CONSISTENT }
      : { ...baseReport, verdict: 'verified' }
  } catch (error) {
    const difference = differenceIn(error)
    if (difference === null) {
      const { describeError = failureText } = options
      return { ...baseReport, verdict: 'unverifiable', reason: describeError(error) }
    }
    return {
      ...baseReport,
      ...toFinding(failureText(error), difference, rows, opening, environment),
    }
  }
}

/** The report for a replay that differs. */
function toFinding(
  message: string,
  difference: ReplayReport['difference'],
  rows: readonly Row[],
  opening: OpenedPayload,
  environment: AnyEnvironment,
): Pick<ReplayReport, 'verdict' | 'reason' | 'difference'> {
  const otherCode = otherRevision(opening, environment, rows)
  if (otherCode === undefined) return { verdict: 'different', reason: message, difference }
  const reason = `${otherRevisionText(environment.id, otherCode)}: ${message}`
  return { verdict: 'other_revision', reason, difference }
}

function differenceIn(error: unknown): ReplayReport['difference'] {
  if (error instanceof ReplayFailed) {
    return { position: error.position, path: '', recorded: null, replayed: null }
  }
  if (!(error instanceof ReplayError)) return null
  const { position, path, recorded, replayed } = error.difference
  return { position, path, recorded: recorded ?? null, replayed: replayed ?? null }
}

function openingIn([first]: readonly Row[]): OpenedPayload | undefined {
  try {
    return (first && readOpening(first)) ?? undefined
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
    const expectedHash = rowHash(previous, episode, position, row.kind, row.payload)
    if (row.position !== position || row.previousHash !== previous || row.hash !== expectedHash) {
      return position
    }
    previous = row.hash
  }
  return rows.length === 0 ? 0 : undefined
}
