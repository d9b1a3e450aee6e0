// Guards that remarks, checks and courtesies hold no answer, and that one taken back is none.
import { describe, expect, it } from 'vitest'
import { isRight } from './verdict.ts'

const r = String.raw

const WITH_ASIDES = [
  r`\boxed{18\text{ (crates)}}`,
  r`\boxed{18 \text{ crates (25 pears each)}}`,
  'Answer: 18 crates of 25.',
  'Final answer: 18 crates of 25 pears',
  'The answer is 18 crates of 25 pears each.',
  'Answer: 18 weeks (126 days)',
  '18 weeks (126 days)',
  'So it takes 18 weeks (126 days).',
  'So there are 18 crates. (Check: 18 · 25 = 450.)',
  '**18 crates**\n\nVerification: 18 × 25 = 450.',
  'So 18 crates.\n\n**Check:** 18 × 25 = 450 ✓',
  'So they need 18 vans with 25 seats each.',
  '18 crates (25 pears each)',
  '18 crates\n\nLet me know if you want more on steps 2 or 3.',
  'The total is 18.\n\nI hope this helps! Step 2 is the hard one.',
  'The answer is 18. That is right.',
  'The answer is 18. This is not wrong.',
  'The answer is 18. No other number works.',
]

const TAKEN_BACK = [
  'The answer is 18. That is wrong.',
  r`The answer is $18$. That is false.`,
  'The answer is 18. This is incorrect.',
  'Answer: 18. I was wrong.',
  r`\boxed{18}. Actually, no.`,
  'Answer: 18. Hmm, no.',
  'The answer is 18. No: 19.',
  'The answer is 18, or perhaps 19.',
  'Answer: !18',
  'Twice the answer is 18.',
  'The square of the answer is 18.',
  'The answer ends in 18',
  'The answer starts with 18',
  'The answer is almost 18',
  'Typical error: 18',
  'First guess: 18',
  "My teacher's answer: 18",
  'Lower bound: 18',
  r`\boxed{18?}`,
  r`$18?$`,
  '18 crates (or 19 crates)',
]

describe('an answer', () => {
  it.each(WITH_ASIDES)('is the value that was announced: %s', (text) => {
    expect(isRight('18', text)).toBe(true)
  })

  it.each(['25', '126', '450', '2', '3'])(
    'is not %s of a remark, a check or a courtesy',
    (gold) => {
      expect(WITH_ASIDES.filter((text) => isRight(gold, text))).toEqual([])
    },
  )

  it.each(TAKEN_BACK)('is none that was taken back or never given: %s', (text) => {
    expect(isRight('18', text)).toBe(false)
  })

  it.each([
    ['450', 'We have 18 crates of 25. Check: 18 · 25 = 450, so there are 450 pears.'],
    ['450', 'There are 18 crates with 25 pears in each (giving 450 pears).'],
    ['(2, 5)', 'So the point is (2, 5).'],
    ['18', 'The bound is too weak, so the answer is 18.'],
  ])('still stands in what only looks like an aside: %s in %s', (gold, text) => {
    expect(isRight(gold, text)).toBe(true)
  })
})
