// Guards that q programs do not affect each other through shared memory.
import { setMaxListeners } from 'node:events'
import { afterAll, describe, expect, it } from 'vitest'
import { ProcessWatch } from '../../src/effects/memory/process-watch.ts'
import { sharedOut } from '../../src/effects/memory/worker-memory.ts'
import { qPerformer } from '../../src/effects/q.ts'
import { judge } from '../../src/sim/q-problems/judge/judge.ts'
import { Q_LIMITS } from '../../src/sim/q-problems/judge/limits.ts'
import type { EffectAnswer } from '../../src/tools/effect.ts'

const MEGABYTE = 2 ** 20
const memory = sharedOut(1_024 * MEGABYTE)
const watch = new ProcessWatch(memory.processBytes)
const performer = qPerformer({ memory, watch, threads: 2, isShared: true })
afterAll(() => performer.close())
const signal = new AbortController().signal
setMaxListeners(0, signal)

const run = (code: string, owner: string, on = performer): Promise<EffectAnswer> =>
  on.perform({ kind: 'q', input: { op: 'run', code, limits: { ...Q_LIMITS } } }, signal, owner)

/** Uses all memory that a program may have. */
const HOG = 'x:();while[1b;x,:enlist til 1000]'
/** Uses more than a thread provides, and ends normally. */
const LARGE = 'x:{til 1000}each til 6000;count x'

const inPlace = (code: string): EffectAnswer => ({
  status: 'answered',
  output: judge({ op: 'run', code, limits: Q_LIMITS }) as never,
})

describe('programs that take much memory', () => {
  it('answer as they do alone, however many run at once', async () => {
    const codes = [HOG, LARGE, HOG, LARGE, HOG]
    const answers = await Promise.all(codes.map((code) => run(code, 'mallory')))
    expect(answers).toEqual(codes.map(inPlace))
    expect(answers[0]).toMatchObject({ output: { error: 'wsfull' } })
    expect(watch.stopped).toBe(0)
  })

  it('are stopped where a trap would hide it from the small thread', async () => {
    const trapped = '@[{x:();while[1b;x,:enlist til 1000]};0;{show x}];show `after'
    expect(await run(trapped, 'mallory')).toEqual(inPlace(trapped))
  })

  it('leave a thread to the programs of others, and all memory when they end', async () => {
    const hogs = Array.from({ length: 4 }, () => run(HOG, 'mallory'))
    let isOver = false
    const all = Promise.all(hogs).then(() => {
      isOver = true
    })
    expect(await run('1+1', 'alice')).toMatchObject({ output: { output: '2\n' } })
    expect(isOver).toBe(false)
    await all
    await expect.poll(() => watch.bytes).toBe(0)
  })
})

it('a program whose process is stopped has no answer, and may be run again', async () => {
  const tight = new ProcessWatch(64 * MEGABYTE)
  const short = qPerformer({ memory, watch: tight, threads: 1 })
  try {
    expect(await run(HOG, 'mallory', short)).toEqual({
      status: 'failed',
      reason: 'unavailable',
      message: expect.stringMatching(/not enough memory .* workers_memory_share/),
    })
    expect(tight.stopped).toBe(1)
    expect(await run('1+1', 'mallory', short)).toMatchObject({ output: { output: '2\n' } })
  } finally {
    await short.close()
  }
})

it('reports low memory if the system ends a process at its start', async () => {
  class Killing extends ProcessWatch {
    override add(watched: Parameters<ProcessWatch['add']>[0]): () => void {
      process.kill(watched.pid, 'SIGKILL')
      return super.add(watched)
    }
  }
  const short = qPerformer({ memory, watch: new Killing(memory.processBytes), threads: 1 })
  expect(await run(HOG, 'mallory', short)).toMatchObject({
    reason: 'unavailable',
    message: expect.stringMatching(/not enough memory/),
  })
  await short.close()
})
