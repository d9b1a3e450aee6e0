// Guards the pool of q workers: what runs away is ended alone, what waits is bounded.
import { afterAll, expect, it } from 'vitest'
import { qPerformer } from '../../src/effects/q.ts'
import { Q_LIMITS } from '../../src/sim/q-problems/judge/limits.ts'

const performer = qPerformer({ threads: 2 })
afterAll(() => performer.close())
const signal = new AbortController().signal

it('runs', async () => {
  const input = { op: 'run', code: '1+1', limits: { ...Q_LIMITS } }
  expect(await performer.perform({ kind: 'q', input }, signal)).toEqual({
    status: 'answered',
    output: { output: '2\n', error: null, error_text: '' },
  })
})
