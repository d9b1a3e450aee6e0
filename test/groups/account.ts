import { expect } from 'vitest'
import { buildSchedule } from '../../src/env/group.ts'
import type { GroupDecision } from '../../src/env/group-state.ts'
import { type GivenGroup, SIZE, TIMES } from './histories.ts'

export type Of = { readonly generation: string; readonly index: number }
type Decision<Kind extends GroupDecision['kind']> = Extract<GroupDecision, { kind: Kind }>

export interface Asked extends Of {
  mayWait: boolean
  wasToldToWait: boolean
  /** The member of its rules that differs from the group's. */
  differsIn?: string
}

export interface Played {
  readonly episode: string
  lastMs: number
  /** Whether its connection is watched. */
  isWatched: boolean
  closedMs: number | undefined
  end: 'win' | 'fail' | 'fault' | undefined
  endMs: number
  critique: 'unread' | 'writing' | 'to retry' | 'gone' | 'read'
  isAwaitingPost: boolean
  post: string | undefined
  isExpired: boolean
  /** Its last message to another server, until this server reads of it. */
  otherMs: number | undefined
  leaseCheck: 'none' | 'reading' | 'to retry' | 'given up'
}

/** A rollout right after its opening. */
export const FRESH = {
  ...({ isWatched: true, closedMs: undefined, end: undefined, endMs: 0 } as const),
  ...({ critique: 'unread', isAwaitingPost: false, post: undefined, isExpired: false } as const),
  ...({ otherMs: undefined, leaseCheck: 'none' } as const),
} satisfies Omit<Played, 'episode' | 'lastMs'>

/** What a message to this server, over a socket, changes. */
export const messageAt = (nowMs: number) =>
  ({ lastMs: nowMs, closedMs: undefined, isWatched: true, leaseCheck: 'none' }) as const

/** When the lease of a rollout ends, by its messages to this server. */
function leaseEndMs({ closedMs, lastMs, isWatched }: Played): number {
  if (closedMs !== undefined) return closedMs + TIMES.graceMs
  return lastMs + (isWatched ? TIMES.silenceMs : TIMES.leaseMs)
}

/** A group as its users know it, apart from the reducer's own state, and what it permits. */
export class Account {
  readonly given: GivenGroup
  nowMs = 1_000
  begunMs = 1_000
  generation = 0
  played = new Map<number, Played>()
  shown = new Set<number>()
  /** Calls without an answer. */
  readonly asked = new Map<string, Asked>()
  /** Openings that may be stored now. */
  readonly open = new Map<string, Of>()
  readonly leftMs = new Map<number, number>()
  /** Episodes that a new generation has to end. */
  readonly toEnd = new Set<string>()

  constructor(given: GivenGroup) {
    this.given = given
  }

  forgetGeneration(): void {
    for (const { episode, end } of this.played.values()) {
      if (end === undefined) this.toEnd.add(episode)
    }
    this.generation++
    this.begunMs = this.nowMs
    this.played = new Map()
    this.shown = new Set()
    this.leftMs.clear()
  }

  /** Critiques that could not be written are tried again with a tick and with a call. */
  forgetFailures({ generation }: Pick<Of, 'generation'>): void {
    if (generation !== String(this.generation)) return
    for (const played of this.played.values()) {
      if (played.critique === 'to retry') played.critique = 'unread'
      if (played.leaseCheck === 'to retry') played.leaseCheck = 'none'
    }
  }

  /** A message to another server counts as soon as this one reads of it. */
  learnOfOthers(played: Played): void {
    const { otherMs, closedMs, lastMs } = played
    if (otherMs === undefined || played.end !== undefined) return
    const endMs = otherMs + TIMES.leaseMs
    if (otherMs <= (closedMs ?? lastMs) || endMs <= leaseEndMs(played)) return
    const elsewhere = { isWatched: false, closedMs: undefined, otherMs: undefined } as const
    Object.assign(played, { lastMs: otherMs, ...elsewhere, leaseCheck: 'none' })
  }

  /** What the store has of a rollout: what other servers and this one have written. */
  storedMs(played: Played): number {
    const { otherMs = 0, closedMs, lastMs } = played
    const ownMs = closedMs ?? Math.min(this.nowMs, leaseEndMs(played) - TIMES.leaseMs)
    return Math.max(otherMs, ownMs, closedMs === undefined ? lastMs : 0)
  }

  readLease(played: Played): void {
    this.learnOfOthers(played)
    played.leaseCheck = this.nowMs > leaseEndMs(played) ? 'given up' : 'none'
  }

  readonly placeOf = (index: number) =>
    buildSchedule(
      { run: 'r', id: 'g', size: SIZE, mode: 'feedback' },
      this.given.rules.feedback,
    ).forMember(index)

  /** Nobody waits without need, and everything that a call waits for is under way. */
  checkQueue(): void {
    for (const [call, asked] of this.asked) {
      expect(asked.generation, `${call} of an older generation`).toBe(String(this.generation))
      const { index, mayWait, wasToldToWait, differsIn } = asked
      expect(differsIn, `${call} with other rules`).toBe(undefined)
      expect(this.played.has(index), `${call} for an opened rollout`).toBe(false)
      const pending = this.#pendingFor(index)
      expect(pending, `${call} waits for nothing`).not.toEqual([])
      if (this.#blocking(pending).length > 0) expect([mayWait, wasToldToWait]).toEqual([true, true])
      for (const other of pending) {
        const { end, critique } = this.played.get(other) ?? {}
        if (end === 'fail') expect(critique, `critique ${other}`).not.toBe('unread')
        const played = this.played.get(other)
        if (played !== undefined && end === undefined && this.nowMs > leaseEndMs(played)) {
          expect(['reading', 'to retry'], `lease ${other}`).toContain(played.leaseCheck)
        }
      }
    }
  }

  check(decision: GroupDecision): void {
    switch (decision.kind) {
      case 'write':
        this.#checkWrite(decision)
        return
      case 'check_lease': {
        const played = this.played.get(decision.index) as Played
        const { episode, end, leaseCheck } = played
        expect([episode, end, leaseCheck]).toEqual([decision.episode, undefined, 'none'])
        expect(this.nowMs).toBeGreaterThan(leaseEndMs(played))
        played.leaseCheck = 'reading'
        return
      }
      case 'end':
        expect(this.toEnd.delete(decision.episode)).toBe(true)
        return
      case 'expired': {
        const [index, played] = this.#playedAs(decision.episode)
        expect([played.end, played.isExpired]).toEqual([undefined, false])
        expect(this.#isWaitedFor(index)).toBe(false)
        played.isExpired = true
        return
      }
      case 'wait':
        this.#checkWait(decision)
        return
      case 'open':
        this.#checkOpening(decision)
        this.open.set(decision.call, this.#answered(decision.call))
        return
      case 'repeat': {
        const played = this.played.get(this.#answered(decision.call).index) as Played
        expect(decision.episode).toBe(played.episode)
        Object.assign(played, messageAt(this.nowMs))
        return
      }
      case 'refuse':
        this.#checkRefusal(decision)
        return
    }
  }

  #checkWrite({ index, episode }: Decision<'write'>): void {
    const played = this.played.get(index) as Played
    expect([played.episode, played.end, played.critique]).toEqual([episode, 'fail', 'unread'])
    played.critique = 'writing'
  }

  #checkWait({ call }: Decision<'wait'>): void {
    const asked = this.asked.get(call) as Asked
    expect(this.#blocking(this.#pendingFor(asked.index))).not.toEqual([])
    expect([asked.mayWait, asked.wasToldToWait]).toEqual([true, false])
    asked.wasToldToWait = true
  }

  #checkRefusal(decision: Decision<'refuse'>): void {
    const { index, generation, mayWait, differsIn } = this.#answered(decision.call)
    expect(decision.fault === 'superseded').toBe(generation !== String(this.generation))
    if (decision.fault === 'mismatch') expect(decision.difference.name).toBe(differsIn)
    if (decision.fault !== 'would_wait') return
    const blocking = this.#blocking(this.#pendingFor(index))
    expect([mayWait, decision.waitsFor]).toEqual([false, blocking])
    expect(blocking).not.toEqual([])
    this.leftMs.set(index, this.nowMs)
  }

  /** A call has one answer. */
  #answered(call: string): Asked {
    const asked = this.asked.get(call)
    expect(asked, `${call} had been answered or had left`).toBeDefined()
    this.asked.delete(call)
    return asked as Asked
  }

  readonly #playedAs = (episode: string): [number, Played] =>
    [...this.played].find(([, played]) => played.episode === episode) as [number, Played]

  #checkOpening({ call, condition, attempts }: Decision<'open'>): void {
    const { index, generation, wasToldToWait } = this.asked.get(call) as Asked
    expect(generation).toBe(String(this.generation))
    const place = this.placeOf(index)
    expect(condition).toBe(place.condition)
    expect(this.#pendingFor(index)).toEqual([])
    const before = Array.from({ length: place.after }, (_, other) => other)
    const goesOn = before.filter((other) => this.played.get(other)?.end === undefined)
    for (const other of wasToldToWait ? goesOn : []) {
      expect(this.played.get(other)?.isExpired ?? true, `expired ${other}`).toBe(true)
    }
    const wanted = this.#wantedFrom(before)
    expect(attempts.map((one) => one.index)).toEqual(wanted)
    for (const { index: other, episode_id, text } of attempts) {
      this.shown.add(other)
      const { episode, post } = this.played.get(other) as Played
      expect(episode_id).toBe(episode)
      expect(text).toContain(post ?? `of ${episode}`)
    }
  }

  /** The failed attempts that an opening is to show. */
  #wantedFrom(before: readonly number[]): readonly number[] {
    const { attemptsMax, rules } = this.given
    const { feedback } = rules
    const hasFailed = (other: number): boolean => this.played.get(other)?.end === 'fail'
    const first = [...Array(feedback.waves[0]).keys()]
    if (feedback.when === 'all_failed' && !first.every(hasFailed)) return []
    const failed = before.filter(
      (other) => hasFailed(other) && this.played.get(other)?.critique === 'read',
    )
    const room = Math.max(0, attemptsMax - this.shown.size)
    const news = failed.filter((other) => !this.shown.has(other)).slice(0, room)
    const wanted = failed.filter((other) => this.shown.has(other) || news.includes(other))
    return feedback.show === 'last' ? wanted.slice(-1) : wanted
  }

  #pendingFor(index: number): readonly number[] {
    const before = Array.from({ length: this.placeOf(index).after }, (_, other) => other)
    return before.filter((other) => this.#isWaitedFor(other))
  }

  /** A critique that no model writes is there in a moment, and so is what the store has. */
  #blocking(pending: readonly number[]): readonly number[] {
    const isSlow = this.given.rules.feedback.critique === 'model'
    return pending.filter((other) => {
      const { end, critique, leaseCheck } = this.played.get(other) ?? {}
      if (end === undefined) return leaseCheck !== 'reading'
      return isSlow || critique !== 'writing'
    })
  }

  readonly #isWaitedFor = (index: number): boolean => this.nowMs <= this.#untilMs(index)

  /** The calls for a rollout that are under way. */
  callsFor({ generation, index }: Of): number {
    const all = [...this.asked.values(), ...this.open.values()]
    return all.filter((of) => of.index === index && of.generation === generation).length
  }

  /** Until when others wait for a rollout, by what its users did. */
  #untilMs(index: number): number {
    const played = this.played.get(index)
    if (played === undefined) {
      const of = { generation: String(this.generation), index }
      if (this.callsFor(of) > 0) return Number.POSITIVE_INFINITY
      const backMs = (this.leftMs.get(index) ?? Number.NEGATIVE_INFINITY) + TIMES.graceMs
      return Math.max(this.begunMs + TIMES.arrivalMs, backMs)
    }
    const { end, endMs, leaseCheck, critique, isAwaitingPost } = played
    if (end === undefined) {
      return leaseCheck === 'given up' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
    }
    if (end !== 'fail' || critique === 'gone') return Number.NEGATIVE_INFINITY
    if (critique !== 'read') return Number.POSITIVE_INFINITY
    return isAwaitingPost ? endMs + TIMES.critiqueMs : Number.NEGATIVE_INFINITY
  }
}
