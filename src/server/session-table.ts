import { Fault } from '../wire/faults.ts'
import { isBusy, type Session } from './session.ts'

/** Sessions of ended episodes, kept for repeated calls. */
const RETIRED_MAX = 2_048

/** Uses within this time count as one. */
const ORDER_MS = 1_000

/** The number of added sessions between two checks of the memory. */
const LOOK_EVERY = 256

/** When memory is low, one in this many sessions is dropped. */
const TIGHT_PART = 4

/** Limits and measurements for the table. */
interface SessionTableOptions {
  readonly sessionsMax: number
  /** A monotonic clock, in milliseconds. */
  nowMs(): number
  /** Whether memory is low, so that idle sessions should be dropped. Default: never. */
  isTight?(): boolean
}

/**
 * The episodes in memory. When the table is full, the principal with most sessions loses its least
 * recently used one. A principal that opens many episodes thus displaces its own.
 */
export class SessionTable {
  readonly #options: SessionTableOptions
  readonly #sessions = new Map<string, Session>()
  /**
   * Sessions by principal. A Map iterates in insertion order, so the least recently used is first.
   */
  readonly #byPrincipal = new Map<string, Map<string, Session>>()
  readonly #retired = new Set<string>()
  #untilLook = LOOK_EVERY

  constructor(options: SessionTableOptions) {
    this.#options = options
  }

  get size(): number {
    return this.#sessions.size
  }

  /** Returns the session and marks it as recently used, to within a second. */
  get(id: string): Session | undefined {
    const session = this.#sessions.get(id)
    if (session === undefined) return undefined
    const nowMs = this.#options.nowMs()
    // Moving it on each use would cost more than the exact order is worth.
    if (nowMs - session.usedMs >= ORDER_MS) {
      session.usedMs = nowMs
      const sessions = this.#byPrincipal.get(session.index.principal)
      sessions?.delete(id)
      sessions?.set(id, session)
    }
    return session
  }

  /** @throws Fault `capacity/episodes` if the table is full of busy sessions */
  put(session: Session): void {
    if (this.#keep(session)) return
    const { sessionsMax } = this.#options
    throw new Fault('capacity/episodes', `all ${sessionsMax} episodes in memory are busy`)
  }

  /** Adds a session if there is room. A stored episode does not need to be in memory. */
  offer(session: Session): void {
    this.#keep(session)
  }

  /**
   * Marks a session whose episode has ended. Only repeated calls may need it, so it is dropped
   * before the idle time if there are thousands of such sessions.
   */
  retire(id: string): void {
    this.#retired.add(id)
    if (this.#retired.size <= RETIRED_MAX) return
    const [oldest] = this.#retired
    if (oldest === undefined) return
    this.#retired.delete(oldest)
    const session = this.#sessions.get(oldest)
    if (session !== undefined && !isBusy(session)) this.#forget(session)
  }

  /** Drops a session. Its log remains. */
  drop(id: string): void {
    const session = this.#sessions.get(id)
    if (session !== undefined) this.#forget(session)
  }

  /**
   * The sessions that are unused for longer than this. Each may be dropped during the iteration.
   */
  *unusedFor(idleMs: number): Generator<Session, void, void> {
    const beforeMs = this.#options.nowMs() - idleMs
    for (const sessions of this.#byPrincipal.values()) {
      for (const session of sessions.values()) {
        if (session.usedMs > beforeMs) break
        yield session
      }
    }
  }

  busy(): readonly Session[] {
    return [...this.#sessions.values()].filter(isBusy)
  }

  #keep(session: Session): boolean {
    const { id, index } = session
    if (!this.#sessions.has(id) && !this.#makeRoom()) return false
    this.#sessions.set(id, session)
    const sessions = this.#byPrincipal.get(index.principal)
    if (sessions === undefined) this.#byPrincipal.set(index.principal, new Map([[id, session]]))
    else {
      // A session that replaces another one was used last.
      sessions.delete(id)
      sessions.set(id, session)
    }
    return true
  }

  #makeRoom(): boolean {
    this.#untilLook -= 1
    if (this.#untilLook <= 0) {
      this.#untilLook = LOOK_EVERY
      if (this.#options.isTight?.() === true) {
        this.#evict(Math.ceil(this.#sessions.size / TIGHT_PART))
      }
    }
    return this.#sessions.size < this.#options.sessionsMax || this.#evict(1)
  }

  /** Drops this many idle sessions of the principals with most. Returns whether it dropped any. */
  #evict(count: number): boolean {
    const bySize = [...this.#byPrincipal.values()].sort((left, right) => right.size - left.size)
    let left = count
    for (const sessions of bySize) {
      for (const session of sessions.values()) {
        if (isBusy(session)) continue
        this.#forget(session)
        left -= 1
        if (left === 0) return true
      }
    }
    return left < count
  }

  #forget({ id, index }: Session): void {
    this.#sessions.delete(id)
    const sessions = this.#byPrincipal.get(index.principal)
    sessions?.delete(id)
    if (sessions?.size === 0) this.#byPrincipal.delete(index.principal)
  }
}
