// Guards the sandbox against hostile programs: each ends cleanly, and nothing leaks.
import { setMaxListeners } from 'node:events'
import { existsSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { qPerformer } from '../../src/effects/q.ts'
import { Q_LIMITS } from '../../src/sim/q-problems/judge/limits.ts'
import type { RunAnswer } from '../../src/sim/q-problems/judge/request.ts'
import type { EffectAnswer } from '../../src/tools/effect.ts'
import { HOPELESS, HOSTILE } from './hostile.ts'

const performer = qPerformer({ threads: 2 })
afterAll(() => performer.close())
const signal = new AbortController().signal
setMaxListeners(0, signal)

const run = (code: string): Promise<EffectAnswer> => {
  const input = { op: 'run', code, limits: { ...Q_LIMITS, milliseconds: 1_500 } }
  return performer.perform({ kind: 'q', input }, signal)
}

const outputOf = (answer: EffectAnswer): RunAnswer => {
  if (answer.status === 'failed') throw new Error(`${answer.reason}: ${answer.message}`)
  return answer.output as unknown as RunAnswer
}

/** q error names are short and contain no JavaScript. */
const JAVASCRIPT = /undefined|\[object|\[native|TypeError|RangeError|Maximum call|is not a function/

describe.concurrent('hostile programs', () => {
  it('are at least forty', () => {
    expect(HOSTILE.length).toBeGreaterThanOrEqual(40)
  })

  it.each(HOSTILE)('$name', async ({ code }) => {
    const { output, error, error_text: text } = outputOf(await run(code))
    expect(output.length).toBeLessThanOrEqual(Q_LIMITS.output)
    expect(`${error} ${text}`).not.toMatch(JAVASCRIPT)
    expect(text.length).toBeLessThanOrEqual(500)
    if (HOPELESS.has(code)) expect(error).not.toBeNull()
    expect(Object.keys(Object.prototype)).toEqual([])
  })
})

describe('after them', () => {
  it('nothing is left behind', async () => {
    expect(existsSync('/tmp/q-was-here')).toBe(false)
    expect(outputOf(await run('til 3'))).toEqual({ output: '0 1 2\n', error: null, error_text: '' })
  })
})
