// Guards what the tutor finds: the kind of mistake, and nothing of the right value.
import { describe, expect, it } from 'vitest'
import { taskWith } from '../../../../test/math-feedback/tasks.ts'
import type { MathProblem } from '../problem.ts'
import { diagnose } from './diagnose.ts'
import { FINDING_KINDS, type FindingKind } from './finding.ts'
import { ruleFeedback } from './rule-feedback.ts'
import { HINTS } from './tables/hints.ts'

const problemWith = (gold: string): MathProblem => ({
  ...taskWith('-5'),
  answer: { kind: 'expression', gold, options: [], aliases: [] },
  mistakes: [],
})

const boxed = (answer: string): string => `So the answer is \\boxed{${answer}}.`

const CASES: readonly (readonly [gold: string, answer: string, kind: FindingKind])[] = [
  ['12', '12', 'right'],
  ['12', '-12', 'sign'],
  ['\\frac{3}{4}', '-\\frac{3}{4}', 'sign'],
  ['12', '120', 'power_of_ten'],
  ['0.35', '35', 'power_of_ten'],
  ['12', '24', 'factor'],
  ['\\frac{2}{3}', '\\frac{1}{3}', 'factor'],
  ['\\sqrt{2}', '1.41', 'precision'],
  ['12', '13', 'unexplained'],
  ['[2,5)', '[2,5]', 'interval_brackets'],
  ['[2,5)', '[2,7)', 'interval_end'],
  ['[2,5)', '[1,7)', 'interval_both_ends'],
  ['(2,5)', '(5,2)', 'order'],
  ['(2,5)', '(2,6)', 'other_elements'],
  ['1,2,3', '1,2', 'missing_elements'],
  ['1,2', '1,2,3', 'extra_elements'],
  ['1,2,3', '1,2,4', 'other_elements'],
  ['x<5', 'x \\le 5', 'interval_brackets'],
  ['(-\\infty,1)\\cup(2,\\infty)', '(-\\infty,1)', 'missing_elements'],
  [
    '\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}',
    '\\begin{pmatrix}1&2\\\\3&5\\end{pmatrix}',
    'other_elements',
  ],
  ['\\{1,2\\}', '\\{1,3\\}', 'other_elements'],
  ['72\\%', '0.0072', 'power_of_ten'],
  ['5\\text{ cm}', '5\\text{ m}', 'units'],
  ['12', '11, 12, 13', 'several_answers'],
  ['12', '\\{12, 13\\}', 'several_answers'],
  ['1766004', '176600', 'digits_length'],
  ['1766004', '9766004', 'digits_leading'],
  ['1766004', '1762004', 'digits_middle'],
  ['1766004', '1766005', 'digits_last'],
]

describe('a wrong answer', () => {
  it.each(CASES)('to %s: %s is %s', (gold, answer, kind) => {
    expect(diagnose(problemWith(gold), boxed(answer)).finding).toEqual({ kind })
  })

  it('of a known kind is told by its note', () => {
    const { finding } = diagnose(taskWith('\\frac{3}{4}'), boxed('\\frac{1}{3}'))
    expect(finding).toEqual({
      kind: 'typical',
      note: 'Numerators and denominators were added separately.',
    })
  })

  it('that is none is told as such', () => {
    expect(diagnose(problemWith('12'), 'I do not know.').finding.kind).toBe('no_answer')
    expect(diagnose(problemWith('12'), '').finding.kind).toBe('no_answer')
  })

  it('among options is another option', () => {
    const task = taskWith('A')
    expect(diagnose(task, 'The answer is (B).').finding).toEqual({ kind: 'option' })
    expect(diagnose(task, 'The answer is (A).').finding).toEqual({ kind: 'right' })
    expect(diagnose(task, 'The answer is (G).').finding).toEqual({ kind: 'no_such_option' })
    expect(diagnose(task, 'I do not know.').finding).toEqual({ kind: 'no_answer' })
  })

  it('to hexadecimal digits is told by its places', () => {
    expect(diagnose(taskWith('15090E'), boxed('15090F')).finding.kind).toBe('digits_last')
  })
})

describe('the words of the rules', () => {
  it('say more each time, and never a digit of any answer', () => {
    for (const kind of FINDING_KINDS) {
      if (kind === 'right') continue
      const said = [0, 1, 2].map((earlier) =>
        ruleFeedback({ kind }, { confirm: true, bare: false, earlier }),
      )
      const [first = '', second = '', third = ''] = said
      expect(second.length).toBeGreaterThan(first.length)
      expect(third.startsWith(second)).toBe(true)
      expect(HINTS[kind].join(' ')).not.toMatch(/\d/)
    }
  })

  it('say nothing but the verdict when they are to be bare', () => {
    const bare = { confirm: true, bare: true, earlier: 2 }
    expect(ruleFeedback({ kind: 'sign' }, bare)).toBe('Your answer is not right.')
    expect(ruleFeedback({ kind: 'sign' }, { ...bare, confirm: false })).not.toMatch(/not right/)
  })
})
