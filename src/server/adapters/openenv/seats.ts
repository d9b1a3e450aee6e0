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
  /** Set while a reset is under way. */
  isResetting: boolean
}

export const newSeat = (episode?: string): Seat => ({
  episode,
  named: undefined,
  resumeKey: undefined,
  nextSeq: undefined,
  isOver: false,
  isResetting: false,
})

/** Names of sessions that are kept for a principal; the one not used for longest makes room. */
const SEATS_MAX = 20_000

/** The seats of clients who named their session, so that they find them again. */
export class Seats {
  readonly #byPrincipal = new Map<string, Map<string, Seat>>()

  /** The seat of a name, if it was taken before. */
  find(principal: string, name: string): Seat | undefined {
    const seats = this.#byPrincipal.get(principal)
    const seat = seats?.get(name)
    if (seats === undefined || seat === undefined) return undefined
    seats.delete(name)
    seats.set(name, seat)
    return seat
  }

  put(principal: string, name: string, seat: Seat): void {
    const seats = this.#byPrincipal.get(principal) ?? new Map<string, Seat>()
    this.#byPrincipal.set(principal, seats)
    seats.delete(name)
    seats.set(name, seat)
    if (seats.size <= SEATS_MAX) return
    for (const [oldest] of seats) {
      seats.delete(oldest)
      return
    }
  }

  drop(principal: string, name: string): void {
    const seats = this.#byPrincipal.get(principal)
    seats?.delete(name)
    if (seats?.size === 0) this.#byPrincipal.delete(principal)
  }
}
