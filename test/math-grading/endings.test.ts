// Guards the verdicts on endings of many kinds, most of which no rule was written for.
import { describe, expect, it } from 'vitest'
import { judgeAnswer } from '../../src/sim/math/grading/form/judge.ts'
import type { Ending } from './tables/ending.ts'
import { RIGHT_ENDINGS } from './tables/right-endings.ts'
import { WRONG_ENDINGS } from './tables/wrong-endings.ts'
import { keyOf } from './verdict.ts'

/** The texts that are not judged as they should be. */
const misjudged = (endings: readonly Ending[], wanted: boolean): string[] =>
  endings.flatMap(([gold, texts, question = '']) => {
    const problem = { dataset: 'endings', question, solution: null, mistakes: [] }
    const isRight = (text: string): boolean =>
      judgeAnswer({ ...problem, answer: keyOf(gold) }, text).verdict === 'right'
    return texts.filter((text) => isRight(text) !== wanted).map((text) => `${gold} | ${text}`)
  })

describe('an ending', () => {
  it('is taken where it asserts the right answer', () => {
    expect(misjudged(RIGHT_ENDINGS, true)).toEqual([])
  })

  it('is refused where it asserts another one, none, or several', () => {
    expect(misjudged(WRONG_ENDINGS, false)).toEqual([])
  })
})
