// Guards that feedback reveals no integer in Roman numerals, other bases or digit by digit.
import { describe, expect, it } from 'vitest'
import type { MathProblem } from '../problem.ts'
import { guardFeedback } from './guard.ts'

const problemOf = (gold: string): MathProblem => ({
  dataset: 'own',
  question: 'How many of them are there in all?',
  answer: { kind: 'expression', gold, options: [], aliases: [] },
  solution: null,
  mistakes: [],
})

describe('a whole number written otherwise', () => {
  it.each([
    ['1766', 'In roman figures it is MDCCLXVI.'],
    ['1766', 'In binary it is 11011100110.'],
    ['1766', 'You should get 0x6E6 there.'],
    ['1766', 'It is seventeen sixty-six.'],
    ['1766', 'It starts with 1, then comes 7; the tens digit is 6 and so is the last.'],
    ['42', 'The tens digit is 4 and the units digit is 2.'],
    ['42', 'It is XLII.'],
    ['42', 'In base 16 it would be 2A.'],
    ['42', 'It is 52 in octal.'],
    ['968', 'Say nine six eight.'],
    ['968', 'Say n-i-n-e six eight.'],
    ['968', 'It is 9 hundreds, 6 tens and 8 ones.'],
    ['968', 'From the last digit on: 8, 6, 9.'],
  ])('%s is not let through: %s', (gold, text) => {
    expect(guardFeedback(problemOf(gold), text).verdict).toBe('leaks')
  })

  it.each([
    ['1766', 'Step 1: check the sum. Step 2: you lost a carry of 7.'],
    ['42', 'You multiplied 4 by 2 first; look at the brackets.'],
    ['968', 'Check rows 9 and 6 of your table once more.'],
    ['968', 'Look at the hundreds digit again: it is too small.'],
    ['52', 'I see a mix of units there; convert to metres.'],
  ])('feedback on %s is let through: %s', (gold, text) => {
    expect(guardFeedback(problemOf(gold), text)).toEqual({ verdict: 'clean', text })
  })
})
