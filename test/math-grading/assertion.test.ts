// Guards what counts as an answer: a value that its sentence asserts, and none that it denies.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ASSERTED, UNASSERTED } from './tables/assertions.ts'
import { isRight } from './verdict.ts'

const say = (frame: string, value: string): string => frame.replaceAll('@', value)

const PLAIN = ['42', '3/7', '2.5', '19']
const FORMULAS = [String.raw`\frac{3}{7}`, String.raw`2\sqrt{3}`, '-5']
const valuesOf = (frame: string): readonly string[] =>
  /[$\\]/.test(frame) ? [...PLAIN, ...FORMULAS] : PLAIN

describe('a value', () => {
  it('is the answer in every frame that asserts it', () => {
    const missed = ASSERTED.flatMap((frame) =>
      valuesOf(frame)
        .filter((value) => !isRight(value, say(frame, value)))
        .map((value) => say(frame, value)),
    )
    expect(missed).toEqual([])
  })

  it('is no answer in any frame that denies, doubts, supposes or reports it', () => {
    const accepted = UNASSERTED.flatMap((frame) =>
      valuesOf(frame)
        .filter((value) => isRight(value, say(frame, value)))
        .map((value) => say(frame, value)),
    )
    expect(accepted).toEqual([])
  })

  it('is the answer after any other that was taken back', () => {
    const whole = (from: number) => fc.integer({ min: from, max: from + 400 }).map(String)
    const frames = {
      denied: fc.constantFrom(...UNASSERTED.filter((frame) => !/boxed|answer|[x=]/i.test(frame))),
      asserted: fc.constantFrom(
        ...ASSERTED.filter((frame) => /^(?:The|So the) answer/.test(frame)),
      ),
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
