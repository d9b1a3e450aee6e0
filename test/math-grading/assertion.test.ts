// Guards what counts as a stated answer: a value in an announced form, denied or not.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ASSERTED, CLAIMED_FORMS, UNASSERTED } from './tables/assertions.ts'
import { isRight, statedIn } from './verdict.ts'

const say = (frame: string, value: string): string => frame.replaceAll('@', value)

const PLAIN = ['42', '3/7', '2.5', '19']
const FORMULAS = [String.raw`\frac{3}{7}`, String.raw`2\sqrt{3}`, '-5']
const valuesOf = (frame: string): readonly string[] =>
  /[$\\]/.test(frame) ? [...PLAIN, ...FORMULAS] : PLAIN

const textsOf = (frames: readonly string[]): (readonly [value: string, text: string])[] =>
  frames.flatMap((frame) => valuesOf(frame).map((value) => [value, say(frame, value)] as const))

describe('a value', () => {
  it('is never taken for another one in a frame that asserts it', () => {
    const taken = textsOf(ASSERTED).filter(
      ([value, text]) => statedIn(text) !== null && !isRight(value, text),
    )
    expect(taken).toEqual([])
  })

  it('is the answer in every frame with an announced form', () => {
    const stated = ASSERTED.filter((frame) => statedIn(say(frame, '42')) !== null)
    expect(stated.length).toBeGreaterThanOrEqual(108)
    expect(textsOf(stated).filter(([value, text]) => !isRight(value, text))).toEqual([])
  })

  it('is no answer in any frame that denies, doubts, supposes or reports it', () => {
    expect(textsOf(UNASSERTED).filter(([value, text]) => isRight(value, text))).toEqual([])
  })

  it('is the answer in an announced form, despite hedges', () => {
    expect(textsOf(CLAIMED_FORMS).filter(([value, text]) => !isRight(value, text))).toEqual([])
  })

  it('is the answer after any other that was taken back', () => {
    const whole = (from: number) => fc.integer({ min: from, max: from + 400 }).map(String)
    const frames = {
      denied: fc.constantFrom(...UNASSERTED.filter((frame) => !/boxed|answer|[x=]/i.test(frame))),
      asserted: fc.constantFrom(...ASSERTED.filter((frame) => /^The answer is @\.$/.test(frame))),
    }
    fc.assert(
      fc.property(frames.denied, frames.asserted, whole(500), whole(2_000), (...drawn) => {
        const [denied, asserted, other, gold] = drawn
        const text = `${say(denied, other)}\n${say(asserted, gold)}`
        expect([text, isRight(gold, text), isRight(other, text)]).toEqual([text, true, false])
      }),
      { numRuns: 400, seed: 13 },
    )
  })
})
