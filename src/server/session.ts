import type { EpisodeSetup, EpisodeState, StepAnswer } from '../env/episode.ts'
import type { Action } from '../env/message.ts'
import type { EpisodeIndex } from '../store/event-store.ts'
import type { Fault } from '../wire/faults.ts'
import type { StepResult } from '../wire/results.ts'
import type { Connection } from './connection.ts'
import type { Member } from './groups/table.ts'

/** A step that was begun and is not stored yet. */
interface Flight {
  readonly seq: number
  readonly action: Action
  readonly result: Promise<StepResult>
}

/** What ended an episode, and whether its client did so as its own failure. */
export interface Ending {
  readonly answer: StepAnswer
  readonly fault: boolean
}

/**
 * An episode in memory: what the next step needs, and no more, for there may be many. Everything
 * here can be built again from its log, which also answers repeated calls.
 */
export interface Session {
  readonly id: string
  readonly index: EpisodeIndex
  readonly setup: EpisodeSetup
  /** The revision of the environment that recorded it. */
  readonly revision: number
  /** Why it cannot be played on here; set where only its recorded answers are given. */
  readonly refusal: Fault | undefined
  /** Why it takes no raw text; set where its log has another revision of the dialects. */
  readonly rawTextRefusal: Fault | undefined
  /** As of the last stored row. */
  state: EpisodeState
  /** The last stored row. */
  position: number
  hash: string
  flight: Flight | undefined
  /** How it ended, if that happened while it was in memory; else its log tells. */
  ending: Ending | undefined
  /** When it ended, by the store's clock. */
  endedMs: number | undefined
  /** Set while a close is being stored. */
  closing: Promise<unknown> | undefined
  usedMs: number
  /** The rollout that it was found to be last. */
  member: Member | undefined
  /** The connection whose messages tell its group nothing new, and until when by leases' clock. */
  activity: { readonly connection: Connection | undefined; readonly untilMs: number } | undefined
}

/** Whether the session is doing something that must not be forgotten. */
export const isBusy = (session: Session): boolean =>
  session.flight !== undefined || session.closing !== undefined

/** A session right after its last stored row. */
export function newSession(
  given: Pick<Session, 'id' | 'index' | 'setup' | 'state'> &
    Partial<Pick<Session, 'endedMs' | 'revision' | 'refusal' | 'rawTextRefusal'>>,
  last: { readonly position: number; readonly hash: string },
  nowMs: number,
): Session {
  const { id, index, setup, state, endedMs, refusal, rawTextRefusal } = given
  const { revision = setup.environment.revision } = given
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
  }
}
