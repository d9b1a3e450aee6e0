// Guards that principals share the event loop: order, fairness, and no delay on a quiet server.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type EventLoop, LoopScheduler } from './loop-scheduler.ts'

/** A loop whose time passes only as work says so, and whose rounds are made by hand. */
class HandLoop implements EventLoop {
  ms = 0
  #after: (() => void)[] = []
  #next: (() => void)[] = []

  nowMs(): number {
    return this.ms
  }

  afterWork(callback: () => void): void {
    this.#after.push(callback)
  }

  nextRound(callback: () => void): void {
    this.#next.push(callback)
  }

  /** Lets the work at hand settle. */
  settle(): void {
    for (let first = this.#after.shift(); first !== undefined; first = this.#after.shift()) first()
  }

  round(): void {
    for (const callback of this.#next.splice(0)) {
      callback()
      this.settle()
    }
  }
}

const started = () => {
  const loop = new HandLoop()
  return { loop, turns: new LoopScheduler(loop), done: [] as string[] }
}

describe('the loop scheduler', () => {
  it('runs work at once when nobody else waits', async () => {
    const { loop, turns, done } = started()
    turns.run('ann', () => done.push('light'))
    expect(done).toEqual(['light'])
    expect(turns.next('ann')).toBeUndefined()
    loop.settle()
    expect(turns.next('bea')).toBeUndefined()
    loop.settle()
    expect(turns.waiting).toBe(0)
  })

  it('begins one piece of heavy work at a time', () => {
    const { loop, turns, done } = started()
    expect(turns.next('ann')).toBeUndefined()
    turns.next('bea')?.then(() => done.push('bea'))
    expect(turns.waiting).toBe(1)
    loop.settle()
    expect(turns.waiting).toBe(0)
  })

  it('continues with later work of the same turn while there is time', () => {
    const { loop, turns, done } = started()
    turns.next('ann')
    turns.next('ann')?.then(() => done.push('never'))
    turns.next('bea')
    expect(turns.waiting).toBe(1)
    loop.ms += 10
    expect(turns.next('ann')).toBeDefined()
    expect(turns.waiting).toBe(2)
  })

  it('begins concurrent calls one by one, after it counted the time of each', () => {
    const { loop, turns, done } = started()
    const ask = (name: string, number: number): void => {
      turns.begin(name, () => {
        loop.ms += 20
        done.push(`${name} ${number}`)
      })
    }
    for (let number = 0; number < 10; number++) ask('flood', number)
    ask('ann', 0)
    expect(done).toEqual(['flood 0'])
  })

  it('serves a caller with little work before one with too much', () => {
    const { loop, turns, done } = started()
    const piece = (name: string, costMs: number) => (): void => {
      loop.ms += costMs
      done.push(name)
    }
    for (let number = 0; number < 1_000; number++) turns.run('flood', piece(`flood ${number}`, 1))
    expect(done.length).toBeLessThan(10)
    const before = done.length
    turns.run('ann', piece('ann', 0.1))
    loop.round()
    expect(done.slice(before, before + 2)).toContain('ann')
  })

  it('uses only one slice in each round of the loop, however much waits', () => {
    const { loop, turns } = started()
    for (let number = 0; number < 500; number++) {
      turns.run('flood', () => {
        loop.ms += 1
      })
    }
    for (let rounds = 0; turns.waiting > 0; rounds++) {
      const before = loop.ms
      loop.round()
      expect(loop.ms - before).toBeLessThanOrEqual(5)
      expect(rounds).toBeLessThan(500)
    }
  })

  it('runs all work once, in each owner’s order, with at most one piece of each other', () => {
    const piece = fc.record({
      owner: fc.constantFrom('ann', 'bea', 'cem'),
      costMs: fc.constantFrom(0, 0.5, 3, 20),
      rounds: fc.constantFrom(0, 0, 0, 1),
    })
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 80 }), (pieces) => {
        const { loop, turns } = started()
        const done: { owner: string; number: number }[] = []
        for (const [number, { owner, costMs, rounds }] of pieces.entries()) {
          turns.run(owner, () => {
            loop.ms += costMs
            done.push({ owner, number })
          })
          loop.settle()
          if (rounds > 0) loop.round()
        }
        const waitingSince = done.length
        for (let rounds = 0; turns.waiting > 0 && rounds < 200; rounds++) loop.round()
        expect(done).toHaveLength(pieces.length)
        for (const name of ['ann', 'bea', 'cem']) {
          const order = done.filter(({ owner }) => owner === name).map(({ number }) => number)
          expect(order).toEqual(order.toSorted((left, right) => left - right))
        }
        // While several wait, nobody is served twice before another who waits.
        const late = done.slice(waitingSince).map(({ owner }) => owner)
        for (let index = 0; index + 1 < late.length; index++) {
          if (late[index] !== late[index + 1]) continue
          expect(new Set(late.slice(index)).size).toBe(1)
        }
      }),
      { numRuns: 200 },
    )
  })

  it('renews a time slice when it is used up', async () => {
    const { loop, turns } = started()
    const share = turns.timeSlice('ann')
    expect(share.isUsedUp).toBe(false)
    loop.ms += 10
    expect(share.isUsedUp).toBe(true)
    const renewed = share.renew()
    loop.round()
    await renewed
    expect(share.isUsedUp).toBe(false)
  })
})
