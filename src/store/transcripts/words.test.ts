// Guards how words are looked for in texts: words, phrases, beginnings, and scripts of all kinds.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findTerms, readTerms } from './words.ts'

const found = (text: string, words: string): string[] | undefined => {
  const place = findTerms(text, readTerms(words))
  return place?.ranges.map(([from, to]) => place.snippet.slice(from, to))
}

it('finds whole words, whatever their capitals, and beginnings where that is asked', () => {
  expect(found('Security hold is on.', 'HOLD security')).toEqual(['Security', 'hold'])
  expect(found('He withholds it.', 'hold')).toBeUndefined()
  expect(found('He withholds it.', 'with*')).toEqual(['with'])
  expect(found('R907699', '907699')).toBeUndefined()
  expect(found('one two', 'one three')).toBeUndefined()
})

it('finds phrases over any white space, and words of scripts that do not part them', () => {
  expect(found('the last\n four digits', '"last four"')).toEqual(['last\n four'])
  expect(found('four last', '"last four"')).toBeUndefined()
  expect(found('請確認您的帳戶', '確認')).toEqual(['確認'])
  expect(found('Überweisung', 'überweisung')).toEqual(['Überweisung'])
})

it('takes marks of patterns for what they are', () => {
  expect(found('a.b(c)[d]', '(c)[d]')).toEqual(['(c)[d]'])
  expect(found('abc', 'a.c')).toBeUndefined()
  expect(readTerms(' "" * "  ')).toEqual([])
})

it('shows the words within few others, never half a letter', () => {
  const place = findTerms(`${'🎈'.repeat(500)} word ${'🎈'.repeat(500)}`, readTerms('word'))
  expect(place?.snippet.isWellFormed()).toBe(true)
  expect(place?.snippet.length).toBeLessThan(210)
})

it('finds every word that is there, and ranges that lie in the snippet', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 400 }), fc.string({ minLength: 1 }), (text, word) => {
      const terms = readTerms(`"${word.replaceAll('"', '')}"`)
      const place = findTerms(`${text} ${word.replaceAll('"', '')} ${text}`, terms)
      if (terms.length === 0) return
      expect(place).toBeDefined()
      for (const [from, to] of place?.ranges ?? []) {
        expect(from).toBeLessThan(to)
        expect(to).toBeLessThanOrEqual(place?.snippet.length ?? 0)
      }
    }),
  )
})

it('cuts a snippet between words, and marks what it leaves out', () => {
  const text = `${'alphabetical '.repeat(20)}needle${' alphabetical'.repeat(20)}`
  const [place] = [findTerms(text, readTerms('needle'))]
  const words = place?.snippet.replaceAll('…', '').trim().split(' ')
  expect(new Set(words)).toEqual(new Set(['alphabetical', 'needle']))
  expect(place?.snippet).toMatch(/^….*…$/)
  expect(findTerms('a needle', readTerms('needle'))?.snippet).toBe('a needle')
})
