// Guards that remarks, checks and courtesies state no answer, nor does a retracted answer.
import { describe, expect, it } from 'vitest'
import { isRight, statedIn } from './verdict.ts'

const r = String.raw

const STATED = [
  r`\boxed{18\text{ (crates)}}`,
  r`\boxed{18 \text{ crates (25 pears each)}}`,
  'Answer: 18 weeks (126 days)',
  '18 weeks (126 days)',
  'The answer is 18. That is right.',
  'The answer is 18. This is not wrong.',
  'The answer is 18. No other number works.',
  'The answer is 18 crates, because 18 · 25 = 450.',
  '**18 crates**',
  'So there are **18** crates.',
]

const UNSTATED = [
  'Answer: 18 crates of 25.',
  'The answer is 18 crates of 25 pears each.',
  'So it takes 18 weeks (126 days).',
  'So there are 18 crates. (Check: 18 · 25 = 450.)',
  '**18 crates**\n\nVerification: 18 × 25 = 450.',
  'So 18 crates.\n\n**Check:** 18 × 25 = 450 ✓',
  'So they need 18 vans with 25 seats each.',
  '18 crates\n\nLet me know if you want more on steps 2 or 3.',
  'The total is 18.\n\nI hope this helps! Step 2 is the hard one.',
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
  it.each(STATED)('is the value that was announced: %s', (text) => {
    expect(isRight('18', text)).toBe(true)
  })

  it.each(UNSTATED)('is not looked for in prose: %s', (text) => {
    expect(statedIn(text)).toBe(null)
  })

  it.each(['25', '126', '450', '2', '3'])(
    'is not %s of a remark, a check or a courtesy',
    (gold) => {
      expect([...STATED, ...UNSTATED].filter((text) => isRight(gold, text))).toEqual([])
    },
  )

  it.each(TAKEN_BACK)('is none that was taken back or never given: %s', (text) => {
    expect(isRight('18', text)).toBe(false)
  })
})
