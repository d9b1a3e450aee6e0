import fc from 'fast-check'
import { expect } from 'vitest'
import { type Feedback, scheduleOf } from '../../src/env/group.ts'
import type { reduceGroup } from '../../src/env/group-reducer.ts'
import {
  type GroupDecision,
  type GroupEvent,
  type GroupRules,
  type GroupState,
  newGroupState,
} from '../../src/env/group-state.ts'

export type Reducer = typeof reduceGroup

const TIMES = { leaseMs: 100, silenceMs: 300, graceMs: 20, arrivalMs: 50, critiqueMs: 30 }
const SIZE = 6

export const rules: fc.Arbitrary<GroupRules> = fc
  .record({
    waves: fc.constantFrom<number[][]>([1], [2, 2], [1, 2, 3]),
    clean_share: fc.constantFrom(0, 0.5),
    when: fc.constantFrom('always' as const, 'all_failed' as const),
    attemptsMax: fc.constantFrom(0, 1, 10),
  })
  .map(({ attemptsMax, ...given }) => {
    const usual = { start_at: 1, show: 'all', cap_chars: 10_000, critique: 'rule' } as const
    const feedback: Feedback = { ...usual, ...given }
    return { task: 't', size: SIZE, mode: 'feedback', feedback, attemptsMax }
  })

/** What may happen to a group in any order; a model of it says what it means. */
export interface Move {
  readonly kind:
    | 'ask'
    | 'store'
    | 'leave'
    | 'beat'
    | 'drop'
    | 'win'
    | 'fail'
    | 'fault'
    | 'critique'
    | 'renew'
    | 'pass'
  readonly index: number
  readonly ms: number
}
export const moves: fc.Arbitrary<Move[]> = fc.array(
  fc.record({
    kind: fc.constantFrom<Move['kind'][]>(
      ...(['ask', 'ask', 'ask', 'store', 'store', 'store', 'leave', 'beat', 'drop'] as const),
      ...([
        'win',
        'fail',
        'fail',
        'fail',
        'fault',
        'critique',
        'critique',
        'renew',
        'pass',
      ] as const),
    ),
    index: fc.integer({ min: 0, max: SIZE - 1 }),
    ms: fc.constantFrom(0, 0, 0, 5, 25, 60, 110),
  }),
  { minLength: 20, maxLength: 80 },
)

interface Played {
  readonly episode: string
  lastMs: number
  closedMs: number | undefined
  end: 'win' | 'fail' | 'fault' | undefined
  isKnown: boolean
}

/** A group as its users see it, told apart from the reducer's own state. */
export class Model {
  readonly #reduce: Reducer
  readonly #rules: GroupRules
  #group: GroupState
  nowMs = 1_000
  #begunMs = 1_000
  #calls = 0
  #generation = 0
  #played = new Map<number, Played>()
  #shown = new Set<number>()
  readonly #asked = new Map<string, { index: number; generation: string }>()
  /** Openings that may be stored now. */
  readonly #open = new Map<string, { index: number; generation: string }>()
  readonly #leftMs = new Map<number, number>()
  readonly #writing = new Set<number>()
  /** Episodes that a new generation has to end. */
  readonly #toEnd = new Set<string>()

  constructor(reduce: Reducer, given: GroupRules) {
    this.#reduce = reduce
    this.#rules = given
    this.#group = newGroupState({ run: 'r', id: 'g' }, TIMES)
  }

  move({ kind, index, ms }: Move): void {
    this.nowMs += ms
    const of = { generation: String(this.#generation), index }
    const played = this.#played.get(index)
    if (kind === 'ask') this.#ask(of)
    else if (kind === 'pass') this.#feed({ kind: 'tick' })
    else if (kind === 'renew' && index === 0) this.#renew()
    else if (kind === 'store') this.#store(index)
    else if (kind === 'leave') this.#leave(index)
    else if (kind === 'critique') this.#critique(index)
    else if (played !== undefined && played.end === undefined) this.#play(kind, played, of)
  }

  /** Everything ends, and nothing is left that anybody waits for. */
  finish(): void {
    for (let index = 0; index < SIZE; index++) this.move({ kind: 'ask', index, ms: 0 })
    for (let round = 0; round < 3 * SIZE; round++) {
      for (let index = 0; index < SIZE; index++) {
        for (const kind of ['store', 'critique', 'win'] as const) this.move({ kind, index, ms: 0 })
      }
    }
    this.move({ kind: 'pass', index: 0, ms: 1_000 })
    for (let index = 0; index < SIZE; index++) this.move({ kind: 'store', index, ms: 0 })
    expect([...this.#asked.keys()], 'calls without an answer').toEqual([])
    expect([...this.#toEnd], 'episodes of older generations that go on').toEqual([])
  }

  #ask(of: { index: number; generation: string }): void {
    const call = `call-${++this.#calls}`
    if (this.#group.generation === undefined) this.#begunMs = this.nowMs
    this.#asked.set(call, of)
    const answers = this.#feed({
      kind: 'asked',
      call,
      mayWait: true,
      link: 'open',
      rules: this.#rules,
      ...of,
    })
    const isClean = this.#placeOf(of.index).condition === 'clean'
    if (isClean) expect(answers.map(({ kind }) => kind)).toContain(this.#kindOf(of.index))
  }

  readonly #kindOf = (index: number) => (this.#played.has(index) ? 'repeat' : 'open')

  #play(kind: Move['kind'], played: Played, of: { index: number; generation: string }): void {
    if (kind === 'beat') {
      Object.assign(played, { lastMs: this.nowMs, closedMs: undefined })
      this.#feed({ kind: 'heartbeat', link: 'open', ...of })
    } else if (kind === 'drop') {
      played.closedMs ??= this.nowMs
      this.#feed({ kind: 'disconnected', ...of })
    } else if (kind === 'win' || kind === 'fail' || kind === 'fault') {
      played.end = kind
      const reason = kind === 'fault' ? 'client_fault' : 'agent_closed'
      this.#feed({ kind: 'ended', reason, success: kind === 'win', ...of })
    }
  }

  #renew(): void {
    for (const { episode, end } of this.#played.values()) {
      if (end === undefined) this.#toEnd.add(episode)
    }
    const old = { generation: String(this.#generation), index: 0 }
    const hadBegun = this.#group.generation !== undefined
    this.#generation++
    this.#begunMs = this.nowMs
    this.#played = new Map()
    this.#shown = new Set()
    this.#leftMs.clear()
    this.#writing.clear()
    this.#ask({ generation: String(this.#generation), index: 0 })
    if (!hadBegun) return
    // Nobody gets anything from a generation that is over.
    const call = `call-${++this.#calls}`
    this.#asked.set(call, old)
    const late = this.#feed({
      kind: 'asked',
      call,
      mayWait: true,
      link: 'open',
      rules: this.#rules,
      ...old,
    })
    expect(late).toContainEqual({ kind: 'refuse', call, fault: 'superseded' })
  }

  #store(index: number): void {
    for (const [call, of] of this.#open) {
      if (of.index !== index) continue
      this.#open.delete(call)
      const episode = `${of.generation}/${of.index}`
      const isCurrent = of.generation === String(this.#generation)
      if (isCurrent && this.#played.has(index)) {
        this.#feed({ kind: 'left', call })
        continue
      }
      const fresh = { lastMs: this.nowMs, closedMs: undefined, end: undefined, isKnown: false }
      if (isCurrent) this.#played.set(index, { episode, ...fresh })
      else this.#toEnd.add(episode)
      const { condition } = this.#placeOf(index)
      this.#feed({ kind: 'opened', call, episode, condition, link: 'open', ...of })
      return
    }
  }

  #leave(index: number): void {
    for (const [call, of] of this.#asked) {
      if (of.index !== index || of.generation !== String(this.#generation)) continue
      this.#asked.delete(call)
      this.#leftMs.set(index, this.nowMs)
      this.#feed({ kind: 'left', call })
      return
    }
  }

  #critique(index: number): void {
    if (!this.#writing.delete(index)) return
    const played = this.#played.get(index) as Played
    played.isKnown = true
    const words = { outcome: 'failed', did: '', critique: `of ${played.episode}` } as const
    const attempt = { episode: played.episode, index, ...words }
    this.#feed({ kind: 'critique', attempt, generation: String(this.#generation), index })
  }

  readonly #placeOf = (index: number) =>
    scheduleOf({ run: 'r', id: 'g', size: SIZE, mode: 'feedback' }, this.#rules.feedback).place(
      index,
    )

  #feed(event: GroupEvent): readonly GroupDecision[] {
    const before = JSON.stringify(this.#group)
    const { group, decisions } = this.#reduce(this.#group, event, this.nowMs)
    expect(JSON.stringify(this.#group), 'the state before').toBe(before)
    this.#group = group
    for (const decision of decisions) this.#check(decision)
    return decisions
  }

  #check(decision: GroupDecision): void {
    switch (decision.kind) {
      case 'write':
        expect(this.#played.get(decision.index)?.end).toBe('fail')
        expect(this.#writing.has(decision.index)).toBe(false)
        this.#writing.add(decision.index)
        return
      case 'end':
        expect(this.#toEnd.delete(decision.episode)).toBe(true)
        return
      case 'wait':
        expect(decision.waitsFor.every((index) => this.#isWaitedFor(index))).toBe(true)
        return
      case 'open':
        this.#checkOpening(decision)
        this.#open.set(decision.call, this.#answered(decision.call))
        return
      case 'repeat': {
        const { index } = this.#answered(decision.call)
        const played = this.#played.get(index) as Played
        expect(decision.episode).toBe(played.episode)
        Object.assign(played, { lastMs: this.nowMs, closedMs: undefined })
        return
      }
      case 'refuse': {
        const { generation } = this.#answered(decision.call)
        expect(generation).not.toBe(String(this.#generation))
      }
    }
  }

  /** A call has one answer. */
  #answered(call: string): { index: number; generation: string } {
    const of = this.#asked.get(call)
    expect(of, `${call} had been answered or had left`).toBeDefined()
    this.#asked.delete(call)
    return of as { index: number; generation: string }
  }

  #checkOpening({ call, condition, attempts }: Extract<GroupDecision, { kind: 'open' }>): void {
    const { index, generation } = this.#asked.get(call) ?? { index: 0, generation: '' }
    expect(generation).toBe(String(this.#generation))
    const place = this.#placeOf(index)
    expect(condition).toBe(place.condition)
    const before = Array.from({ length: place.after }, (_, other) => other)
    expect(before.filter((other) => this.#isWaitedFor(other))).toEqual([])
    const { feedback, attemptsMax = 0 } = this.#rules
    const first = [...Array(feedback.waves[0]).keys()]
    const isOff =
      feedback.when === 'all_failed' && first.some((one) => this.#played.get(one)?.end === 'win')
    const failed = before.filter((other) => this.#played.get(other)?.end === 'fail')
    const room = attemptsMax - this.#shown.size
    const news = failed.filter((other) => !this.#shown.has(other)).slice(0, room)
    const wanted = failed.filter((other) => this.#shown.has(other) || news.includes(other))
    expect(attempts.map((one) => one.index)).toEqual(isOff ? [] : wanted)
    for (const attempt of attempts) {
      this.#shown.add(attempt.index)
      expect(attempt.episode_id).toBe(`${generation}/${attempt.index}`)
      expect(attempt.text).toContain(`of ${generation}/${attempt.index}`)
    }
  }

  /** Whether others wait for a rollout, by what its users did. */
  #isWaitedFor(index: number): boolean {
    const played = this.#played.get(index)
    if (played === undefined) {
      const own = [...this.#asked.values(), ...this.#open.values()]
      if (own.some((of) => of.index === index && of.generation === String(this.#generation))) {
        return true
      }
      const backMs = (this.#leftMs.get(index) ?? Number.NEGATIVE_INFINITY) + TIMES.graceMs
      return this.nowMs <= Math.max(this.#begunMs + TIMES.arrivalMs, backMs)
    }
    const { end, isKnown, closedMs, lastMs } = played
    if (end !== undefined) return end === 'fail' && !isKnown
    const leaseEndMs = closedMs === undefined ? lastMs + TIMES.silenceMs : closedMs + TIMES.graceMs
    return this.nowMs <= leaseEndMs
  }
}
