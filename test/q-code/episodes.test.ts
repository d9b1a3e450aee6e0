// Guards episodes of q-code: answers, the sandbox, feedback, rewards, secrecy.
import { describe, expect, it } from 'vitest'
import { checkConformance } from '../../src/env/conformance/contract.ts'
import type { EffectScript } from '../../src/env/playthrough.ts'
import { noOutsideWorld } from '../../src/env/playthrough.ts'
import { qCodeEnvironment } from '../../src/env/q-code/index.ts'
import type { BaseTask } from '../../src/env/task-data.ts'
import type { QTask } from '../../src/sim/q-problems/task.ts'
import { answer, playing, sandbox, setupOf, TASK, WORLD } from './driver.ts'

const GOOD = 'solve:{[numbers] 2*sum numbers}'
/** Fails only for the empty list, which is public. */
const NEARLY = 'solve:{[numbers] $[0=count numbers;1;2*sum numbers]}'
/** Passes the public tests, and no hidden test except those that they reveal. */
const HARD_CODED = 'solve:{[numbers] $[numbers~1 2 3;12;0]}'

const saidLast = (turns: Parameters<typeof playing>[0], settings = {}): string =>
  playing(turns, settings).transcript.at(-1)?.content ?? ''

describe('an answer', () => {
  it('that passes all tests is worth 1', () => {
    const { total, metrics, state } = playing([answer(GOOD)])
    expect(total).toBe(1000)
    expect(state.end).toEqual({ kind: 'terminated', reason: 'answered' })
    expect(metrics).toMatchObject({ success: 1, solved: 1, tests_passed: 6, tests_total: 6 })
  })

  it('is judged by hidden tests, so that the examples earn nothing', () => {
    const { metrics } = playing([answer(HARD_CODED)], { max_tests: 3 })
    expect(metrics).toMatchObject({ success: 0, tests_passed: 0 })
  })

  it.each([
    ['solve:{[numbers] 2*sum abs numbers}', 'wrong_result'],
    ["solve:{[numbers] '`oops}", 'runtime_error'],
    ['solve:{[numbers] while[1;]}', 'limit_hit'],
    ['solve:{[numbers', 'load_error'],
    ['answer:{[numbers] 2*sum numbers}', 'load_error'],
  ])('%j counts as %s', (code, outcome) => {
    const { metrics } = playing([answer(code)], { max_tests: 4 })
    expect(metrics).toMatchObject({ success: 0, [outcome]: 1 })
  })

  it('without code is none', () => {
    const { total, metrics, critique } = playing([{ content: '```q\n\n```' }])
    expect([total, metrics.no_code]).toEqual([0, 1])
    expect(critique).toContain('no answer with code')
  })
})

describe('rewards', () => {
  /** Passes for positive numbers: 2 of the 4 hidden tests. */
  const half = answer('solve:{[numbers] 2*sum abs numbers}')

  it('give a share for some tests', () => {
    expect(playing([half], { max_tests: 4 }).total).toBe(250)
    expect(playing([half], { max_tests: 4, perfect_weight: 0 }).total).toBe(500)
    expect(playing([half], { max_tests: 4, base_weight: 0 }).total).toBe(0)
    expect(playing([half], { max_tests: 4, reward_profile: 'binary' }).total).toBe(0)
  })

  it.each([
    [{}, 1000],
    [{ reward_profile: 'binary' }, 1000],
    [{ base_weight: 2, perfect_weight: 1 }, 1000],
    [{ base_weight: 0 }, 1000],
  ])('are 1 for a solved task with %j', (settings, total) => {
    expect(playing([answer(GOOD)], settings).total).toBe(total)
  })

  it('refuse weights that are both 0', () => {
    expect(() => setupOf(TASK, { base_weight: 0, perfect_weight: 0 })).toThrow(/above 0/)
  })

  it('face every rollout with the same tests', () => {
    const asked: string[] = []
    const script: EffectScript = (request) => {
      asked.push(JSON.stringify(request.input.tests))
      return noOutsideWorld(qCodeEnvironment)(request)
    }
    playing([answer(GOOD)], {}, script)
    playing([answer(HARD_CODED)], {}, script)
    expect(new Set(asked).size).toBe(1)
  })
})

describe('a task with its own limit of sandbox calls', () => {
  const task: QTask = { ...TASK, sandbox_calls: 1 }

  it('says so in the prompt and refuses further calls', () => {
    const turns = [sandbox('1+1', 1), sandbox('2+2', 2), answer(GOOD)]
    const { transcript, metrics } = playing(turns, {}, noOutsideWorld(qCodeEnvironment), task)
    expect(transcript[0]?.content).toContain('You may run code once.')
    expect(
      transcript.some(({ content }) => content?.includes('no call of the sandbox is left')),
    ).toBe(true)
    expect(metrics).toMatchObject({ sandbox_runs: 1, success: 1 })
  })

  it('says that no code can be run if it allows none', () => {
    const turns = [sandbox('1+1', 1), answer(GOOD)]
    const none = { ...task, sandbox_calls: 0 }
    const { transcript, metrics } = playing(turns, {}, noOutsideWorld(qCodeEnvironment), none)
    expect(transcript[0]?.content).toContain('No code can be run')
    expect(metrics).toMatchObject({ sandbox_runs: 0, success: 1 })
  })

  it('does not raise the limit of the settings', () => {
    const script = noOutsideWorld(qCodeEnvironment)
    const { transcript } = playing([answer(GOOD)], { sandbox_calls: 0 }, script, task)
    expect(transcript[0]?.content).not.toContain('You may run code')
  })
})

describe('several answers', () => {
  it('show the first failed public test with expected and actual results', () => {
    const said = saidLast([answer(NEARLY)], { answers: 2 })
    expect(said).toContain('solve[(0#0)]')
    expect(said).toContain('Expected:\n0')
    expect(said).toContain('It gave:\n1')
    expect(said).toContain('You may answer once more.')
  })

  it('let the last one count', () => {
    const better = playing([answer(NEARLY), answer(GOOD)], { answers: 2 })
    expect(better.total).toBe(1000)
    expect(better.metrics).toMatchObject({ answers: 2, solved_at_once: 0 })
    const worse = playing([answer(NEARLY), answer('solve:{x}')], { answers: 2 })
    expect(worse.total).toBe(0)
  })

  it('never reveal whether a hidden test fails', () => {
    const { state, answers } = playing([answer(HARD_CODED), answer(GOOD)], { answers: 2 })
    expect(answers).toHaveLength(1)
    expect(answers[0]?.messages).toEqual([])
    expect(state.end?.reason).toBe('answered')
  })

  it('report errors by name, and missing code', () => {
    expect(saidLast([answer('solve:{x+`a}')], { answers: 3 })).toContain("error 'type")
    expect(saidLast([{ content: '```q\n```' }], { answers: 3 })).toContain('no code')
  })
})

describe('the sandbox', () => {
  it('shows output and errors, and keeps nothing', () => {
    const { transcript, metrics } = playing([
      sandbox('a:5\na+1', 1),
      sandbox('a', 2),
      sandbox('b:1', 3),
      answer(GOOD),
    ])
    const said = transcript.filter(({ role }) => role === 'tool').map(({ content }) => content)
    expect(said[0]).toBe('6')
    expect(said[1]).toMatch(/^'a/)
    expect(said[2]).toBe('(no output)')
    expect(metrics).toMatchObject({ sandbox_runs: 3, sandbox_errors: 1, sandbox_failures: 0 })
  })

  it('is closed after the calls that are allowed', () => {
    expect(saidLast([sandbox('1', 1), sandbox('2', 2)], { sandbox_calls: 1 })).toContain('Not run')
  })

  it('is not asked in the last turn, whose text is the answer', () => {
    const last = { ...sandbox('1'), content: `\`\`\`q\n${GOOD}\n\`\`\`` }
    const { state, total } = playing([last], { assistant_turns: 1 })
    expect(state.end?.reason).toBe('turn_limit')
    expect(total).toBe(1000)
  })
})

describe('a sandbox that does not answer', () => {
  const down: EffectScript = () => ({ status: 'failed', reason: 'unavailable', message: 'down' })

  it('is reported to the agent and counted separately', () => {
    const { transcript, metrics } = playing([sandbox('1')], {}, down)
    expect(transcript.at(-1)?.content).toContain('could not run')
    expect(metrics.sandbox_failures).toBe(1)
  })

  it('is asked again, and makes no wrong answer', () => {
    let asked = 0
    const shaky: EffectScript = (request) =>
      ++asked < 3 ? down(request) : noOutsideWorld(qCodeEnvironment)(request)
    expect(playing([answer(GOOD)], {}, shaky).total).toBe(1000)
    expect(() => playing([answer(GOOD)], {}, down)).toThrow(/no sandbox graded/)
  })
})

describe('the prompt', () => {
  it('has the statement, the signature and the public tests, and no hidden one', () => {
    const [system, user] = playing([]).transcript
    expect(user?.content).toContain('Give twice the sum')
    expect(user?.content).toContain('solve:{[numbers] ...}')
    expect(user?.content).toContain('solve[1 2 3]\ngives\n12')
    expect(user?.content).not.toContain('5 -2')
    expect(system?.content).toContain('q_sandbox')
  })

  it('asks for reasoning where that is wanted', () => {
    const [system] = playing([], { answer_format: 'reasoning', sandbox_calls: 0 }).transcript
    expect(system?.content).toContain('<reasoning>')
    expect(system?.content).not.toContain('q_sandbox')
  })
})

describe('the contract', () => {
  const UNTYPED: QTask = {
    ...TASK,
    id: 'test-000001',
    index: 1,
    signature: null,
    tests: TASK.tests.map((test) => ({ ...test, console: test.expected, expected: null })),
  }

  it.each([3, 11, 29])('is kept, seed %i', (seed) => {
    const checks = checkConformance({
      environment: qCodeEnvironment,
      world: WORLD,
      tasks: [TASK, UNTYPED] as unknown as readonly (BaseTask & typeof WORLD)[],
      seed,
    })
    expect(checks.filter(({ failures }) => failures.length > 0)).toEqual([])
  })
})

describe('the critique for a later attempt', () => {
  it('quotes answers and public tests, never hidden ones', () => {
    const { critique } = playing([answer(NEARLY), answer('solve:{[numbers] sum numbers}')], {
      answers: 2,
      max_tests: 3,
    })
    expect(critique).toContain('The problem was not solved.')
    expect(critique).toContain('Expected:\n0')
    expect(critique).toContain('It failed all 3 tests.')
    expect(critique).not.toContain('5 -2')
    expect(playing([answer(GOOD)]).critique).toBe('')
  })
})
