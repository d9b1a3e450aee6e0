/**
 * Text of models as it is, with everything that would be invisible or move other letters about
 * shown by its code. What comes out is text for text nodes: markup in it is never read.
 */

/** A piece of plain text, or one invisible character with its code. */
export type Piece = { readonly text: string } | { readonly code: string; readonly name: string }

/** The effect of invisible characters, for a tooltip. */
const RANGES: readonly (readonly [from: number, to: number, name: string])[] = [
  [0x00, 0x1f, 'control character'],
  [0x7f, 0x9f, 'control character'],
  [0xad, 0xad, 'soft hyphen'],
  [0x61c, 0x61c, 'direction mark'],
  [0x180e, 0x180e, 'invisible separator'],
  [0x200b, 0x200d, 'zero width'],
  [0x200e, 0x200f, 'direction mark'],
  [0x202a, 0x202e, 'direction override'],
  [0x2028, 0x2029, 'line separator'],
  [0x2060, 0x2064, 'invisible operator'],
  [0x2066, 0x2069, 'direction isolate'],
  [0x206a, 0x206f, 'invisible format'],
  [0xd800, 0xdfff, 'half of a pair'],
  [0xfeff, 0xfeff, 'zero width'],
  [0xfff9, 0xfffb, 'annotation'],
  [0xe0000, 0xe007f, 'invisible tag'],
]

const hex = (code: number): string => `U+${code.toString(16).toUpperCase().padStart(4, '0')}`

/** All characters of the ranges. Tab and line feed are skipped later. */
const HIDDEN = new RegExp(
  `[${RANGES.map(([from, to]) => `\\u{${from.toString(16)}}-\\u{${to.toString(16)}}`).join('')}]`,
  'gu',
)
const COMBINING = /(\p{M}{8})(\p{M}+)/gu
const EMOJI = /\p{Extended_Pictographic}\u{FE0F}?$/u

const nameOf = (code: number): string =>
  RANGES.find(([from, to]) => code >= from && code <= to)?.[2] ?? 'invisible'

/** Splits a text into pieces. A repeated invisible character becomes one piece with a count. */
export function revealInvisible(text: string): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  let repeats = 0
  let previousCode: string | undefined
  for (const { at, length, code, name } of findInvisible(text)) {
    if (at < from) continue
    const isRepeat = at === from && code === previousCode
    if (at > from) pieces.push({ text: text.slice(from, at) })
    repeats = isRepeat ? repeats + 1 : 1
    if (isRepeat) pieces.pop()
    pieces.push({ code: repeats === 1 ? code : `${code} × ${repeats}`, name })
    previousCode = code
    from = at + length
  }
  if (from < text.length) pieces.push({ text: text.slice(from) })
  return pieces
}

interface InvisibleCharacter {
  readonly at: number
  readonly length: number
  readonly code: string
  readonly name: string
}

function findInvisible(text: string): InvisibleCharacter[] {
  const found: InvisibleCharacter[] = []
  for (const { 0: character, index } of text.matchAll(HIDDEN)) {
    if (character === '\n' || character === '\t') continue
    if (character === '\r' && text[index + 1] === '\n') continue
    // A joiner between two emoji combines them into one.
    if (character === '\u{200D}' && EMOJI.test(text.slice(Math.max(0, index - 3), index))) continue
    const code = character.codePointAt(0) as number
    found.push({ at: index, length: character.length, code: hex(code), name: nameOf(code) })
  }
  for (const { 1: kept = '', 2: more = '', index } of text.matchAll(COMBINING)) {
    const code = `${[...more].length} combining marks`
    found.push({ at: index + kept.length, length: more.length, code, name: 'marks on one letter' })
  }
  return found.sort((one, other) => one.at - other.at)
}
