import type { EpisodeState } from '../../env/episode.ts'
import { isAttempt } from '../../env/group.ts'
import { longTexts } from '../../env/long-texts.ts'
import type { ChatMessage } from '../../env/message.ts'
import { type RowKind, rowHash } from '../../env/row.ts'
import type {
  AppendOutcome,
  AppendRow,
  EpisodeIndex,
  EpisodeProgress,
  SharedTexts,
} from '../../store/event-store.ts'
import { StoreError } from '../../store/event-store.ts'
import { Fault } from '../../wire/faults.ts'
import type { HostCore } from '../core.ts'
import type { Session } from '../session.ts'

/** The position of a new row in a chain. */
interface ChainEnd {
  readonly episode: string
  readonly position: number
  readonly previousHash: string
}

/** The position of a session's next row. */
export const nextPosition = ({ id, position, hash }: Session): ChainEnd => ({
  episode: id,
  position: position + 1,
  previousHash: hash,
})

/** Members that only some rows have. */
interface RowExtras {
  readonly index?: EpisodeIndex | undefined
  readonly tookMs?: readonly number[] | undefined
  readonly texts?: SharedTexts | undefined
}

const NOTHING: RowExtras = {}

/** A row for the store, with its hash. */
export function makeRow(
  chainEnd: ChainEnd,
  kind: RowKind,
  payload: string,
  progress: EpisodeProgress,
  { index, tookMs, texts }: RowExtras = NOTHING,
): AppendRow {
  const { episode, position, previousHash } = chainEnd
  const { endReason } = progress
  return {
    episode,
    position,
    previousHash,
    kind,
    payload,
    hash: rowHash(previousHash, episode, position, kind, payload),
    progress,
    tookMs,
    isAttempt: endReason !== null && isAttempt(endReason),
    index,
    texts,
  }
}

/** The long texts of a row's messages, as `longTexts` finds them. */
export function sharedTexts(
  owner: string,
  payload: string,
  messages: readonly ChatMessage[],
): SharedTexts | undefined {
  const longRanges = longTexts(payload, messages)
  return longRanges === undefined ? undefined : { owner, all: longRanges }
}

/** The columns of listings for an episode in this state. */
export function toProgress(
  state: EpisodeState,
  metrics: Readonly<Record<string, number>> | undefined,
): EpisodeProgress {
  return {
    steps: state.step,
    total: state.total,
    endReason: state.end?.reason ?? null,
    success: metrics === undefined ? null : metrics.success === 1,
    metrics: metrics ?? null,
  }
}

/**
 * Stores the rows of one episode together with the others of this event-loop turn.
 *
 * @throws Fault `store/unavailable` or `store/full`: nothing was stored, and the same call may be
 *   sent again
 */
export async function commitRows(
  core: HostCore,
  owner: string,
  rows: readonly AppendRow[],
): Promise<AppendOutcome> {
  try {
    return await core.queue.commit(owner, rows)
  } catch (error) {
    throw commitFault(core, error)
  }
}

/** The fault for a commit that the store refused. Nothing of it was stored. */
export function commitFault(core: HostCore, error: unknown): unknown {
  core.metrics.commitFailures += 1
  return storeFault(error)
}

/** The fault that describes a store error to a caller. */
export function storeFault(error: unknown): unknown {
  if (!(error instanceof StoreError)) return error
  const code = error.reason === 'full' ? 'store/full' : 'store/unavailable'
  return new Fault(code, `the store failed (${error.reason})`, { cause: error })
}

/**
 * Handles a conflict on an episode's chain: drops the session, because the log is authoritative.
 */
export function dropMovedSession(core: HostCore, episode: string): Fault {
  core.sessions.drop(episode)
  return new Fault('episode/moved', `episode ${episode} was written by another server`)
}
