// Guards that feedback does not reveal an answer by spoken signs, by its parts, or by an equation.
import { describe, expect, it } from 'vitest'
import { applyRewritings } from '../grading/rewriting.ts'
import type { MathProblem } from '../problem.ts'
import { guardFeedback } from './guard.ts'
import { spelled } from './spelled.ts'
import { SPOKEN_SIGNS } from './spoken-formulas.ts'

const problemOf = (gold: string): MathProblem => ({
  dataset: 'own',
  question: 'What comes out in the end?',
  answer: { kind: 'expression', gold, options: [], aliases: [] },
  solution: null,
  mistakes: [],
})

describe('signs', () => {
  it.each(SPOKEN_SIGNS.map(({ example }) => example))('%s is heard as %s', (said, heard) => {
    expect(applyRewritings(said, SPOKEN_SIGNS)).toBe(heard)
  })
})

describe('whole numbers', () => {
  it.each([
    [7, 'seven', 'seventh'],
    [36, 'thirty six', 'thirty sixth'],
    [2_112, 'two thousand one hundred twelve', 'two thousand one hundred twelfth'],
  ])('%i is spelled', (value, words, place) => {
    expect(spelled(value)).toEqual([words, place])
  })
})

describe('an answer', () => {
  it.each([
    ['36', 'Look for x with x + 4 = 40.'],
    ['36', 'You want half of x to be right: x over 2 equals 18.'],
    ['36', 'It satisfies 35 < x < 37.'],
    ['36', 'A 3 followed by 6.'],
    ['36', 'Write **3**6 there.'],
    ['36', 'It is 63 read backwards.'],
    ['36', 'Say th1rty-s1x.'],
    ['36', 'Think of t h i r t y s i x.'],
    ['36', 'It comes thirty-sixth in the row.'],
    ['36', 'Take the sum of 15 and 21.'],
    ['36', 'It is the product of 2, 3 and 6.'],
    ['36', '三十六'],
    ['36', 'Decode %33%36.'],
    ['-7', 'It is seven below zero.'],
    ['-7', 'Take the opposite of 7.'],
    ['x^2-4x+9', 'It is x squared minus four x plus nine.'],
    ['x^2-4x+9', 'The coefficients are 1, -4 and 9.'],
    ['(3,8)', 'There x is three and y is eight.'],
    ['\\frac{5}{17}', 'It is the complement of 12/17.'],
  ])('%s is not told: %s', (gold, text) => {
    expect(guardFeedback(problemOf(gold), text).verdict).not.toBe('clean')
  })

  it.each([
    ['36', 'Check steps 3 and 6 of your work.'],
    ['36', 'You added 12 where the text says to take it away.'],
    ['-7', 'The two sides were subtracted in different directions.'],
    ['x^2-4x+9', 'Your constant is wrong: multiply the last terms once more.'],
    ['(3,8)', 'Put x and y into both equations to check them.'],
  ])('%s leaves other feedback as it is: %s', (gold, text) => {
    expect(guardFeedback(problemOf(gold), text)).toEqual({ verdict: 'clean', text })
  })
})
