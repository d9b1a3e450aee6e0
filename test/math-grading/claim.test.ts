// Guards that a value in prose states no answer, whatever it is said of.
import { describe, expect, it } from 'vitest'
import { OF_SOMETHING_ELSE, OF_WHAT_WAS_ASKED } from './tables/claims.ts'
import { statedIn } from './verdict.ts'

/** The sentences that state an answer. */
const stating = (frames: readonly string[]): string[] =>
  frames
    .flatMap((frame) => ['42', '317'].map((value) => frame.replaceAll('@', value)))
    .filter((text) => statedIn(text) !== null)

describe('a value in prose', () => {
  it('is no stated answer where it is said of something that no problem asks for', () => {
    expect(stating(OF_SOMETHING_ELSE)).toEqual([])
  })

  it('is no stated answer where it is said of what can have been asked', () => {
    expect(stating(OF_WHAT_WAS_ASKED)).toEqual([])
  })
})
