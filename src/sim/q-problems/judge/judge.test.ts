// Guards the judging of q answers: which values are equal, and that code cannot affect its tests.
import { describe, expect, it } from 'vitest'
import { extractCode } from './extract.ts'
import { gradeScript, runScript } from './judge.ts'
import { Q_LIMITS } from './limits.ts'
import type { ComparisonMode, QTest } from './request.ts'

const test = (args: readonly string[], expected: string | null, console: string | null = null) =>
  ({ arguments: args, expected, console }) satisfies QTest

const grade = (code: string, tests: readonly QTest[], comparison: ComparisonMode = 'value') =>
  gradeScript({ op: 'grade', code, entry: 'solve', comparison, tests, limits: Q_LIMITS })

const passes = (result: string, expected: string, comparison: ComparisonMode = 'value'): boolean =>
  grade(`solve:{${result}}`, [test(['0'], expected)], comparison).tests[0]?.passed ?? false

describe('comparison by value', () => {
  it.each([
    ['5i', '5'],
    ['5h', '5'],
    ['enlist 5', '5'],
    ['5', 'enlist 5'],
    ['`s#1 2 3', '1 2 3'],
    ['1 2 3i', '1 2 3'],
    ['0.1+0.2', '0.3'],
    ['"a"', 'enlist "a"'],
    ['0Ni', '0N'],
    ['()', '0#0'],
    ['([]a:1 2i)', '([]a:1 2)'],
    ['`a`b!1 2i', '`a`b!1 2'],
    ['4f', '4'],
    ['10 xexp 3', '1000'],
    ['sum 10#0.1', '1'],
    ['100*1.1', '110'],
    ['(1;enlist 2;3i)', '1 2 3'],
    ['("a";"bc")', '(enlist "a";"bc")'],
    ['(`s#1 2;3 4h)', '(1 2;3 4)'],
    ['(1 2i;(3e;enlist `p))', '(1 2;(3;`p))'],
    ['`s#`a`b!(enlist 1;2 3i)', '`a`b!(1;2 3)'],
    ['`a`b!(`x`y!1 2i;0Ni)', '`a`b!(`x`y!1 2;0N)'],
    ['(enlist 1i)!enlist enlist "p"', '(enlist 1)!enlist "p"'],
    ['([k:`s#1 2i]v:(1;enlist 2))', '([k:1 2]v:1 2)'],
    ['([]a:`g#`p`q;b:1 2e)', '([]a:`p`q;b:1 2)'],
    ['dom::`p`q;`a`b!(`dom$`p;`dom$`q`p)', '`a`b!(`p;`q`p)'],
    ['(0w;0n)', '0W 0N'],
    ['()!()', '(0#`)!0#0'],
    ['if[x>5;x]', '(::)'],
    ['::', '(::)'],
    ['(1;::;2)', '(1;(::);2)'],
    ['`a`b!(1;::)', '`a`b!(1;(::))'],
  ])('takes %s for %s', (result, expected) => {
    expect(passes(result, expected)).toBe(true)
  })

  it.each([
    ['5', '6'],
    ['1 2', '1 2 3'],
    ['1b', '1'],
    ['`a', '"a"'],
    ['2 1', '1 2'],
    ['([]b:1 2)', '([]a:1 2)'],
    ['`b`a!2 1', '`a`b!1 2'],
    ['0N', '0'],
    ['{x}', '{x}'],
    ['{x}', '(::)'],
    ['()', '(::)'],
    ['""', '(::)'],
    ['0N', '(::)'],
    ['::', '0N'],
    ['enlist (::)', '(::)'],
    ['(1;2;3)', '(1;(::);3)'],
    ['1.001', '1'],
    ['0w', '5'],
    ['-0w', '5f'],
    ['5', '0w'],
    ['2#0w', '1 2'],
    ['([]a:0w 0w)', '([]a:1 2)'],
    ['1%0', '2.5'],
    ['0w', '-0w'],
    ['9007199254740993', '9007199254740992'],
    ['1234567e', '1234560'],
    ['1 1234567e', '1 1234560'],
    ['16777216e', '16777217'],
    ['1234567890.5', '1234567890'],
    ['5.0001', '5'],
    ['2000.01.01', '0'],
    ['enlist 1 2', '1 2'],
    ['(1 2;3)', '(1 2;4)'],
    ['`a`b!(1b;2)', '`a`b!1 2'],
    ['(`a;"b")', '`a`b'],
    ['([k:1 2]v:3 4)', '([]k:1 2;v:3 4)'],
    ['`a`b!(1 2;3 5)', '`a`b!(1 2;3 4)'],
  ])('does not take %s for %s', (result, expected) => {
    expect(passes(result, expected)).toBe(false)
  })

  it('reads the value of a text where only that is known', () => {
    expect(grade('solve:{x}', [test(['3i'], null, '3')]).tests[0]?.passed).toBe(true)
    expect(grade('solve:{x}', [test(['4i'], null, '3')]).tests[0]?.passed).toBe(false)
  })
})

describe('a test that states only what the console shows', () => {
  const result = (code: string, console: string, comparison: ComparisonMode = 'value') =>
    grade(`solve:{${code}}`, [test(['0'], null, console)], comparison).tests[0]?.passed

  it.each([
    ['(1 2;3 4)', '1 2\n3 4'],
    ['(1;"a";`b)', '1\n"a"\n`b'],
    ['(enlist 1)!enlist 2', '1| 2'],
    ['1%3', '0.3333333'],
    ['1 2i', '1 2'],
  ])('accepts %s', (code, console) => {
    expect(result(code, console)).toBe(true)
  })

  it('does not take the layout of a larger value for an expression', () => {
    expect(result('2', '1| 2')).toBe(false)
    expect(result('1 2 3 4', '1 2\n3 4')).toBe(false)
  })

  it('is exact in the mode console', () => {
    expect(result('1 2i', '1 2', 'console')).toBe(false)
  })
})

it('calls a function without arguments, with or without a parameter', () => {
  for (const code of ['solve:{5}', 'solve:{[]5}', 'solve:{[x]5}']) {
    expect(grade(code, [test([], '5')]).tests[0]?.passed, code).toBe(true)
  }
})

describe('comparison by console', () => {
  it('wants the same text', () => {
    expect(passes('1 2 3', '1 2 3', 'console')).toBe(true)
    expect(passes('1 2 3i', '1 2 3', 'console')).toBe(false)
    expect(passes('enlist 1', '1', 'console')).toBe(false)
  })

  it("compares beyond the console's cut", () => {
    expect(passes('til 1000', 'til 1000', 'console')).toBe(true)
    expect(passes('(999#til 1000),7', 'til 1000', 'console')).toBe(false)
    expect(passes('til 900', 'til 1000', 'console')).toBe(false)
    expect(passes('500#"ab"', '501#"ab"', 'console')).toBe(false)
    expect(passes('([]a:(99#til 100),7)', '([]a:til 100)', 'console')).toBe(false)
  })

  it('ignores printed output', () => {
    expect(passes('-1"5";6', '5', 'console')).toBe(false)
  })
})

describe('code and tests', () => {
  const tests = [test(['2'], '4'), test(['3'], '9')]

  it('meet in the function alone', () => {
    expect(grade('solve:{x*x}', tests)).toEqual({
      load_error: null,
      tests: [
        { passed: true, shown: '4', wanted: '4', error: null },
        { passed: true, shown: '9', wanted: '9', error: null },
      ],
    })
  })

  it('run in separate workspaces', () => {
    const counting = 'n:0\nsolve:{n::n+1;$[n=1;x*x;0]}'
    expect(grade(counting, tests).tests.map(({ passed }) => passed)).toEqual([true, true])
  })

  it.each([
    ['', 'solve is not a function'],
    ['solve:5', 'solve is not a function'],
    ['solve:{x', null],
    ["'stop", null],
  ])('%j cannot be loaded', (code, error) => {
    const graded = grade(code, tests)
    expect(graded.load_error).not.toBeNull()
    if (error !== null) expect(graded.load_error).toBe(error)
    expect(graded.tests.every(({ passed }) => !passed)).toBe(true)
  })

  it('names errors by their q names', () => {
    expect(grade('solve:{x+`a}', tests).tests.map(({ error }) => error)).toEqual(['type', 'type'])
    expect(grade('solve:{[a;b] a}', tests).tests[0]?.error).toBeNull()
    expect(grade('solve:{unknown}', tests).tests[0]?.error).toBe('unknown')
  })

  it('a test of ours that is wrong is a bug, not a wrong answer', () => {
    expect(() => grade('solve:{x}', [test(['1+`a'], '1')])).toThrow(/a test has/)
  })
})

describe('running a script', () => {
  it('returns the output before its error', () => {
    const ran = runScript({ op: 'run', code: 'a:2\na*3\n1+`b\n7', limits: Q_LIMITS })
    expect(ran).toMatchObject({ output: '6\n', error: 'type' })
    expect(ran.error_text).toContain('type')
    expect(ran.error_text).toContain('(at +, from line 3 of the script)')
  })

  it.each([
    ['f:{[x]\n  y:x*2;\n  y+`a}\n\nf 3', '(at +, from line 5 of the script)'],
    ['a:1\nb:(1;2', '(at (, from line 2 of the script)'],
    ['f:{x+nothing}\nf 1', '(at nothing, from line 2 of the script)'],
  ])('names token and line: %j', (code, expected) => {
    expect(runScript({ op: 'run', code, limits: Q_LIMITS }).error_text).toContain(expected)
  })
})

describe('finding the code in an answer', () => {
  it.each([
    ['```q\nsolve:{x}\n```', 'solve:{x}'],
    ['Try ```sh\nls\n``` then\n```q\nsolve:{x}\n```\nbye', 'solve:{x}'],
    ['Here:\n```\nsolve:{x}\n```', 'solve:{x}'],
    ['solve:{x}', 'solve:{x}'],
    ['<reasoning>```q\nbad\n```</reasoning><answer>\nsolve:{x}\n</answer>', 'solve:{x}'],
    ['<reasoning>a</reasoning>\n<answer>```q\nsolve:{x}\n```', 'solve:{x}'],
    ['<reasoning>```q\nbad\n```</reasoning>\nsolve:{x}', 'solve:{x}'],
    ['Hm.\n**Answer:** solve:{x}', 'solve:{x}'],
    ['```q\nsolve:{x}\nexit 0;\n```', 'solve:{x}'],
    ['```q\nsolve:{x}\n\\\\\n```', 'solve:{x}'],
    ['```q\nsolve:{x}', 'solve:{x}'],
    ['A helper:\n```q\nf:{x}\n```\nand so\n```q\nsolve:{f x}\n```', 'f:{x}\nsolve:{f x}'],
    ['```q\nsolve:{y}\nexit 0\n```\nNo:\n```kdb\nsolve:{x}\n```', 'solve:{y}\nsolve:{x}'],
    ['```\n1 2\n```\n```q\nsolve:{x}\n```\n```\n3\n```', 'solve:{x}'],
    ['```\nsolve:{x}\n```\nprints\n```\n3\n```', 'solve:{x}'],
    ['', ''],
    ['```', ''],
  ])('%j', (text, code) => {
    expect(extractCode(text)).toBe(code)
  })

  it('is quick on long texts', () => {
    const startMs = performance.now()
    for (const part of ['```', '<answer>', '```q\n', 'answer: ', '\n ', 'exit 0;\n']) {
      extractCode(part.repeat(60_000 / part.length))
    }
    expect(performance.now() - startMs).toBeLessThan(5_000)
  })
})

it('gives every test its files, whatever earlier tests used', () => {
  const { tests } = gradeScript({
    op: 'grade',
    code: 'solve:{if[x=0;while[1b;x+:0]];first read0`:n.txt}',
    entry: 'solve',
    comparison: 'value',
    files: Object.fromEntries(
      Array.from({ length: 50 }, (_, i) => [`${i}.txt`, 'no']).concat([['n.txt', 'yes']]),
    ),
    tests: [test(['0'], '""'), test(['1'], '"yes"')],
    limits: { ...Q_LIMITS, fuel: 100_000 },
  })
  expect(tests.map(({ passed, error }) => error ?? passed)).toEqual(['stop', true])
})
