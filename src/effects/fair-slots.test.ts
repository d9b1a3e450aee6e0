// Guards that slots are shared: nobody starves, nobody holds all, order is kept, no slot is lost.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FairSlots, type Release } from './fair-slots.ts'

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
const { signal } = new AbortController()

interface Caller {
  readonly owner: string
  readonly number: number
  readonly controller: AbortController
  release?: Release
}

/** Who waits and who is in, as seen from outside. */
class Room {
  readonly inside: Caller[] = []
  waiting: Caller[] = []
  readonly refused: Caller[] = []
  readonly entered: Caller[] = []
  readonly slots: FairSlots

  constructor(slots: FairSlots) {
    this.slots = slots
  }

  async arrive(owner: string, number: number): Promise<void> {
    const caller: Caller = { owner, number, controller: new AbortController() }
    this.waiting.push(caller)
    const release = await this.slots
      .acquire(owner, caller.controller.signal)
      .catch(() => 'gone' as const)
    this.waiting = this.waiting.filter((other) => other !== caller)
    if (release === 'full') this.refused.push(caller)
    if (typeof release !== 'function') return
    caller.release = release
    this.inside.push(caller)
    this.entered.push(caller)
  }

  leave(which: number): void {
    const [gone] = this.inside.splice(which, 1)
    gone?.release?.()
    gone?.release?.()
  }

  held = (owner: string): number => this.inside.filter((one) => one.owner === owner).length
}

const owner = fc.constantFrom('ann', 'bea', 'cem')
const event = fc.oneof(
  fc.record({ kind: fc.constant('arrive' as const), owner }),
  fc.record({ kind: fc.constantFrom('leave' as const, 'give up' as const), which: fc.nat(20) }),
)
const limits = fc.record({
  concurrency: fc.integer({ min: 1, max: 5 }),
  queueMax: fc.nat(5),
  keep: fc.nat(2),
})

describe('fair slots', () => {
  it('keep their limits whoever arrives, leaves or gives up', async () => {
    await fc.assert(
      fc.asyncProperty(limits, fc.array(event, { maxLength: 50 }), async (given, events) => {
        const room = new Room(new FairSlots(given))
        const ownerMax = Math.max(1, given.concurrency - given.keep)
        for (const [number, step] of events.entries()) {
          if (step.kind === 'arrive') void room.arrive(step.owner, number)
          else if (step.kind === 'give up') {
            room.waiting[step.which % room.waiting.length]?.controller.abort()
          } else if (room.inside.length > 0) room.leave(step.which % room.inside.length)
          await settle()
          const free = given.concurrency - room.inside.length
          expect(free).toBeGreaterThanOrEqual(0)
          expect(room.waiting.length).toBeLessThanOrEqual(given.queueMax)
          for (const { owner } of room.inside)
            expect(room.held(owner)).toBeLessThanOrEqual(ownerMax)
          // Nobody waits without need: who holds nothing waits only while all are held.
          for (const { owner } of room.waiting) {
            const mayGo = room.held(owner) === 0 ? free > 0 : free > Math.min(1, given.keep)
            expect(mayGo && room.held(owner) < ownerMax).toBe(false)
          }
        }
        for (const name of ['ann', 'bea', 'cem']) {
          const order = room.entered.filter((one) => one.owner === name).map((one) => one.number)
          expect(order).toEqual(order.toSorted((left, right) => left - right))
        }
        while (room.inside.length > 0) {
          room.leave(0)
          await settle()
        }
        expect(room.waiting).toEqual([])
        for (let place = 0; place < given.concurrency; place++) {
          expect(typeof (await room.slots.acquire(`fresh ${place}`, signal))).toBe('function')
        }
      }),
      { numRuns: 200 },
    )
  })

  it('let in who holds nothing before another comes twice, however many wait', async () => {
    const count = fc.integer({ min: 1, max: 40 })
    await fc.assert(
      fc.asyncProperty(limits, count, fc.nat(20), async (given, flood, which) => {
        const room = new Room(new FairSlots({ ...given, queueMax: 100 }))
        for (let number = 0; number < flood; number++) void room.arrive('flood', number)
        await settle()
        void room.arrive('ann', 1_000)
        await settle()
        if (given.keep > 0 && given.concurrency > 1) expect(room.held('ann')).toBe(1)
        const before = room.entered.length
        while (room.held('ann') === 0) {
          room.leave(which % room.inside.length)
          await settle()
          expect(room.entered.length - before).toBeLessThanOrEqual(2)
        }
      }),
      { numRuns: 100 },
    )
  })

  it('refuse the last of who waits for most, not who comes late', async () => {
    const room = new Room(new FairSlots({ concurrency: 1, queueMax: 3 }))
    for (let number = 0; number < 6; number++) void room.arrive('flood', number)
    await settle()
    expect(room.refused.map(({ number }) => number)).toEqual([4, 5])
    void room.arrive('ann', 6)
    await settle()
    expect(room.refused.map(({ number }) => number)).toEqual([4, 5, 3])
    expect(room.waiting.map(({ owner }) => owner)).toEqual(['flood', 'flood', 'ann'])
  })

  it('turn a caller away whose signal has gone already', async () => {
    const slots = new FairSlots({ concurrency: 1, queueMax: 0 })
    const gone = AbortSignal.abort(new Error('gone'))
    await expect(slots.acquire('ann', gone)).rejects.toThrow('gone')
    expect(typeof (await slots.acquire('ann', signal))).toBe('function')
  })
})
