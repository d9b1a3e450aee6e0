/** Where a client plays: its episode, by the name that it has here. */
export interface Seat {
  /** Id of the episode; undefined before a reset. */
  episode: string | undefined
  /** The id that the client gave it in `reset`. */
  named: string | undefined
  /** The key that came with a reset to an episode of somebody else. */
  resumeKey: string | undefined
  /** The step that comes next. It goes on when an answer was given to somebody who listened. */
  nextSeq: number | undefined
  isOver: boolean
  /** Whether observations have the metadata inside, for clients that read nothing beside them. */
  isMetadataInside: boolean
  /** Set while a reset is under way. */
  isResetting: boolean
  /** Settles when the calls before are answered, where a protocol lets several be under way. */
  last: Promise<unknown>
}

export const newSeat = (episode?: string): Seat => ({
  episode,
  named: undefined,
  resumeKey: undefined,
  nextSeq: undefined,
  isOver: false,
  isMetadataInside: false,
  isResetting: false,
  last: Promise.resolve(),
})
