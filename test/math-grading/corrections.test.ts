// Guards that a retracted value is no answer, and that a later form replaces it.
import { describe, expect, it } from 'vitest'
import { gradeAnswer } from '../../src/sim/math/grading/index.ts'
import { isRight, keyOf } from './verdict.ts'

/** `@` is the first value, `#` its correction. */
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

/** Further statements that retract nothing. */
const KEPT = [
  'The answer is @. I forgot the units: @ dollars.',
  'The answer is @. This is not surprising.',
  'The answer is @. This is not a coincidence.',
  "The answer is @. It isn't hard to check this.",
  'The answer is @. This is not a mistake.',
  'The answer is @. I am not joking.',
  'The answer is @. No other value fits.',
]

/** A later form after a retraction of the first value. */
const REPLACED = [
  'The answer is @. I made an error; the correct answer is #.',
  String.raw`\boxed{@}. Wait, I made a mistake: \boxed{#}`,
  'Answer: @\nNo, the answer is #.',
  'Answer: @\nI miscounted.\nAnswer: #',
  '**Final Answer:** @\n\nAfter a check:\n\n**Final Answer:** #',
]

/** Denials after harmless sentences. */
const DENIED = [
  'The answer is @. This is not right.',
  "The answer is @. That's not valid.",
  "The answer is @. It's not hard to see that this is wrong.",
  'If x = @ then we win.',
]

const pairOf = (text: string): string => (text.includes('(@') ? '(@, 1)' : '@')
const say = (frame: string, first: string, second: string): string =>
  frame.replaceAll('@', first).replaceAll('#', second)

describe('a writer who corrects a value', () => {
  it.each(CORRECTED)('has not given the first one: %s', (frame) => {
    const text = say(frame, '42', '57')
    expect(isRight(pairOf(frame).replace('@', '42'), text)).toBe(false)
  })

  it.each(REPLACED)('states the value of a later form: %s', (frame) => {
    const text = say(frame, '42', '57')
    expect([isRight('57', text), isRight('42', text)]).toEqual([true, false])
  })

  it.each(KEPT)('does not retract it by saying more: %s', (frame) => {
    expect(isRight('42', say(frame, '42', '57'))).toBe(true)
  })

  it.each(DENIED)('states nothing in a denial: %s', (frame) => {
    expect(isRight('42', say(frame, '42', '57'))).toBe(false)
  })

  it.each(['The answer is (@). Wait, no: (#).', 'The answer is @. Actually, #.'])(
    'has not given the first option or name: %s',
    (frame) => {
      const isFirst = (kind: 'choice' | 'text', first: string, second: string): boolean =>
        gradeAnswer(keyOf(first, kind), say(frame, first, second)).correct
      expect([isFirst('choice', 'B', 'C'), isFirst('text', 'Paris', 'New York')]).toEqual([
        false,
        false,
      ])
    },
  )
})
