// Guards that a value in prose counts only where it is said of what can have been asked.
import { describe, expect, it } from 'vitest'
import {
  OF_ANOTHER_MATTER,
  OF_SOMETHING_ELSE,
  OF_THE_QUESTION,
  OF_WHAT_WAS_ASKED,
} from './tables/claims.ts'
import { isRight } from './verdict.ts'

const VALUES = ['42', '317']
const QUESTIONS = Object.keys(OF_THE_QUESTION)

/** The sentences that are not judged as they should be. */
const misjudged = (frames: readonly string[], wanted: boolean, question = ''): string[] =>
  frames
    .flatMap((frame) => VALUES.map((value) => [value, frame.replaceAll('@', value)] as const))
    .filter(([value, text]) => isRight(value, text, question) !== wanted)
    .map(([, text]) => text)

describe('a value in prose', () => {
  it('is the answer where it is said of a quantity, a finding or a count', () => {
    expect(misjudged(OF_WHAT_WAS_ASKED, true)).toEqual([])
  })

  it('is none where it is said of something else', () => {
    expect(misjudged(OF_SOMETHING_ELSE, false)).toEqual([])
  })

  it.each(QUESTIONS)('has to be about the question, if it is known: %s', (question) => {
    const others = [...OF_SOMETHING_ELSE, ...OF_ANOTHER_MATTER]
    expect(misjudged(others, false, question)).toEqual([])
    expect(misjudged(OF_THE_QUESTION[question] ?? [], true, question)).toEqual([])
  })
})
