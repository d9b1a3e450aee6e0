// Guards that an answer with work left in it is told from a finished one.
import { expect, it } from 'vitest'
import { FAMILIES } from './families.ts'
import { generateStreamTask } from './tasks.ts'
import { isUnfinished } from './unfinished.ts'

it.each([
  ['multiplication', '12 * 34'],
  ['multiplication', '12 \\times 34'],
  ['multiplication', '$12 \\cdot 34$'],
  ['multiplication', '500 + 90'],
  ['hexadecimal', '3A × 1F'],
  ['fractions', '\\frac{1}{2} + \\frac{1}{3}'],
  ['fractions', '\\left(\\frac{1}{2}\\right) \\div \\frac{1}{3}'],
  ['probability', '1 - \\frac{1}{3}'],
  ['modular_arithmetic', '7^{100} \\bmod 13'],
  ['modular_arithmetic', '7^100 mod 13'],
  ['polynomials', '(x + 2)(x - 3)'],
  ['polynomials', '\\left(x + 2\\right)^2'],
  ['polynomials', 'x(x + 5) + 6'],
  ['polynomials', '2 \\cdot (x + 1)'],
])('%s: %s is unfinished', (dataset, answer) => {
  expect(isUnfinished(dataset, answer)).toBe(true)
})

it.each([
  ['multiplication', '1,234'],
  ['multiplication', '-5'],
  ['hexadecimal', '0xFA48596D8'],
  ['fractions', '-\\frac{3}{4}'],
  ['fractions', '2\\dfrac{1}{2}'],
  ['fractions', '3/4'],
  ['linear_equations', 'x = -3'],
  ['linear_systems', '(-\\frac{1}{2}, -3)'],
  ['linear_systems', '\\left(2, -3\\right)'],
  ['percentages', '37.5\\%'],
  ['polynomials', '-3x^2 + 2xy - y^2'],
  ['polynomials', '(x^2 - 5x + 6)'],
  ['polynomials', '3*x^2 + 2'],
  ['math', '(x + 2)(x - 3)'],
])('%s: %s is finished', (dataset, answer) => {
  expect(isUnfinished(dataset, answer)).toBe(false)
})

it('lets every gold answer and typical mistake of the generators through', () => {
  for (let index = 0; index < 1000; index++) {
    const { dataset, answer, mistakes } = generateStreamTask({ format: 1, seed: 3 }, index)
    for (const text of [answer.gold, ...mistakes.map((mistake) => mistake.answer)]) {
      expect([dataset, text, isUnfinished(dataset, text)]).toEqual([dataset, text, false])
    }
  }
  expect(FAMILIES.every(({ name }) => name === 'polynomials' || isUnfinished(name, '1 + 1'))).toBe(
    true,
  )
})
