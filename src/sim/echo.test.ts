// Guards that a reply which repeats its prompt is detected, and that other replies are not.
import { describe, expect, it } from 'vitest'
import { echoesPrompt } from './echo.ts'

const INSTRUCTIONS = 'Say the same in other words, in at most six short sentences. Add nothing.'
const HEADINGS = /^(?:facts|manner):/im

describe('an echo', () => {
  it.each([
    'Say the same in other words, in at most six short sentences. The number is R123456.',
    'R123456. I was told to say the same in OTHER words!',
    'Here you go.\nFacts: the reference number is R123456.',
    'Manner: formal. Done, R123456.',
  ])('is %s', (words) => expect(echoesPrompt(words, INSTRUCTIONS, HEADINGS)).toBe(true))

  it.each([
    'Done. Your reference number is R123456.',
    'In other words, it is done.',
    'In that manner: yes.',
    '',
  ])('is not %s', (words) => expect(echoesPrompt(words, INSTRUCTIONS, HEADINGS)).toBe(false))
})
