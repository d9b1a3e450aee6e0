// Guards that a value in prose is not a stated answer, whatever its subject.
import { describe, expect, it } from 'vitest'
import { OF_SOMETHING_ELSE, OF_WHAT_WAS_ASKED } from './tables/claims.ts'
import { statedIn } from './verdict.ts'

/** The sentences that state an answer. */
const stating = (frames: readonly string[]): string[] =>
  frames
    .flatMap((frame) => ['42', '317'].map((value) => frame.replaceAll('@', value)))
    .filter((text) => statedIn(text) !== null)

describe('a value in prose', () => {
  it('is not a stated answer if no problem asks for it', () => {
    expect(stating(OF_SOMETHING_ELSE)).toEqual([])
  })

  it('is not a stated answer in prose about the question', () => {
    expect(stating(OF_WHAT_WAS_ASKED)).toEqual([])
  })
})
