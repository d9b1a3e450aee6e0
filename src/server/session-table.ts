import { Fault } from '../wire/faults.ts'
import { isBusy, type Session } from './session.ts'

/** Sessions of episodes that are over, kept for repeated calls. */
const RETIRED_MAX = 2_048

/** Uses within this time count as one. */
const ORDER_MS = 1_000

/** After so many sessions it is asked again whether memory is tight. */
const LOOK_EVERY = 256

/** Of the sessions, one in this many goes when memory is tight. */
const TIGHT_PART = 4

/** What a table is told of the machine. */
interface SessionTableOptions {
  readonly sessionsMax: number
  /** A clock that never goes back, in milliseconds. */
  nowMs(): number
  /** Whether idle sessions should make room for what is under way. Default: never. */
  isTight?(): boolean
}

/**
 * The episodes in memory. Who has most of them makes room for another, with the one that was unused
 * for longest: a principal that opens many forgets its own.
 */
export class SessionTable {
  readonly #options: SessionTableOptions
  readonly #sessions = new Map<string, Session>()
  /** By principal. A Map iterates in order of insertion: the least recently used is its first. */
  readonly #lines = new Map<string, Map<string, Session>>()
  readonly #retired = new Set<string>()
  #untilLook = LOOK_EVERY

  constructor(options: SessionTableOptions) {
    this.#options = options
  }

  get size(): number {
    return this.#sessions.size
  }

  /** The session, now one of the most recently used (to within a second). */
  get(id: string): Session | undefined {
    const session = this.#sessions.get(id)
    if (session === undefined) return undefined
    const nowMs = this.#options.nowMs()
    // Moving it each time would cost more than the order is worth.
    if (nowMs - session.usedMs >= ORDER_MS) {
      session.usedMs = nowMs
      const line = this.#lines.get(session.index.principal)
      line?.delete(id)
      line?.set(id, session)
    }
    return session
  }

  /** @throws Fault `capacity/episodes` if the table is full of busy sessions */
  put(session: Session): void {
    if (this.#keep(session)) return
    const { sessionsMax } = this.#options
    throw new Fault('capacity/episodes', `all ${sessionsMax} episodes in memory are at work`)
  }

  /** Keeps a session if there is room. An episode that is stored already needs no place here. */
  offer(session: Session): void {
    this.#keep(session)
  }

  /**
   * Marks a session whose episode is over. Only repeated calls may still want it, so it does not
   * stay for the idle time: the oldest of some thousand such sessions goes.
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

  /** Forgets a session; its log stays. */
  drop(id: string): void {
    const session = this.#sessions.get(id)
    if (session !== undefined) this.#forget(session)
  }

  /** The sessions unused for longer than this; each may be dropped before the next is taken. */
  *unusedFor(idleMs: number): Generator<Session, void, void> {
    const beforeMs = this.#options.nowMs() - idleMs
    for (const line of this.#lines.values()) {
      for (const session of line.values()) {
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
    const line = this.#lines.get(index.principal)
    if (line === undefined) this.#lines.set(index.principal, new Map([[id, session]]))
    else line.set(id, session)
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

  /** Forgets so many idle sessions of whoever has most; answers whether there was one. */
  #evict(count: number): boolean {
    const lines = [...this.#lines.values()].sort((left, right) => right.size - left.size)
    let left = count
    for (const line of lines) {
      for (const session of line.values()) {
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
    const line = this.#lines.get(index.principal)
    line?.delete(id)
    if (line?.size === 0) this.#lines.delete(index.principal)
  }
}
