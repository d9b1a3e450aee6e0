// Guards that look-alike characters are read as those of a plain keyboard.
import { describe, expect, it } from 'vitest'
import { foldCharacters } from './folding.ts'

const digitsFrom = (first: number): string =>
  Array.from({ length: 10 }, (_, at) => String.fromCodePoint(first + at)).join('')

describe('folding', () => {
  it('reads the digits of every script and style', () => {
    const scripts = [0xff10, 0x660, 0x6f0, 0x966, 0xe50, 0x17e0, 0x1d7ce, 0x1d7d8, 0x1d7f6, 0x1fbf0]
    for (const first of scripts) expect(foldCharacters(digitsFrom(first))).toBe('0123456789')
    expect(foldCharacters('①②⑨⓪')).toBe('1290')
    expect(foldCharacters('4\ufe0f\u20e32\ufe0f\u20e3')).toBe('42')
  })

  it('reads full-width and mathematical letters', () => {
    expect(foldCharacters('＼ｂｏｘｅｄ｛５｝！')).toBe('\\boxed{5}!')
    expect(foldCharacters('𝐀𝑥𝕫𝖖𝚉')).toBe('AxzqZ')
    expect(foldCharacters('2𝜋𝛼')).toBe('2πα')
    expect(foldCharacters('Ⓑ')).toBe('B')
  })

  it('has one quote of each kind, one dash for words, one minus and one blank', () => {
    expect(foldCharacters('‘a’ “b” «c» x′')).toBe('\'a\' "b" "c" x\'')
    expect(foldCharacters('−1 – 2 ‐ 3－4')).toBe('-1 - 2 - 3-4')
    expect(foldCharacters('yes ― no')).toBe('yes — no')
    expect(foldCharacters('a\u00a0b\u3000c\u2009d')).toBe('a b c d')
  })

  it('removes invisible characters', () => {
    expect(foldCharacters('4\u200b2 \u202e7\u2069\ufeff')).toBe('42 7')
  })

  it('leaves signs that mean something of their own', () => {
    for (const text of ['plain text', 'x² ½ ×÷ ≤ ℝ π é ß 漢字 🎲', '⁷⁄₁₂']) {
      expect(foldCharacters(text)).toBe(text)
    }
  })

  it('changes nothing that it has folded before', () => {
    const all = Array.from({ length: 0x20000 }, (_, code) => code)
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code))
      .join('')
    expect(foldCharacters(foldCharacters(all))).toBe(foldCharacters(all))
  })
})
