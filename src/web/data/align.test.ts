// Guards that steps and words are put beside those that they are like.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { align, alignMany, diffWords } from './align.ts'

const sameLetter = (a: string, b: string): 0 | 0.5 | 1 => (a === b ? 1 : a[0] === b[0] ? 0.5 : 0)

const TEXT = fc.string({ unit: 'binary-ascii', maxLength: 60 })

describe('alignMany', () => {
  it('aligns all sequences with the first, and shares rows for additional items', () => {
    const sequences = [
      ['a', 'b', 'c'],
      ['a', 'x', 'b'],
      ['y', 'a', 'z', 'b', 'c', 'd'],
    ]
    const rows = alignMany(sequences, (one, other) => (one === other ? 1 : 0))
    const shown = rows.map((row) =>
      row.map((at, which) => (at === undefined ? '·' : sequences[which]?.[at])).join(''),
    )
    expect(shown).toEqual(['··y', 'aaa', '·xz', 'bbb', 'c·c', '··d'])
  })

  it('shows every step of every sequence once and in order', () => {
    const sequences = fc.array(fc.array(fc.constantFrom('a', 'b', 'c1', 'c2'), { maxLength: 7 }), {
      minLength: 1,
      maxLength: 4,
    })
    fc.assert(
      fc.property(sequences, (given) => {
        const rows = alignMany(given, sameLetter)
        for (const [which, sequence] of given.entries()) {
          const shown = rows.flatMap(({ [which]: at }) => at ?? [])
          expect(shown).toEqual(sequence.map((_, at) => at))
        }
      }),
    )
  })
})

describe('align', () => {
  it('leaves a gap where one side has a step more', () => {
    expect(align(['s', 'f', 'd', 'b', 'c'], ['s', 'f', 'd', 'c'], sameLetter)).toEqual([
      [0, 0],
      [1, 1],
      [2, 2],
      [3, undefined],
      [4, 3],
    ])
  })

  it('aligns calls of the same tool, and separates others', () => {
    expect(align(['f1', 'x'], ['f2', 'y'], sameLetter)).toEqual([
      [0, 0],
      [1, undefined],
      [undefined, 1],
    ])
  })

  it('shows every step of both sides once and in order', () => {
    const steps = fc.array(fc.constantFrom('a1', 'a2', 'b1', 'c'), { maxLength: 20 })
    fc.assert(
      fc.property(steps, steps, (left, right) => {
        const pairs = align(left, right, sameLetter)
        expect(pairs.flatMap(([at]) => at ?? [])).toEqual(left.map((_, at) => at))
        expect(pairs.flatMap(([, at]) => at ?? [])).toEqual(right.map((_, at) => at))
      }),
    )
  })
})

describe('wordDifferences', () => {
  it('marks differing words, and keeps all words', () => {
    const [left, right] = diffWords('the date of birth', 'the zip code of birth')
    expect(left.filter(({ isSame }) => !isSame).map(({ text }) => text)).toEqual(['date'])
    expect(right.map(({ text }) => text).join('')).toBe('the zip code of birth')
  })

  it('keeps both texts complete for any input', () => {
    fc.assert(
      fc.property(TEXT, TEXT, (a, b) => {
        const sides = diffWords(a, b).map((side) => side.map(({ text }) => text).join(''))
        expect(sides).toEqual([a, b])
      }),
    )
  })
})
