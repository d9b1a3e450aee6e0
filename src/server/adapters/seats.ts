/** The state of one client: its episode, under the client's own name for it. */
export interface Seat {
  /** The id of the episode; undefined before a reset. */
  episode: string | undefined
  /** The id that the client gave in `reset`. */
  named: string | undefined
  /** The key that came with a reset to an episode of another principal. */
  resumeKey: string | undefined
  /** The number of the next step. It advances when an answer was delivered. */
  nextSeq: number | undefined
  isOver: boolean
  /** Whether observations contain the metadata, for clients that read nothing else. */
  isMetadataInside: boolean
  /** Whether a reset is under way. */
  isResetting: boolean
  /** Settles when earlier calls are answered, for protocols with concurrent calls. */
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
