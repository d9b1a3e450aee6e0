// Guards that text of models is shown whole, with nothing in it that cannot be seen.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { revealInvisible } from './visible.ts'

const shown = (text: string): string =>
  revealInvisible(text)
    .map((piece) => ('text' in piece ? piece.text : `⟨${piece.code}⟩`))
    .join('')

const TEXT = fc.string({ unit: 'binary', maxLength: 30 })

describe('visible', () => {
  it('shows invisible characters and direction marks as codes', () => {
    expect(shown('a\u202Eb')).toBe('a⟨U+202E⟩b')
    expect(shown('x\u2066y\u2069z')).toBe('x⟨U+2066⟩y⟨U+2069⟩z')
    expect(shown('\u0000\u001B[31mred\u009B')).toBe('⟨U+0000⟩⟨U+001B⟩[31mred⟨U+009B⟩')
    expect(shown('a\u200Bb\uFEFFc')).toBe('a⟨U+200B⟩b⟨U+FEFF⟩c')
    expect(shown('\u{E0041}')).toBe('⟨U+E0041⟩')
    expect(shown('\uD800 alone')).toBe('⟨U+D800⟩ alone')
  })

  it('leaves markup, line breaks, tabs, emoji and accents unchanged', () => {
    for (const text of ['<b>x</b>\n\t&amp;', 'é ü 한국 العربية', '👩\u200D🚀 ok', 'a\r\nb']) {
      expect(shown(text)).toBe(text)
    }
  })

  it('shows a repeated character once, with a count', () => {
    expect(shown(`a${'\u200B'.repeat(900)}b`)).toBe('a⟨U+200B × 900⟩b')
    expect(shown('\u200B\u200D\u200D\u200B')).toBe('⟨U+200B⟩⟨U+200D × 2⟩⟨U+200B⟩')
  })

  it('counts stacked combining marks', () => {
    expect(shown(`e${'\u0301'.repeat(5_000)}`)).toBe(`e${'\u0301'.repeat(8)}⟨4992 combining marks⟩`)
  })

  it('loses nothing', () => {
    fc.assert(
      fc.property(TEXT, (text) => {
        const kept = revealInvisible(text).flatMap((piece) => ('text' in piece ? piece.text : []))
        const odd = revealInvisible(text).length - kept.length
        expect(kept.join('').length).toBeLessThanOrEqual(text.length)
        expect(odd > 0 || kept.join('') === text).toBe(true)
      }),
    )
  })
})
