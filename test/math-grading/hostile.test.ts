// Guards grading against texts that try to hang it: each gets a verdict, and only one passes.
import { describe, expect, it } from 'vitest'
import { answersEqual, gradeAnswer, parseExpression } from '../../src/sim/math/grading/index.ts'
import { ANSWER_KINDS, type AnswerKey } from '../../src/sim/math/problem.ts'

const nested = (open: string, close: string, count: number): string =>
  `${open.repeat(count)}1${close.repeat(count)}`
const numbers = (count: number, write: (index: number) => string, by: string): string =>
  Array.from({ length: count }, (_, index) => write(index)).join(by)

const HOSTILE: Readonly<Record<string, string>> = {
  'a tower of powers': '9^{9^{9^9}}',
  'a huge power': '2^{100000000}',
  'a deep tower': `${'2^'.repeat(40)}2`,
  'a sum to a billion': '\\sum_{k=1}^{1000000000} k',
  'sums of sums': `${'\\sum_{k=1}^{99}'.repeat(300)}k`,
  'many sums': numbers(100, () => '\\sum_{k=1}^{99} k^k', '+'),
  'a list of sums': numbers(200, () => '\\sum_{k=1}^{99} k', ', '),
  'open sums': '\\sum_{k='.repeat(500),
  'many number words': 'twenty-five and a half '.repeat(5_000),
  'many labels': '(C) '.repeat(3_000),
  'a huge factorial': '1000000000!',
  'a row of factorials': `9${'!'.repeat(1_400)}`,
  'a row of percent signs': `9${'\\%'.repeat(1_400)}`,
  'a row of strokes': `9${'/2'.repeat(1_400)}`,
  'a union of letters': `A${'\\cup A'.repeat(1_400)}`,
  'factorials of factorials': '((((9!)!)!)!)!',
  'a million digits': '9'.repeat(1_000_000),
  'four thousand digits': '9'.repeat(3_999),
  'a huge exponent': '1e400000',
  'a power of a sum': '(x+y+z+w)^{200}',
  'deep braces': nested('{', '}', 5_000),
  'deep brackets': nested('(', ')', 100_000),
  'deep fractions': nested('\\frac{1}{', '}', 2_000),
  'deep functions': nested('f(', ')', 1_000),
  'deep roots': nested('\\sqrt[60]{', '}', 40),
  'deep texts': nested('\\text{', '}', 2_000),
  'deep matrices': '\\begin{pmatrix}'.repeat(500),
  'many signs': `${'-'.repeat(10_000)}1`,
  'many bars': '|x'.repeat(1_500),
  'many plus-minus': `1 ${'\\pm 1 '.repeat(500)}`,
  'many indices': 'x_'.repeat(2_000),
  'a large matrix': `\\begin{pmatrix}${`${'1&'.repeat(50)}1\\\\`.repeat(50)}\\end{pmatrix}`,
  'a long list': numbers(3_000, (index) => `${index}`, ', '),
  'a list of formulas': numbers(60, (index) => `\\sqrt{${index}}+x^{${index}}`, ', '),
  'a long sum of fractions': numbers(1_000, (index) => `\\frac{1}{${index + 1_000_003}}`, '+'),
  'a long product of powers': numbers(300, (index) => `${index + 3}^{997}`, '*'),
  'a long union': numbers(600, (index) => `(${index},${index + 0.5})`, '\\cup'),
  'a long chain': `${'x='.repeat(900)}1`,
  'a long inequality': `${'1<'.repeat(900)}x`,
  'only commas': ','.repeat(50_000),
  'only stars': '*'.repeat(50_000),
  'only dots': '.'.repeat(50_000),
  'only dollars': '$ 1 '.repeat(100_000),
  'only backslashes': '\\'.repeat(100_000),
  'only line ends': '\n'.repeat(300_000),
  'only blanks': `${' '.repeat(1_000_000)}x`,
  'only openers': '\\['.repeat(20_000),
  'only boxes': '\\boxed{1}, '.repeat(20_000),
  'only open boxes': '\\boxed{'.repeat(100_000),
  'only announcements': 'the answer is 1 '.repeat(5_000),
  'an announcement of blanks': `answer${' '.repeat(20_000)}is${' '.repeat(20_000)}`,
  'only words': 'so '.repeat(300_000),
  'only nulls': '\0'.repeat(1_000),
  'counts of counts': '{}_5C_'.repeat(2_000),
  'many counts': '5C2 '.repeat(3_000),
  'open counts': 'C(5,'.repeat(3_000),
  'shares of shares': 'five out of '.repeat(3_000),
  'a share of blanks': `5${' '.repeat(20_000)}out of${' '.repeat(20_000)}`,
  'many amounts': '2 hours and 30 minutes '.repeat(1_000),
  'an amount of blanks': `2 hours${' '.repeat(20_000)}30${' '.repeat(20_000)}minutes`,
  'a long vector': '3i-2j+'.repeat(600),
  'many options': '(A) or '.repeat(3_000),
  'many places': 'Paris, '.repeat(3_000),
  'half characters': '\ud800'.repeat(1_000),
}

const keyOf = (kind: AnswerKey['kind'], gold: string): AnswerKey => ({
  kind,
  gold,
  options: ['1', '2', 'x'],
  aliases: kind === 'text' ? ['one'] : [],
})

const DRESSES: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `\\boxed{${text}}`,
  (text) => `The answer is $${text}$.`,
]

describe('hostile text', () => {
  it.each(Object.entries(HOSTILE))('is no match for a gold it does not say: %s', (_, text) => {
    for (const kind of ANSWER_KINDS) {
      for (const dress of DRESSES) {
        for (const gold of ['7', 'x^2+7', '[0,7)', '\\{1,2,7\\}', '\\text{Tuesday}', 'x<7']) {
          expect(gradeAnswer(keyOf(kind, gold), dress(text)).correct).toBe(false)
        }
      }
    }
  })

  it.each(Object.entries(HOSTILE))('may be a gold and a repeated answer: %s', (_, text) => {
    for (const kind of ANSWER_KINDS) {
      expect(typeof gradeAnswer(keyOf(kind, text), text).correct).toBe('boolean')
      expect(typeof answersEqual(keyOf(kind, '7'), text, `${text} `)).toBe('boolean')
    }
    parseExpression(text)
  })

  it('does not take an overflow for a value', () => {
    const isRight = (gold: string, text: string): boolean =>
      gradeAnswer(keyOf('expression', gold), text).correct
    expect(isRight('9^{9^{9^9}}', '9^{9^{9^8}}')).toBe(false)
    expect(isRight('10^{400}', '10^{401}')).toBe(false)
    expect(isRight('\\infty', '10^{4000}')).toBe(false)
    expect(isRight('9^{9^{9^9}}', '9^{9^{9^{9}}}')).toBe(true)
    expect(isRight('10^{-400}', '0')).toBe(false)
  })
})
