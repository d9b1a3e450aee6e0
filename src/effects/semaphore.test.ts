// Guards that a semaphore lets in its number and no more, in order, and loses no slot.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSemaphore, type Release } from './semaphore.ts'

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('a semaphore', () => {
  it('keeps its limits and its order whoever arrives, leaves or gives up', async () => {
    const event = fc.oneof(
      fc.record({ kind: fc.constant('arrive') }),
      fc.record({ kind: fc.constantFrom('leave', 'give up'), which: fc.nat(20) }),
    )
    const limits = fc.record({ concurrency: fc.integer({ min: 1, max: 3 }), queueMax: fc.nat(3) })
    await fc.assert(
      fc.asyncProperty(limits, fc.array(event, { maxLength: 40 }), async (given, events) => {
        const semaphore = createSemaphore(given)
        const inside: { number: number; release: Release }[] = []
        let waiting: { number: number; controller: AbortController }[] = []
        const entered: number[] = []
        const arrive = async (number: number): Promise<void> => {
          const controller = new AbortController()
          waiting.push({ number, controller })
          const release = await semaphore.acquire(controller.signal).catch(() => undefined)
          waiting = waiting.filter((other) => other.number !== number)
          if (typeof release !== 'function') return
          entered.push(number)
          inside.push({ number, release })
        }
        for (const [number, { kind, ...more }] of events.entries()) {
          const which = 'which' in more ? Number(more.which) : 0
          if (kind === 'arrive') void arrive(number)
          if (kind === 'give up') waiting[which % waiting.length]?.controller.abort()
          if (kind === 'leave' && inside.length > 0) {
            const [gone] = inside.splice(which % inside.length, 1)
            gone?.release()
            gone?.release()
          }
          await settle()
          expect(inside.length).toBeLessThanOrEqual(given.concurrency)
          expect(waiting.length).toBeLessThanOrEqual(given.queueMax)
          if (waiting.length > 0) expect(inside).toHaveLength(given.concurrency)
        }
        expect(entered).toEqual([...entered].sort((left, right) => left - right))
        for (; inside.length > 0; await settle()) {
          for (const { release } of inside.splice(0)) release()
        }
        const free = Array.from({ length: given.concurrency }, () =>
          semaphore.acquire(new AbortController().signal),
        )
        expect((await Promise.all(free)).every((slot) => typeof slot === 'function')).toBe(true)
      }),
      { numRuns: 150 },
    )
  })

  it('turns a caller away whose signal has gone already', async () => {
    const semaphore = createSemaphore({ concurrency: 1, queueMax: 0 })
    await expect(semaphore.acquire(AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
    expect(typeof (await semaphore.acquire(new AbortController().signal))).toBe('function')
  })
})
