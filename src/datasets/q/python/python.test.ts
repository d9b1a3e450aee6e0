// Guards that Python asserts become q tests of the same meaning, and that others are named.
import { describe, expect, it } from 'vitest'
import { createSession } from '../../../sim/q/index.ts'
import { readAsserts } from './asserts.ts'

const check = (...lines: readonly string[]): string =>
  ['def check(candidate):', ...lines.map((line) => `    ${line}`)].join('\n')

function only(line: string): readonly string[] {
  const { assertions: found, leftOut } = readAsserts(check(line))
  expect(leftOut).toEqual([])
  expect(found).toHaveLength(1)
  return [...(found[0]?.args ?? []), found[0]?.expected ?? '']
}

describe('values of Python', () => {
  it.each([
    ['[3, -4]', '3 -4'],
    ['[7]', '(enlist 7)'],
    ['[]', '()'],
    ['[1, 2.5]', '1 2.5'],
    ['[2.0, 3.0]', '2 3f'],
    ['(True, False)', '10b'],
    ['[True, 3]', '(1b;3)'],
    ['"q"', '(enlist "q")'],
    ["''", '""'],
    [`'say "q"\\n' 'on'`, '"say \\"q\\"\\non"'],
    ['["ab", "c"]', '("ab";(enlist "c"))'],
    ['[[1, 2], []]', '(1 2;())'],
    ['None', '(::)'],
    ['{"ab": 1, "cd": 2}', '(("ab";"cd")!1 2)'],
    ['{3: [True]}', '((enlist 3)!(enlist (enlist 1b)))'],
    ['{}', '(()!())'],
    ['2 ** 10 - 1', '1023'],
    ['-7 // 2', '-4'],
    ['-7 % 3', '2'],
    ['1 / 3', '0.3333333333333333'],
    ['[0] * 3', '0 0 0'],
    ['"ab" * 2', '"abab"'],
    ['list(range(1, 4))', '1 2 3'],
    ['1_000_000', '1000000'],
    ['1e22', '1e22'],
    ["'\\u00e9\\x41'", '"éA"'],
    ['not 0', '1b'],
    ['[not 2.5, not "", not [0], not {}, not None]', '01011b'],
    ['"""two\nlines"""', '"two\\nlines"'],
  ])('%s', (python, q) => {
    expect(only(`assert candidate(${python}) == 1`)[0]).toBe(q)
    expect(createSession().evaluate(q).error).toBeUndefined()
  })
})

describe('asserts', () => {
  it.each([
    ['assert candidate(1, "a") == 2, "says (this)"', ['1', '(enlist "a")', '2']],
    ['assert 2 == candidate()', ['2']],
    ['assert candidate(1)', ['1', '1b']],
    ['assert not candidate(1)', ['1', '0b']],
    ['assert candidate(1) is None', ['1', '(::)']],
    ['assert abs(candidate(2.5) - 0.5) < 1e-6', ['2.5', '0.5']],
    ['assert tuple(candidate([2])) == tuple([2])', ['(enlist 2)', '(enlist 2)']],
    ['assert (candidate(\n        3, # why\n    ) == 4)', ['3', '4']],
  ])('%j', (line, parts) => {
    expect(only(line)).toEqual(parts)
  })

  it.each([
    ['assert candidate(other(1)) == 2', 'calls other'],
    ['assert candidate(x) == 2', 'uses the name x'],
    ['assert candidate([i for i in range(3)]) == 2', 'computed'],
    ['assert candidate(1) == {1, 2}', 'has a set'],
    ['assert candidate(2 ** 70) == 1', 'more than 64 bits'],
    ['assert candidate(1) in (1, 2)', 'does not compare'],
    ['assert candidate(1) == candidate(2)', 'calls candidate'],
    ['assert candidate(1j) == 1', 'complex'],
    ['assert candidate(f"{1}") == 1', 'formatted'],
    ['assert candidate(9 ** 9 ** 9) == 1', 'too large a power'],
    ['assert candidate(((9 ** 400) ** 400) ** 400) == 1', 'too large a power'],
    ['assert candidate([[0] * 1000] * 1000) == 1', 'too long a list'],
    ['assert candidate(range(10 ** 12)) == 1', 'too long a range'],
    ["assert candidate('\\UFFFFFFFF') == 1", 'escape beyond Unicode'],
    ['assert round(candidate(1), 2) == 1.5', 'does not compare'],
  ])('%s is left out', (line, why) => {
    const { assertions: found, leftOut } = readAsserts(check(line))
    expect(found).toEqual([])
    expect(leftOut).toHaveLength(1)
    expect(leftOut[0]?.reason).toContain(why)
  })

  it.each([
    ['signs', '-', '1'],
    ['powers', '1**', '1'],
    ['sums', '1+', '1'],
    ['brackets', '[', ']'],
    ['negations', 'not ', '1'],
  ])('with too many %s are left out', (_, repeated, rest) => {
    const { assertions: found, leftOut } = readAsserts(
      check(`assert candidate(${repeated.repeat(100_000)}${rest}) == 1`),
    )
    expect(found).toEqual([])
    expect(leftOut[0]?.reason).toMatch(/^(is nested too deep|has too many operators)$/)
  })

  it('in loops are left out, and other statements are skipped', () => {
    const lines = ['assert True, "good"', 'for i in range(3):', '    assert candidate(i) == i']
    const { assertions: found, leftOut } = readAsserts(check(...lines, 'assert candidate(5) == 5'))
    expect(found).toEqual([{ args: ['5'], expected: '5' }])
    expect(leftOut.map(({ reason: why }) => why)).toEqual(['stands in a loop or a condition'])
  })

  it('end with the test function, which may rename the tested function', () => {
    const source = 'def check(f):\n  assert f(1) == 2\n\nassert f(3) == 4\n'
    expect(readAsserts(source).assertions).toEqual([{ args: ['1'], expected: '2' }])
  })

  it('are missing in an unterminated text', () => {
    expect(readAsserts(check('assert candidate("a) == 1')).leftOut).toHaveLength(1)
  })
})
