import { expect } from 'vitest'
import type { reduceGroup } from '../../src/env/group-reducer.ts'
import {
  type GroupEvent,
  type GroupState,
  newGroupState,
  type StoredGroup,
  type StoredRollout,
} from '../../src/env/group-state.ts'
import { Account, FRESH, messageAt, type Of, type Played } from './account.ts'
import { CALLS_MAX, type GivenGroup, type Move, SIZE, TIMES } from './histories.ts'

export type Reducer = typeof reduceGroup

function frozen(group: GroupState): GroupState {
  for (const items of [
    group.rollouts,
    group.calls,
    group.callEndedMs,
    group.shownIndices,
    group.endedGenerations,
  ]) {
    for (const item of Object.freeze(items)) Object.freeze(item)
  }
  return Object.freeze(group)
}

const pick = <Item>(items: readonly Item[], at: number): Item | undefined =>
  items[at % items.length]

const OTHER_TASK = { task: 'other' }
const OTHER_SHOW = { feedback: { show: 'summary' } } as const

/** Plays histories against a reducer, and checks its decisions against what its users know. */
export class Model {
  readonly #reduce: Reducer
  readonly #account: Account
  #group: GroupState
  #calls = 0

  constructor(reduce: Reducer, given: GivenGroup) {
    this.#reduce = reduce
    this.#account = new Account(given)
    this.#group = newGroupState({ run: 'r', id: 'g' }, TIMES, given.rules.feedback)
  }

  move({ kind, index, ms, isOther }: Move): void {
    this.#account.nowMs += ms
    const of = this.#of(index)
    if (kind === 'ask') this.#ask(of, true, isOther)
    else if (kind === 'ask_at_once') this.#ask(of, false, isOther)
    else if (kind === 'ask_differently') this.#askDifferently(of, isOther)
    else if (kind === 'hurry') this.#hurry(index)
    else if (kind === 'pass') this.#feed({ kind: 'tick' })
    else if (kind === 'renew' && index === 0) this.#renew()
    else if (kind === 'store') this.#store(index, isOther)
    else if (kind === 'leave') this.#leave(index)
    else if (kind === 'critique') this.#critique(index, isOther)
    else if (kind === 'post') this.#post(index)
    else if (kind === 'other_opens') this.#otherOpens(index, isOther)
    else if (kind === 'other_asks') this.#otherAsks(index)
    else if (kind === 'other_begins' && index === 0) this.#otherBegins()
    else if (kind === 'late_news') this.#lateNews()
    else if (kind === 'read_lease') this.#readLease(index, isOther)
    else this.#play(kind, index)
  }

  readonly #of = (index: number): Of => ({ generation: String(this.#account.generation), index })

  /** One of the rollouts that some condition holds for. */
  #one(index: number, holds: (played: Played) => boolean): [number, Played] | undefined {
    return pick(
      [...this.#account.played].filter(([, played]) => holds(played)),
      index,
    )
  }

  /** Everything ends, and no call is left without an answer. */
  finish(): void {
    const now = { ms: 0, isOther: false }
    for (let index = 0; index < SIZE; index++) this.move({ kind: 'ask', index, ...now })
    for (let round = 0; round < 3; round++) {
      for (let at = 0; at < 3 * SIZE; at++) {
        for (const kind of ['store', 'critique', 'read_lease', 'win'] as const) {
          this.move({ kind, index: 0, ...now })
        }
      }
      this.move({ ...now, kind: 'pass', index: 0, ms: 1_000 })
    }
    for (let at = 0; at < SIZE; at++) this.move({ kind: 'store', index: 0, ...now })
    expect([...this.#account.asked.keys()], 'calls without an answer').toEqual([])
    expect([...this.#account.toEnd], 'episodes of older generations that go on').toEqual([])
  }

  #ask(of: Of, mayWait: boolean, isSparse: boolean): void {
    if (this.#account.callsFor(of) >= CALLS_MAX) return
    const call = `call-${++this.#calls}`
    if (this.#group.generation === undefined) this.#account.begunMs = this.#account.nowMs
    this.#account.asked.set(call, { ...of, mayWait, wasToldToWait: false })
    const { rules, attemptsMax } = this.#account.given
    const isBegun = this.#group.generation === of.generation
    // What an opening leaves out is as the group has it.
    const given = isSparse && isBegun ? { ...rules, feedback: {} } : rules
    const asked = { call, mayWait, link: 'open', rules: given, attemptsMax, ...of } as const
    this.#account.forgetFailures(of)
    this.#feed({ kind: 'open_requested', ...asked })
  }

  #askDifferently(of: Of, isOther: boolean): void {
    if (this.#group.generation !== of.generation) return
    const call = `call-${++this.#calls}`
    const rules = { ...this.#account.given.rules, ...(isOther ? OTHER_TASK : OTHER_SHOW) }
    const differsIn = isOther ? 'task' : 'show'
    this.#account.asked.set(call, { ...of, mayWait: true, wasToldToWait: false, differsIn })
    this.#feed({ kind: 'open_requested', call, mayWait: true, link: 'open', rules, ...of })
  }

  #hurry(index: number): void {
    const [call, asked] = pick([...this.#account.asked], index) ?? []
    if (call === undefined || asked === undefined) return
    asked.mayWait = false
    this.#feed({ kind: 'wait_ended', call })
  }

  #play(kind: Move['kind'], at: number): void {
    const [index, played] = this.#one(at, ({ end }) => end === undefined) ?? []
    if (index === undefined || played === undefined) return
    const of = this.#of(index)
    if (kind === 'beat') {
      Object.assign(played, messageAt(this.#account.nowMs))
      this.#feed({ kind: 'heartbeat', link: 'open', ...of })
    } else if (kind === 'drop') {
      if (played.isWatched) played.closedMs ??= this.#account.nowMs
      this.#feed({ kind: 'disconnected', ...of })
    } else if (kind === 'win' || kind === 'fail' || kind === 'fault') {
      Object.assign(played, { end: kind, endMs: this.#account.nowMs })
      const reason = kind === 'fault' ? 'client_fault' : 'agent_closed'
      this.#feed({ kind: 'ended', reason, success: kind === 'win', ...of })
    } else if (kind === 'other_plays') {
      played.otherMs = this.#account.nowMs
    } else if (kind === 'other_fails') {
      Object.assign(played, { end: 'fail', endMs: this.#account.nowMs })
      this.#feedStored({})
    }
  }

  #renew(): void {
    const old = { generation: String(this.#account.generation), index: 0 }
    const hadBegun = this.#group.generation !== undefined
    this.#account.forgetGeneration()
    this.#ask({ generation: String(this.#account.generation), index: 0 }, true, false)
    if (!hadBegun) return
    // Nobody gets anything from a generation that is over.
    const late = `call-${this.#calls + 1}`
    this.#ask(old, true, false)
    expect(this.#account.asked.has(late), 'a call of an older generation').toBe(false)
  }

  #otherOpens(index: number, isSilent: boolean): void {
    if (this.#group.generation === undefined || this.#account.played.has(index)) return
    const { graceMs, leaseMs } = TIMES
    const lastMs = isSilent ? this.#account.nowMs + graceMs - leaseMs : this.#account.nowMs
    const episode = `${this.#account.generation}/${index}`
    const failed = [...this.#account.played]
      .filter(([, { end }]) => end === 'fail')
      .map(([at]) => at)
    const shown = failed.slice(0, 1)
    for (const other of shown) this.#account.shown.add(other)
    this.#account.played.set(index, { episode, ...FRESH, lastMs, isWatched: false })
    const heartbeat = isSilent ? { heartbeatMs: this.#account.nowMs - 500 } : {}
    this.#feedStored({ index, shownIndices: shown, ...heartbeat })
  }

  #otherAsks(index: number): void {
    if (this.#group.generation === undefined) return
    if (!this.#account.played.has(index) && !this.#account.leftMs.has(index))
      this.#account.leftMs.set(index, this.#account.nowMs)
    this.#feedStored({}, { requestedIndices: [index] })
  }

  #otherBegins(): void {
    const old = this.#account.generation
    this.#account.forgetGeneration()
    const left = `${old}/elsewhere`
    this.#account.toEnd.add(left)
    const episode = `${this.#account.generation}/0`
    this.#account.played.set(0, {
      episode,
      ...FRESH,
      lastMs: this.#account.nowMs,
      isWatched: false,
    })
    this.#feedStored({}, { earlierGenerations: [String(old)], openEarlier: [left] })
  }

  /** What was read before a generation began changes nothing. */
  #lateNews(): void {
    const [generation] = this.#group.endedGenerations
    if (generation === undefined) return
    const { rules } = this.#account.given
    const nothing = { earlierGenerations: [], rollouts: [], requestedIndices: [] }
    const late = { generation, rules, begunMs: 0, openEarlier: ['x'], ...nothing }
    this.#feed({ kind: 'store_read', group: late })
  }

  /** Reads the store, which has everything that was played, and news from another server. */
  #feedStored(news: Partial<StoredRollout>, more: Partial<StoredGroup> = {}): void {
    const rollouts = [...this.#account.played].map(([index, played]): StoredRollout => {
      const { episode, end, endMs, otherMs } = played
      const { condition } = this.#account.placeOf(index)
      const reason = end === 'fault' ? 'client_fault' : 'agent_closed'
      const ending =
        end === undefined ? {} : { end: { reason, success: end === 'win', atMs: endMs } }
      const own = index === news.index ? news : {}
      const heartbeat = otherMs === undefined ? {} : { heartbeatMs: otherMs }
      this.#account.learnOfOthers(played)
      return { index, episode, condition, shownIndices: [], ...heartbeat, ...ending, ...own }
    })
    const account = { rules: this.#account.given.rules, begunMs: this.#account.begunMs, rollouts }
    const generation = String(this.#account.generation)
    const nothing = { earlierGenerations: [], openEarlier: [], requestedIndices: [] }
    const group = { generation, ...account, ...nothing, ...more }
    this.#feed({ kind: 'store_read', group })
  }

  #store(at: number, fails: boolean): void {
    const [call, of] = pick([...this.#account.open], at) ?? []
    if (call === undefined || of === undefined) return
    this.#account.open.delete(call)
    const { index, generation } = of
    const episode = `${generation}/${index}`
    const isCurrent = generation === String(this.#account.generation)
    if (isCurrent && (fails || this.#account.played.has(index))) {
      this.#account.leftMs.set(index, this.#account.nowMs)
      this.#feed({ kind: 'call_ended', call })
      return
    }
    if (isCurrent)
      this.#account.played.set(index, { episode, ...FRESH, lastMs: this.#account.nowMs })
    else {
      this.#account.toEnd.add(episode)
      this.#account.asked.set(call, { generation, index, mayWait: true, wasToldToWait: false })
    }
    const { condition } = this.#account.placeOf(index)
    const link = 'open'
    this.#feed({ kind: 'opened', call, episode, condition, link, generation, index })
    expect(this.#account.asked.has(call), 'a call whose generation is over').toBe(false)
  }

  #leave(at: number): void {
    const [call, of] = pick([...this.#account.asked], at) ?? []
    if (call === undefined || of === undefined) return
    this.#account.asked.delete(call)
    this.#account.leftMs.set(of.index, this.#account.nowMs)
    this.#feed({ kind: 'call_ended', call })
  }

  /** The critique that was asked for is written, or it fails. */
  #critique(at: number, fails: boolean): void {
    const [index, played] = this.#one(at, ({ critique }) => critique === 'writing') ?? []
    if (index === undefined || played === undefined) return
    const of = this.#of(index)
    const { episode, post } = played
    if (fails) {
      const isGone = this.#account.nowMs % 2 === 0
      played.critique = isGone ? 'gone' : 'to retry'
      this.#feed({ kind: 'critique', critique: isGone ? 'nothing' : 'failed', ...of })
      return
    }
    played.critique = 'read'
    const isAwaitingPost = this.#account.given.rules.feedback.critique === 'posted'
    played.isAwaitingPost = isAwaitingPost && post === undefined
    const words = { outcome: 'failed', did: '', critique: `of ${episode}` } as const
    const critique = { episode, index, ...words }
    this.#feed({ kind: 'critique', critique, isAwaitingPost, ...of })
  }

  /** The store was read for a rollout whose lease seems over, or it could not be read. */
  #readLease(at: number, fails: boolean): void {
    const [index, played] = this.#one(at, ({ leaseCheck }) => leaseCheck === 'reading') ?? []
    if (index === undefined || played === undefined) return
    const storedMs = this.#account.storedMs(played)
    if (played.end === undefined) {
      if (fails) played.leaseCheck = 'to retry'
      else this.#account.readLease(played)
    }
    const activityMs = fails ? 'unreadable' : storedMs
    this.#feed({ kind: 'lease_read', activityMs, ...this.#of(index) })
  }

  #post(at: number): void {
    const canPost = ({ end, post }: Played): boolean => end === 'fail' && post === undefined
    const [index, played] = this.#one(at, canPost) ?? []
    if (index === undefined || played === undefined) return
    const text = `posted ${played.episode}`
    Object.assign(played, { post: text, isAwaitingPost: false })
    this.#feed({ kind: 'critique_posted', text, ...this.#of(index) })
  }

  #feed(event: GroupEvent): void {
    if (event.kind === 'tick') {
      this.#account.forgetFailures({ generation: String(this.#account.generation) })
    }
    const { group, decisions } = this.#reduce(this.#group, event, this.#account.nowMs)
    // A pure reducer changes no state that it was given.
    this.#group = frozen(group)
    for (const decision of decisions) this.#account.check(decision)
    if (event.kind !== 'heartbeat' && event.kind !== 'disconnected') this.#account.checkQueue()
  }
}
