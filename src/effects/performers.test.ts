// Guards that no effect ever throws, hangs past its deadline, floods its kind or leaks a secret.
import { getEventListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EffectAnswer, EffectRequest } from '../tools/effect.ts'
import type { Performer } from './performer.ts'
import { createPerformers } from './performers.ts'
import { timerPerformer } from './timer.ts'

const request = (kind: string, input: EffectRequest['input'] = {}): EffectRequest => ({
  kind,
  input,
})

function performer(
  perform: (request: EffectRequest, signal: AbortSignal) => unknown,
  more: Partial<Performer> = {},
): Performer {
  return {
    kind: 'test',
    ...more,
    perform: async (asked, signal) => perform(asked, signal) as EffectAnswer,
  }
}

describe('the table of performers', () => {
  it('refuses a kind that it does not know and names those it knows', async () => {
    const { perform } = createPerformers([timerPerformer])
    const answer = await perform(request('telepathy'))
    expect(answer).toMatchObject({ status: 'failed', reason: 'refused' })
    expect(JSON.stringify(answer)).toContain('known kinds: timer')
    expect(await perform(request('__proto__'))).toMatchObject({ reason: 'refused' })
  })

  it('refuses two performers of one kind', () => {
    expect(() => createPerformers([timerPerformer, timerPerformer])).toThrow('two of the kind')
  })

  it('refuses what is no request', async () => {
    const { perform } = createPerformers([timerPerformer])
    const bad = { kind: 'timer', input: {}, url: 'http://localhost' } as unknown as EffectRequest
    expect(await perform(bad)).toMatchObject({ status: 'failed', reason: 'refused' })
  })

  it('hides what a performer threw from the answer and tells the operator', async () => {
    const seen: unknown[] = []
    const error = new TypeError('secret sk-123 at /home/x.ts:1')
    const { perform } = createPerformers(
      [
        performer(() => {
          throw error
        }),
      ],
      {
        onError: (kind, thrown) => {
          seen.push(kind, thrown)
          throw new Error('the log is full')
        },
      },
    )
    const answer = await perform(request('test'))
    expect(answer).toEqual({
      status: 'failed',
      reason: 'unavailable',
      message: 'The performer of "test" failed unexpectedly (TypeError).',
    })
    expect(seen).toEqual(['test', error])
  })

  it('survives whatever a performer throws or answers', async () => {
    const outcomes = fc.oneof(
      fc.anything({ withBigInt: true, withDate: true, withMap: true }),
      fc.record({ status: fc.constant('answered'), output: fc.anything({ withBigInt: true }) }),
    )
    await fc.assert(
      fc.asyncProperty(outcomes, fc.boolean(), async (outcome, throws) => {
        const { perform } = createPerformers([
          performer(() => {
            if (throws) throw outcome
            return outcome
          }),
        ])
        const answer = await perform(request('test'))
        expect(JSON.parse(JSON.stringify(answer))).toEqual(answer)
        expect(['answered', 'failed']).toContain(answer.status)
      }),
      { numRuns: 200 },
    )
  })

  it('makes an answer what its log will hold', async () => {
    const output = { kept: 1, left_out: undefined, zero: -0 }
    const { perform } = createPerformers([performer(() => ({ status: 'answered', output }))])
    const answer = await perform(request('test'))
    expect(answer).toStrictEqual({ status: 'answered', output: { kept: 1, zero: 0 } })
  })

  it('bounds answers in bytes, not characters, and messages too', async () => {
    const answers: unknown[] = [
      { status: 'answered', output: 'é'.repeat(49) },
      { status: 'answered', output: 'é'.repeat(50) },
      { status: 'failed', reason: 'refused', message: 'x'.repeat(5_000) },
    ]
    const { perform } = createPerformers([performer(() => answers.shift())], {
      answerBytesMax: 100,
    })
    expect(await perform(request('test'))).toMatchObject({ status: 'answered' })
    expect(await perform(request('test'))).toMatchObject({ status: 'failed', reason: 'invalid' })
    expect(await perform(request('test'))).toMatchObject({ message: 'x'.repeat(2_000) })
  })

  it('answers at the deadline even if the performer ignores its signal', async () => {
    const { perform } = createPerformers([performer(() => sleep(2_000, null, { ref: false }))], {
      deadlineMs: 30,
    })
    const startMs = Date.now()
    expect(await perform(request('test'))).toMatchObject({ status: 'failed', reason: 'timeout' })
    expect(Date.now() - startMs).toBeLessThan(1_500)
  })

  it('says that an effect was cancelled when its caller gives up', async () => {
    const { perform } = createPerformers([timerPerformer])
    const gone = AbortSignal.abort()
    expect(await perform(request('timer', { milliseconds: 0 }), gone)).toMatchObject({
      reason: 'unavailable',
      message: expect.stringContaining('cancelled'),
    })
    const controller = new AbortController()
    const waiting = perform(request('timer', { milliseconds: 60_000 }), controller.signal)
    controller.abort()
    expect(await waiting).toMatchObject({ reason: 'unavailable' })
  })

  it('leaves nothing behind on the signal of a long-lived caller', async () => {
    const { perform } = createPerformers([timerPerformer])
    const { signal } = new AbortController()
    await perform(request('timer', { milliseconds: 1 }), signal)
    await perform(request('timer', { milliseconds: -1 }), signal)
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  })

  it('runs so many at once, lets so many wait, and turns the rest away in words', async () => {
    let running = 0
    let most = 0
    const { perform } = createPerformers(
      [
        performer(async () => {
          most = Math.max(most, ++running)
          await sleep(20)
          running--
          return { status: 'answered', output: null }
        }),
      ],
      { concurrency: 2, queueMax: 3 },
    )
    const answers = await Promise.all(Array.from({ length: 8 }, () => perform(request('test'))))
    expect(most).toBe(2)
    expect(answers.filter(({ status }) => status === 'answered')).toHaveLength(5)
    expect(answers[7]).toEqual({
      status: 'failed',
      reason: 'unavailable',
      message: 'Too many effects "test" wait; try again later.',
    })
    expect(await perform(request('test'))).toMatchObject({ status: 'answered' })
  })

  it('keeps the slot of work that outlives its deadline, and counts waiting too', async () => {
    const { perform } = createPerformers(
      [performer(() => sleep(150).then(() => ({ status: 'answered', output: 1 })))],
      { concurrency: 1, deadlineMs: 50 },
    )
    const both = await Promise.all([perform(request('test')), perform(request('test'))])
    expect(both.map((answer) => answer.status === 'failed' && answer.reason)).toEqual([
      'timeout',
      'timeout',
    ])
  })
})

describe('the timer', () => {
  const { perform } = createPerformers([timerPerformer])

  it('waits and answers the time it was asked for', async () => {
    const startMs = performance.now()
    expect(await perform(request('timer', { milliseconds: 30 }))).toEqual({
      status: 'answered',
      output: { waited_ms: 30 },
    })
    expect(performance.now() - startMs).toBeGreaterThan(25)
  })

  it.each([{}, { milliseconds: -1 }, { milliseconds: 60_001 }, { milliseconds: 1.5 }])(
    'refuses %j',
    async (input) => {
      expect(await perform(request('timer', input))).toMatchObject({ reason: 'refused' })
    },
  )
})
