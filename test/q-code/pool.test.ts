// Guards the pool of q workers: a runaway program ends alone, and waiting is bounded.
import { setMaxListeners } from 'node:events'
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { qPerformer } from '../../src/effects/q.ts'
import type { QLimits } from '../../src/sim/q-problems/judge/limits.ts'
import { Q_LIMITS } from '../../src/sim/q-problems/judge/limits.ts'
import type { EffectAnswer } from '../../src/tools/effect.ts'
import { bundled } from '../support/bundles.ts'

const performer = qPerformer({ threads: 2, graceMs: 1_000 })
afterAll(() => performer.close())
const signal = new AbortController().signal
setMaxListeners(0, signal)

/** One operation of at least a second that does not ask whether to stop. */
const DEAF = '50000000#"a"'
const GENEROUS: QLimits = { ...Q_LIMITS, fuel: 1_000_000_000, items: 50_000_000 }

const request = (code: string, limits: QLimits = Q_LIMITS) => ({
  kind: 'q',
  input: { op: 'run', code, limits: { ...limits } },
})

const run = (code: string, limits?: QLimits, own: AbortSignal = signal): Promise<EffectAnswer> =>
  performer.perform(request(code, limits), own)

const printed = (output: string): EffectAnswer => ({
  status: 'answered',
  output: { output, error: null, error_text: '' },
})

/** Runs programs that the first `late` threads never start; returns the number of threads used. */
async function runLate(
  late: number,
  startMs: number,
): Promise<{ answer: EffectAnswer; threads: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'backchannel-late-'))
  const worker = bundled('late-worker')
  const slow = qPerformer({ threads: 1, graceMs: 0, startMs, worker })
  try {
    const file = join(folder, 'starts')
    // A limit far below the start-up time of a thread.
    const limits = { ...Q_LIMITS, milliseconds: 50 }
    const answer = await slow.perform(request(`/ late ${late} ${file}\n1+1`, limits), signal)
    return { answer, threads: existsSync(file) ? statSync(file).size : 0 }
  } finally {
    await slow.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

describe('the clock of a program', () => {
  it('is not running before its thread begins: another thread takes over', async () => {
    const { answer, threads } = await runLate(1, 8_000)
    expect(answer).toEqual(printed('2\n'))
    // On a busy machine, a starting thread may be given up too.
    expect(threads).toBeGreaterThanOrEqual(2)
  })

  it('never ran where no thread began: the machine failed, and not the program', async () => {
    const { answer } = await runLate(100, 2_000)
    expect(answer).toMatchObject({ status: 'failed', reason: 'unavailable' })
  })
})

describe('the pool', () => {
  it('runs and grades', async () => {
    expect(await run('1+1')).toEqual(printed('2\n'))
    const input = {
      op: 'grade',
      code: 'solve:{x*x}',
      entry: 'solve',
      comparison: 'value',
      tests: [{ arguments: ['3'], expected: '9', console: null }],
      limits: { ...Q_LIMITS },
    }
    expect(await performer.perform({ kind: 'q', input }, signal)).toEqual({
      status: 'answered',
      output: {
        load_error: null,
        tests: [{ passed: true, shown: '9', wanted: '9', error: null }],
      },
    })
  })

  it.each([
    ['plain calls', 'f:{$[x=0;0;1+f x-1]};f 5000', '5000'],
    ['calls through each', 'f:{$[x=0;0;1+first f each enlist x-1]};f 2200', '2200'],
    ['calls through a fold', 'f:{$[y=0;x;f/[x+1;enlist y-1]]};f[0;2000]', '2000'],
  ])('goes deep: %s', async (_, code, shown) => {
    expect(await run(code, { ...Q_LIMITS, milliseconds: 30_000 })).toEqual(printed(`${shown}\n`))
  })

  it('ends deeper recursion without harm to the thread', async () => {
    expect(await run('f:{1+f x+1};f 0')).toMatchObject({ output: { error: 'stack' } })
    expect(await run('6*7')).toEqual(printed('42\n'))
  })

  it('keeps nothing between programs', async () => {
    await run('a:5')
    expect(await run('a')).toMatchObject({ output: { error: 'a' } })
  })

  it('ends a runaway program without affecting others', async () => {
    const strict = qPerformer({ threads: 2, graceMs: 0 })
    const run = (code: string, limits = Q_LIMITS) => strict.perform(request(code, limits), signal)
    const runaway = run(DEAF, { ...GENEROUS, megabytes: 1_024, milliseconds: 100 })
    const others = Array.from({ length: 40 }, (_, index) => run(`${index}+1`))
    expect(await Promise.all(others)).toEqual(
      Array.from({ length: 40 }, (_, index) => printed(`${index + 1}\n`)),
    )
    expect(await runaway).toMatchObject({ status: 'answered', output: { error: 'killed' } })
    expect(await run('2+2')).toEqual(printed('4\n'))
    await strict.close()
  })

  it('stops a program that would exhaust the heap, and keeps the thread', async () => {
    const hungry = 'count {(x;enlist(string x;x))}each til 3000000'
    // More than the heap, so that the interpreter's own limit is not reached first.
    const answer = await run(hungry, { ...GENEROUS, megabytes: 16_384 })
    expect(answer).toMatchObject({ status: 'answered', output: { error: 'stop' } })
    expect(await run('1+1')).toEqual(printed('2\n'))
  })

  it('stops when its caller does', async () => {
    const own = new AbortController()
    const running = run('while[1;]', { ...GENEROUS, milliseconds: 30_000 }, own.signal)
    setTimeout(() => own.abort(new Error('enough')), 200)
    await expect(running).rejects.toThrow('enough')
    expect(await run('3+3')).toEqual(printed('6\n'))
  })

  it('reserves a thread for a principal without one', async () => {
    const shared = qPerformer({ threads: 3, isShared: true })
    const endless = { ...GENEROUS, milliseconds: 60_000 }
    const own = new AbortController()
    setMaxListeners(0, own.signal)
    let ended = 0
    const flood = Array.from({ length: 60 }, async () => {
      await shared.perform(request('while[1;]', endless), own.signal, 'mallory').catch(() => {})
      ended += 1
    })
    for (const number of [1, 2, 3]) {
      const answer = await shared.perform(request(`${number}+1`), signal, 'alice')
      expect([answer, ended]).toEqual([printed(`${number + 1}\n`), 0])
    }
    own.abort()
    await Promise.all(flood)
    await shared.close()
  })

  it('refuses more than may wait', async () => {
    const small = qPerformer({ threads: 1, queueMax: 2 })
    const answers = await Promise.all([1, 2, 3, 4].map(() => small.perform(request('1'), signal)))
    const reasons = answers.map((one) => (one.status === 'failed' ? one.reason : one.status))
    expect(reasons).toEqual(['answered', 'answered', 'answered', 'unavailable'])
    await small.close()
  })

  it.each([
    [{ op: 'run' }, /code/],
    [{ op: 'shell', code: 'ls', limits: Q_LIMITS }, /op/],
    [{ op: 'run', code: '1', limits: { ...Q_LIMITS, fuel: 1e15 } }, /fuel/],
    [{ op: 'run', code: '1', limits: Q_LIMITS, file: '/etc/passwd' }, /file/],
  ])('refuses the request %j', async (input, why) => {
    const answer = await performer.perform({ kind: 'q', input: input as never }, signal)
    expect(answer).toMatchObject({ status: 'failed', reason: 'refused' })
    expect(answer.status === 'failed' ? answer.message : '').toMatch(why)
  })
})
