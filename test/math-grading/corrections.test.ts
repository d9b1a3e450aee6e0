// Guards that a value which its writer replaces is no answer any more, and the new one is.
import { describe, expect, it } from 'vitest'
import { gradeAnswer } from '../../src/sim/math/grading/index.ts'
import { isRight, keyOf } from './verdict.ts'

/** `@` is what is said first, `#` what it is corrected to. */
const CORRECTED = [
  'The answer is @. Wait, no: #.',
  'The answer is @. Wait, no, #.',
  "The answer is @. Wait, that's wrong. It is #.",
  'The answer is @. Actually, #.',
  'The answer is @. Actually, it is #.',
  'The answer is @. Sorry, #.',
  'The answer is @, no, #.',
  'The answer is @... no, #.',
  'The answer is @. Correction: #.',
  'The answer is @ - scratch that, #.',
  'The answer is @, I mean #.',
  'The answer is @. I made an error; the correct answer is #.',
  'The answer is @. That gives a contradiction. So it must be #.',
  'The answer is $@$. Actually it should be $#$.',
  'The answer is (@, 1). Sorry, (#, 1).',
  '@. No, #.',
  '@? No, #.',
  '@ — sorry, #',
  'x = @. Wait, x = #.',
  'Answer: @\nActually: #',
  '**Answer: @** (corrected: #)',
  String.raw`\boxed{@}. Actually #.`,
  String.raw`\boxed{@}. Wait, I made a mistake: \boxed{#}`,
]

/** What sounds like a correction, and leaves `@` the answer. */
const KEPT = [
  'The answer is @. Actually, 7 is one of its factors.',
  'The answer is @. Wait, 10 minutes later it is still @.',
  'The answer is @. This is wrong. It is @.',
  'The answer is @. I forgot the units: @ dollars.',
  String.raw`\boxed{@}. Actually, x = 3 gives the same.`,
  '3*4 = 13. Wait, no: 12. So the answer is @.',
  'The answer is @. This is not surprising.',
  'The answer is @. This is not a coincidence.',
  "The answer is @. It isn't hard to check this.",
  'The answer is @. This is not a mistake.',
  'The answer is @. I am not joking.',
]

/** Denials behind harmless ones. */
const DENIED = [
  'The answer is @. This is not right.',
  "The answer is @. That's not valid.",
  "The answer is @. It's not hard to see that this is wrong.",
  "The answer is @. It isn't surprising that it fails.",
  'If x = @ then we win.',
]

const pairOf = (text: string): string => (text.includes('(@') ? '(@, 1)' : '@')
const say = (frame: string, first: string, second: string): string =>
  frame.replaceAll('@', first).replaceAll('#', second)

describe('a writer who corrects a value', () => {
  it.each(CORRECTED)('is held to the new one: %s', (frame) => {
    const text = say(frame, '42', '57')
    const gold = (value: string): string => pairOf(frame).replace('@', value)
    expect([isRight(gold('57'), text), isRight(gold('42'), text)]).toEqual([true, false])
  })

  it.each(KEPT)('is no one who only says more of it: %s', (frame) => {
    expect(isRight('42', say(frame, '42', '57'))).toBe(true)
  })

  it.each(DENIED)('says nothing with what is denied: %s', (frame) => {
    expect(isRight('42', say(frame, '42', '57'))).toBe(false)
  })

  it.each([
    'The answer is (@). Wait, no: (#).',
    'The answer is @. Actually, #.',
    '@. No, #.',
    'I choose @. Sorry, # because it is larger.',
    String.raw`\boxed{@}. Wait, it's #.`,
    "It's @, or rather #.",
  ])('is held to the new option and to the new name: %s', (frame) => {
    const verdicts = (kind: 'choice' | 'text', first: string, second: string): boolean[] =>
      [second, first].map(
        (gold) => gradeAnswer(keyOf(gold, kind), say(frame, first, second)).correct,
      )
    expect(verdicts('choice', 'B', 'C')).toEqual([true, false])
    if (!/[(#] because|\(/.test(frame)) {
      expect(verdicts('text', 'Paris', 'New York')).toEqual([true, false])
    }
  })

  it('is held to the last of many', () => {
    const many = Array.from({ length: 30 }, (_, at) => ` Wait, no: ${at}.`).join('')
    expect([isRight('29', `42.${many}`), isRight('11', `42.${many}`)]).toEqual([true, false])
  })

  it('keeps an option and a name of which more is said', () => {
    const kept = gradeAnswer(keyOf('B', 'choice'), 'The answer is B. Actually, A is common too.')
    const name = 'The answer is Paris. Actually, it is the capital of France.'
    expect([kept.correct, gradeAnswer(keyOf('Paris', 'text'), name).correct]).toEqual([true, true])
  })

  it('is read in time that grows with the text', () => {
    const heard = (count: number): number => {
      const start = process.cpuUsage()
      isRight('1', 'wait, i forgot, no, i forgot '.repeat(count))
      const { user, system } = process.cpuUsage(start)
      return user + system
    }
    heard(200)
    expect(heard(8_000)).toBeLessThan(40 * heard(1_000) + 2_000_000)
  })
})

describe('nought', () => {
  it.each(['$e^{-50}$', String.raw`$\pi\cdot 10^{-30}$`, String.raw`$\frac{e^{-60}}{7}$`])(
    'is not what is merely small: %s',
    (answer) => expect(isRight('0', answer)).toBe(false),
  )

  it.each([String.raw`$\sin(\pi)$`, String.raw`$\sqrt{2}\sqrt{2}-2$`, '$0 e^{5}$'])(
    'is what comes to nothing but for rounding: %s',
    (answer) => expect(isRight('0', answer)).toBe(true),
  )
})
