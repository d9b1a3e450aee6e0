// Guards that steps and words are put beside those that they are like.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { align, wordDifferences } from './align.ts'

const sameLetter = (a: string, b: string): 0 | 0.5 | 1 => (a === b ? 1 : a[0] === b[0] ? 0.5 : 0)

const TEXT = fc.string({ unit: 'binary-ascii', maxLength: 60 })

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

  it('puts calls of the same tool beside each other, and different ones apart', () => {
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
  it('marks the words that differ, and loses none', () => {
    const [left, right] = wordDifferences('the date of birth', 'the zip code of birth')
    expect(left.filter(({ same }) => !same).map(({ text }) => text)).toEqual(['date'])
    expect(right.map(({ text }) => text).join('')).toBe('the zip code of birth')
  })

  it('keeps both texts whole, whatever they are', () => {
    fc.assert(
      fc.property(TEXT, TEXT, (a, b) => {
        const sides = wordDifferences(a, b).map((side) => side.map(({ text }) => text).join(''))
        expect(sides).toEqual([a, b])
      }),
    )
  })
})
