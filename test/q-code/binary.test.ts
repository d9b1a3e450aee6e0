// Guards the connection to a licensed q, with a stand-in or a real one.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { qBinaryPerformer } from '../../src/effects/q-binary.ts'
import { fileScript, readHarness, testHarness } from '../../src/effects/q-script.ts'
import { createSession } from '../../src/sim/q/index.ts'
import { isRightValue } from '../../src/sim/q-problems/judge/judge.ts'
import { Q_LIMITS } from '../../src/sim/q-problems/judge/limits.ts'
import type { ComparisonMode } from '../../src/sim/q-problems/judge/request.ts'
import type { EffectAnswer } from '../../src/tools/effect.ts'

const STAND_IN = join(import.meta.dirname, 'stand-in-q.mjs')
const signal = new AbortController().signal
const limits = { ...Q_LIMITS, milliseconds: 3_000 }

const standIn = (environment: Readonly<Record<string, string>> = {}, startMs = 20_000) =>
  qBinaryPerformer({ path: process.execPath, leading: [STAND_IN], environment, startMs })

const run = (code: string, milliseconds = 3_000, own = signal): Promise<EffectAnswer> => {
  const input = { op: 'run', code, limits: { ...limits, milliseconds } }
  return standIn().perform({ kind: 'q', input }, own)
}

const grade = (code: string, comparison: ComparisonMode = 'value', performer = standIn()) => {
  const tests = ['3', '12'].map((n) => ({
    arguments: [n],
    expected: String(Number(n) ** 2),
    console: null,
  }))
  const input = { op: 'grade', code, entry: 'solve', comparison, tests, limits: { ...limits } }
  return performer.perform({ kind: 'q', input }, signal)
}

const done = (output: object): object => ({ status: 'answered', output })

describe('a licensed q', () => {
  it('runs a script in a folder that is gone afterwards', async () => {
    expect(await run('5')).toEqual(done({ output: '5', error: null, error_text: '' }))
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('backchannel-q-'))).toEqual([])
  })

  it('reports errors by name', async () => {
    expect(await run('7\noops')).toEqual(done({ output: '7', error: 'oops', error_text: "'oops" }))
  })

  it('is killed with its children when it is late', async () => {
    const startMs = performance.now()
    expect(await run('sleep child', 700)).toMatchObject(done({ error: 'stop' }))
    expect(performance.now() - startMs).toBeLessThan(5_000)
  })

  it('is stopped when its caller does', async () => {
    const own = new AbortController()
    setTimeout(() => own.abort(new Error('enough')), 300)
    await expect(run('sleep', 20_000, own.signal)).rejects.toThrow('enough')
  })

  it('is not started for a caller who has stopped', async () => {
    const startMs = performance.now()
    const stopped = AbortSignal.abort(new Error('enough'))
    await expect(run('sleep', 3_000, stopped)).rejects.toThrow('enough')
    expect(performance.now() - startMs).toBeLessThan(1_000)
  })

  it('may not print without end', async () => {
    expect(await run('spam')).toMatchObject(done({ error: 'limit' }))
  })

  it.each([
    ['leave', 'exit'],
    ['greedy', 'wsfull'],
  ])('that ends early counts as %s: %s', async (code, error) => {
    expect(await run(code)).toMatchObject(done({ error }))
  })
})

describe('tests with a licensed q', () => {
  it('compare by value, or as q shows it', async () => {
    expect(await grade('solve:{x*x}')).toEqual(
      done({
        load_error: null,
        tests: [
          { passed: true, shown: '9', wanted: '9', error: null },
          { passed: true, shown: '144', wanted: '144', error: null },
        ],
      }),
    )
    expect(await grade('solve:{x}')).toMatchObject(
      done({ tests: [{ passed: false, shown: '3i' }, { passed: false }] }),
    )
    expect(await grade('solve:{x*x}', 'console')).toMatchObject(
      done({ tests: [{ passed: true }, { passed: true }] }),
    )
  })

  it('distinguish errors of the call and of loading', async () => {
    expect(await grade('signal')).toMatchObject(
      done({ load_error: null, tests: [{ error: 'type' }, { error: 'type' }] }),
    )
    expect(await grade('oops')).toMatchObject(
      done({ load_error: 'oops', tests: [{ error: 'oops' }, { error: 'oops' }] }),
    )
  })
})

describe('trouble that is nobody’s wrong answer', () => {
  it.each([
    ['no-licence', /licence/],
    ['broken', /QHOME/],
  ])('%s', async (how, why) => {
    const answer = await grade('solve:{x*x}', 'value', standIn({ STAND_IN: how }))
    expect(answer).toMatchObject({ status: 'failed', reason: 'unavailable' })
    expect(answer.status === 'failed' ? answer.message : '').toMatch(why)
  })

  it('is a program that is not there', async () => {
    const missing = qBinaryPerformer({ path: '/nowhere/q' })
    expect(await grade('solve:{x}', 'value', missing)).toMatchObject({ reason: 'unavailable' })
  })

  it('includes a q that never starts', async () => {
    const answer = await grade('solve:{x*x}', 'value', standIn({ STAND_IN: 'asleep' }, 150))
    expect(answer).toMatchObject({ status: 'failed', reason: 'unavailable' })
  })

  it('is no trouble when the next q begins', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'backchannel-late-'))
    const late = standIn({ STAND_IN_LATE: join(folder, 'late') }, 5_000)
    const answer = await grade('solve:{x*x}', 'value', late)
    rmSync(folder, { recursive: true })
    expect(answer).toMatchObject(done({ tests: [{ passed: true }, { passed: true }] }))
  })

  it('cannot be claimed by a candidate', async () => {
    expect(await run('licence\n5')).toMatchObject(done({ error: null }))
  })
})

describe('scripts for q', () => {
  it('have every continuation indented', () => {
    expect(fileScript('solve:{\n  x+1\n}\n\n/ a comment\nsolve 2')).toBe(
      'solve:{\n  x+1\n }\nsolve 2\n',
    )
  })
})

describe('the script that calls a function', () => {
  const outcome = (result: string, args: readonly string[] = ['0']) => {
    const files = new Map([['candidate.q', new TextEncoder().encode(`solve:{${result}}\n`)]])
    const output = createSession({ files }).load(testHarness('#mark ', 'solve', args)).output
    return readHarness(output, '#mark ')
  }

  // Each prints as k, which q cannot read: `,5` or `+(,`a)!,1 2`.
  it.each([
    ['enlist 5', 'enlist 5'],
    ['(enlist `a)!enlist 1i', '(enlist `a)!enlist 1'],
    ['([]a:1 2)', '([]a:1 2)'],
    ['([a:1 2]b:3 4)', '([a:1 2]b:3 4)'],
    ['1%3', '1%3'],
    ['dom::`p`q;`dom$`q`p', '`q`p'],
    ['', '::'],
  ])('reports the value of %s', (result, expected) => {
    const { value = '' } = outcome(result)
    expect(isRightValue(value, { arguments: ['0'], expected, console: null }, limits)).toBe(true)
    const wrong = { arguments: ['0'], expected: '7', console: null }
    expect(isRightValue(value, wrong, limits)).toBe(false)
  })

  it('calls a function without arguments, and shows results on 25 lines of 80 columns', () => {
    expect(outcome('5', []).shown).toBe('5')
    expect(outcome('system "c 2 2";til 20').shown).toBe(Array.from(Array(20).keys()).join(' '))
  })
})

const BINARY = process.env.BACKCHANNEL_Q_BIN

describe.runIf(BINARY !== undefined)('the q of BACKCHANNEL_Q_BIN', () => {
  const environment = Object.fromEntries(
    ['QHOME', 'QLIC'].flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
  const performer = qBinaryPerformer({ path: BINARY ?? 'q', environment })

  it.each(['value', 'console'] as const)(
    'passes a solution by %s and fails others',
    async (how) => {
      expect(await grade('solve:{x*x}', how, performer)).toMatchObject(
        done({ load_error: null, tests: [{ passed: true }, { passed: true }] }),
      )
      expect(await grade('solve:{x+x}', how, performer)).toMatchObject(
        done({ tests: [{ passed: false }, { passed: false }] }),
      )
      expect(await grade('solve:{x+`a}', how, performer)).toMatchObject(
        done({ tests: [{ error: 'type' }, { error: 'type' }] }),
      )
    },
  )
})
