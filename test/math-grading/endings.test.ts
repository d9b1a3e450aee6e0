// Guards the verdicts on many kinds of endings, most of them without a rule of their own.
import { describe, expect, it } from 'vitest'
import { judgeAnswer, type Verdict } from '../../src/sim/math/grading/form/judge.ts'
import type { Ending } from './tables/ending.ts'
import { RIGHT_ENDINGS } from './tables/right-endings.ts'
import { WRONG_ENDINGS } from './tables/wrong-endings.ts'
import { keyOf } from './verdict.ts'

/** The verdict on each text; `unstated` if it states no answer. */
const judged = (endings: readonly Ending[]): (readonly [Verdict | 'unstated', string])[] =>
  endings.flatMap(([gold, texts, question = '']) => {
    const problem = { dataset: 'endings', question, solution: null, mistakes: [] }
    return texts.map((text) => {
      const { verdict, extracted } = judgeAnswer({ ...problem, answer: keyOf(gold) }, text)
      return [extracted === null ? 'unstated' : verdict, `${gold} | ${text}`] as const
    })
  })

describe('an ending', () => {
  const right = judged(RIGHT_ENDINGS)

  it('is taken where it states the right answer, and never for another one', () => {
    expect(right.filter(([verdict]) => verdict !== 'right' && verdict !== 'unstated')).toEqual([])
  })

  it('states its answer in most texts that are no prose', () => {
    expect(right.filter(([verdict]) => verdict === 'right').length).toBeGreaterThanOrEqual(160)
  })

  it('is refused where it asserts another one, none, or several', () => {
    expect(judged(WRONG_ENDINGS).filter(([verdict]) => verdict === 'right')).toEqual([])
  })
})
