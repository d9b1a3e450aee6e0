import { Fault } from '../wire/faults.ts'
import { isBusy, type Session } from './session.ts'

/** The episodes in memory, least recently used first. */
export interface SessionTable {
  readonly size: number
  /** The session, now one of the most recently used (to within a second). */
  get(id: string): Session | undefined
  /** @throws Fault `capacity/episodes` if the table is full of busy sessions */
  put(session: Session): void
  /** Keeps a session if there is room. An episode that is stored already needs no place here. */
  offer(session: Session): void
  /**
   * Marks a session whose episode is over. Only repeated calls may still want it, so it does not
   * stay for the idle time: the oldest of some thousand such sessions goes.
   */
  retire(id: string): void
  /** Forgets a session; its log stays. */
  drop(id: string): void
  /** Forgets sessions unused for longer than this, and answers how many. */
  dropIdle(idleMs: number): number
  busy(): readonly Session[]
}

/** Sessions of episodes that are over, kept for repeated calls. */
const RETIRED_MAX = 2_048

/** Uses within this time count as one. */
const ORDER_MS = 1_000

/** @param nowMs a clock that never goes back, in milliseconds */
export function sessionTable(sessionsMax: number, nowMs: () => number): SessionTable {
  // A Map iterates in order of insertion; moving a session to the end on use keeps it an LRU list.
  const sessions = new Map<string, Session>()
  const retired = new Set<string>()

  function makeRoom(): boolean {
    if (sessions.size < sessionsMax) return true
    for (const [id, session] of sessions) {
      if (isBusy(session)) continue
      sessions.delete(id)
      return true
    }
    return false
  }

  function keep(session: Session): boolean {
    if (!sessions.has(session.id) && !makeRoom()) return false
    sessions.set(session.id, session)
    return true
  }

  return {
    get size() {
      return sessions.size
    },
    get(id) {
      const session = sessions.get(id)
      const now = nowMs()
      // Moving it each time would cost more than the order is worth.
      if (session !== undefined && now - session.usedMs >= ORDER_MS) {
        session.usedMs = now
        sessions.delete(id)
        sessions.set(id, session)
      }
      return session
    },
    put(session) {
      if (keep(session)) return
      throw new Fault('capacity/episodes', `all ${sessionsMax} episodes in memory are at work`)
    },
    offer: (session) => void keep(session),
    retire(id) {
      retired.add(id)
      if (retired.size <= RETIRED_MAX) return
      const [oldest] = retired
      if (oldest === undefined) return
      retired.delete(oldest)
      const session = sessions.get(oldest)
      if (session !== undefined && !isBusy(session)) sessions.delete(oldest)
    },
    drop: (id) => void sessions.delete(id),
    dropIdle(idleMs) {
      const before = nowMs() - idleMs
      let dropped = 0
      for (const [id, session] of sessions) {
        if (session.usedMs > before) break
        if (isBusy(session)) continue
        sessions.delete(id)
        dropped += 1
      }
      return dropped
    },
    busy: () => [...sessions.values()].filter(isBusy),
  }
}
