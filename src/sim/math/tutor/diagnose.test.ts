// Guards the tutor's findings: the kind of mistake, and nothing about the right value.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { taskWith } from '../../../../test/math-feedback/tasks.ts'
import { gradeAnswer } from '../grading/index.ts'
import type { MathProblem } from '../problem.ts'
import { diagnose } from './diagnose.ts'
import { FINDING_KINDS, type FindingKind } from './finding.ts'
import { guardFeedback } from './guard.ts'
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
  ['72\\%', '0.0072', 'percent'],
  ['72\\%', '7.2\\%', 'power_of_ten'],
  ['5\\text{ cm}', '5\\text{ m}', 'units'],
  ['12', '11, 12, 13', 'several_answers'],
  ['12', '\\{12, 13\\}', 'several_answers'],
  ['(2,5)', '7', 'wants_tuple'],
  // Values are not compared if their number differs: the student may be listing guesses.
  ['(2,5)', '2', 'wants_tuple'],
  ['(2,5)', '(2,5,1)', 'unexplained'],
  ['(2,5)', '(7,8,9)', 'unexplained'],
  ['(2,5,1)', '(2,5)', 'missing_elements'],
  ['(2,5,1)', '(7,8)', 'missing_elements'],
  ['1,2', '0,1,2,3,4,5,6,7', 'unexplained'],
  ['1,2', '8,9,10,11,12,13,14,15', 'unexplained'],
  ['(1,2,3)', '(3,2,1)', 'order'],
  ['\\{1,2\\}', '7', 'wants_several'],
  ['\\pm 3', '9', 'wants_several'],
  ['[2,5)', '4', 'wants_interval'],
  ['(-\\infty,3]', '3', 'wants_interval'],
  ['x<5', '5', 'wants_interval'],
  ['x<5', 'x>5', 'direction'],
  ['x<5', 'x<4', 'interval_check'],
  ['x<5', '(-\\infty,4)', 'interval_check'],
  ['\\mathbb{R}', '(0,\\infty)', 'interval_check'],
  ['12', '[10,14]', 'wants_number'],
  ['12', 'x+5', 'wants_number'],
  ['12', '\\text{Tuesday}', 'wants_number'],
  ['\\text{Tuesday}', '12', 'wants_words'],
  ['\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}', '10', 'wants_matrix'],
  [
    '\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}',
    '\\begin{pmatrix}1&2&3\\end{pmatrix}',
    'matrix_size',
  ],
  ['\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}', '\\begin{pmatrix}1&3\\\\2&4\\end{pmatrix}', 'order'],
  ['x^2+2x+1', '4', 'wants_expression'],
  ['x^2+2x+1', 'x^2+2x', 'constant_term'],
  ['x^2+2x+1', '-x^2-2x-1', 'sign'],
  ['x^2+2x+1', '2x^2+4x+2', 'factor'],
  ['x^2+2x+1', 'x^2-2x+1', 'expression'],
  ['x^2+2x+1', 'y^2+2y+1', 'letters'],
  ['y=2x+3', '7', 'wants_expression'],
  ['x^2+y^2=9', '3', 'wants_equation'],
  ['y=2x+3', 'y=3x+2', 'expression'],
  ['x^2+y^2=9', 'x^2+y^2=3', 'equation'],
  ['3:5', '5:3', 'order'],
  ['\\frac{3}{4}', '\\frac{4}{3}', 'reciprocal'],
  ['7', '49', 'square'],
  ['49', '7', 'square'],
  ['28\\%', '28', 'percent'],
  ['60^\\circ', '30^\\circ', 'factor'],
  ['1011_2', '11', 'unexplained'],
  ['1766004', '176600', 'digits_length'],
  ['1766004', '9766004', 'digits_leading'],
  ['1766004', '1762004', 'digits_middle'],
  ['1766004', '1766005', 'digits_last'],
]

describe('a wrong answer', () => {
  it.each(CASES)('to %s: %s is %s', (gold, answer, kind) => {
    expect(diagnose(problemWith(gold), boxed(answer)).finding).toEqual({ kind })
  })

  it('never reveals the right one', () => {
    const golds = [...new Set(CASES.map(([gold]) => gold))]
    const answers = CASES.map(([, answer]) => answer)
    fc.assert(
      fc.property(
        fc.constantFrom(...golds),
        fc.oneof(fc.constantFrom(...answers), fc.integer().map(String), fc.string()),
        fc.nat(3),
        (gold, answer, earlier) => {
          const problem = problemWith(gold)
          const { finding, right } = diagnose(problem, boxed(answer))
          const said = ruleFeedback(finding, { confirm: true, bare: false, earlier })
          expect(gradeAnswer(problem.answer, said).correct).toBe(false)
          if (!right) expect(guardFeedback(problem, said)).toEqual({ verdict: 'clean', text: said })
        },
      ),
      { numRuns: 500 },
    )
  })

  it('of a typical kind gets its note', () => {
    const { finding } = diagnose(taskWith('\\frac{3}{4}'), boxed('\\frac{1}{3}'))
    expect(finding).toEqual({
      kind: 'typical',
      note: 'Numerators and denominators were added separately.',
    })
  })

  it('that is missing gets its own finding', () => {
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

  it('to hexadecimal digits depends on the differing digits', () => {
    expect(diagnose(taskWith('15090E'), boxed('15090F')).finding.kind).toBe('digits_last')
    expect(diagnose(taskWith('15090E'), boxed('1378574')).finding.kind).toBe('base')
  })
})

describe('feedback by rules', () => {
  it('says more each time, and never a digit of any answer', () => {
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

  it('gives only the verdict if it is to be bare', () => {
    const bare = { confirm: true, bare: true, earlier: 2 }
    expect(ruleFeedback({ kind: 'sign' }, bare)).toBe('Your answer is not right.')
    expect(ruleFeedback({ kind: 'sign' }, { ...bare, confirm: false })).not.toMatch(/not right/)
  })
})
