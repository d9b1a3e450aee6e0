import type { EpisodeSetup, EpisodeState, StepAnswer } from '../env/episode.ts'
import type { Action } from '../env/message.ts'
import type { EpisodeIndex } from '../store/event-store.ts'
import type { Fault } from '../wire/faults.ts'
import type { StepResult } from '../wire/results.ts'
import type { Connection } from './connection.ts'
import type { Member } from './groups/table.ts'

/** A step that has begun and is not stored yet. */
interface Flight {
  readonly seq: number
  readonly action: Action
  readonly result: Promise<StepResult>
}

/** The end of an episode, and whether its client closed it because of its own failure. */
export interface Ending {
  readonly answer: StepAnswer
  readonly fault: boolean
}

/**
 * An episode in memory. It contains only what the next step needs, because there may be many. It
 * can be rebuilt from its log, which also answers repeated calls.
 */
export interface Session {
  readonly id: string
  readonly index: EpisodeIndex
  readonly setup: EpisodeSetup
  /** The revision of the environment that recorded it. */
  readonly revision: number
  /** Why it cannot be continued here. If set, only recorded answers are available. */
  readonly refusal: Fault | undefined
  /** Why it accepts no raw text. Set if its log has another revision of the dialects. */
  readonly rawTextRefusal: Fault | undefined
  /** The state after the last stored row. */
  state: EpisodeState
  /** The position of the last stored row. */
  position: number
  hash: string
  flight: Flight | undefined
  /** Its end, if it ended while in memory. Otherwise the log has it. */
  ending: Ending | undefined
  /** When it ended, by the store's clock. */
  endedMs: number | undefined
  /** Set while a close is being stored. */
  closing: Promise<unknown> | undefined
  usedMs: number
  /** The cached group member of this rollout. */
  member: Member | undefined
  /** The connection whose messages need no new heartbeat, and until when by the clock of leases. */
  activity: { readonly connection: Connection | undefined; readonly untilMs: number } | undefined
  /**
   * Until when no further heartbeat is stored for a group that is not in memory, by the clock of
   * leases.
   */
  heartbeatSharedUntilMs: number
}

/** Whether the session is in use and must not be dropped. */
export const isBusy = (session: Session): boolean =>
  session.flight !== undefined || session.closing !== undefined

/** Creates a session at its last stored row. */
export function newSession(
  parts: Pick<Session, 'id' | 'index' | 'setup' | 'state'> &
    Partial<Pick<Session, 'endedMs' | 'revision' | 'refusal' | 'rawTextRefusal'>>,
  last: { readonly position: number; readonly hash: string },
  nowMs: number,
): Session {
  const { id, index, setup, state, endedMs, refusal, rawTextRefusal } = parts
  const { revision = setup.environment.revision } = parts
  const { position, hash } = last
  return {
    id,
    index,
    setup,
    revision,
    refusal,
    rawTextRefusal,
    state,
    position,
    hash,
    flight: undefined,
    ending: undefined,
    endedMs,
    closing: undefined,
    usedMs: nowMs,
    member: undefined,
    activity: undefined,
    heartbeatSharedUntilMs: 0,
  }
}
