// Guards that emphasis, code marks and pictures around an answer do not change it.
import { describe, expect, it } from 'vitest'
import { gradeAnswer } from '../../src/sim/math/grading/index.ts'
import { isRight, keyOf } from './verdict.ts'

const r = String.raw

const MARKED = ['**@**', '__@__', '*@*', '_@_', '***@***', '`@`', '**`@`**']
const FRAMES = [
  'The answer is @ litres.',
  '**Answer:** @ metres',
  'Answer: @ 🐐',
  '@ hens',
  '🎉 @',
  '👉 The answer is @ ✔️',
  r`Since $a*b = 8*c$ holds, the answer is @.`,
]

describe('decoration', () => {
  it('changes no answer that it surrounds', () => {
    const missed = FRAMES.flatMap((frame) =>
      MARKED.map((mark) => frame.replace('@', mark.replace('@', '57'))),
    ).filter((text) => !isRight('57', text))
    expect(missed).toEqual([])
  })

  it.each([
    ['57', '**The answer is 57** goats.'],
    ['57', '**57** cm²'],
    ['57', '**Answer: $57$** goats'],
    ['57', '2**3 is 8, and the answer is **57**.'],
    ['8', '2**3 = 8'],
    ['12', '3*4 = 12'],
    ['12', '3 *4* 1 = 12'],
    ['x_1*y_1', '$x_1*y_1$'],
    ['57', '5️⃣7️⃣'],
  ])('is told from formulas: %s in %s', (gold, text) => {
    expect(isRight(gold, text)).toBe(true)
  })

  it.each(['Answer: 57 ❌', '❌ 57', '✗ **57**'])('still refuses a value: %s', (text) => {
    expect(isRight('57', text)).toBe(false)
  })

  it('is read in time that grows with the text', () => {
    const started = performance.now()
    for (const part of ['*a ', '**', '_a* ', '`', '*a* ', '*a **b ']) {
      gradeAnswer(keyOf('57'), part.repeat(12_000))
    }
    expect(performance.now() - started).toBeLessThan(5_000)
  })
})
