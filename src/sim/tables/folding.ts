import { byName } from '../by-name.ts'

const DIGITS = '0123456789'
const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const SMALL = 'abcdefghijklmnopqrstuvwxyz'
/** From the exclamation mark to the tilde, as a plain keyboard has them. */
const KEYBOARD = String.fromCharCode(...Array.from({ length: 94 }, (_, at) => 33 + at))

type Block = readonly [first: number, meanings: string]

/** Where the digits of other scripts begin: Arabic, Persian, Devanagari, Bengali, Thai and so on. */
const SCRIPTS = [
  ...[0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6],
  ...[0xe50, 0xed0, 0xf20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90],
  ...[0x1b50, 0x1bb0, 0x1c40, 0x1c50, 0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0],
  ...[0x1fbf0],
]

/** The alphabets of mathematics: bold, italic, script, gothic, double-struck, sans, typewriter. */
const ALPHABETS = Array.from({ length: 13 }, (_, at) => 0x1d400 + 52 * at)
/** The Greek alphabets of mathematics: bold, italic, bold italic, sans bold, sans bold italic. */
const GREEKS = Array.from({ length: 5 }, (_, at) => 0x1d6a8 + 58 * at)
const GREEK = 'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡϴΣΤΥΦΧΨΩ∇αβγδεζηθικλμνξοπρςστυφχψω∂ϵϑϰϕϱϖ'
/** The digits of mathematics: bold, double-struck, sans, bold sans, typewriter. */
const STYLES = Array.from({ length: 5 }, (_, at) => 0x1d7ce + 10 * at)

/** Characters in a row, each of which means the one at its place in a text. */
export const BLOCKS: readonly Block[] = [
  [0xff01, KEYBOARD],
  ...[...SCRIPTS, ...STYLES].map((first): Block => [first, DIGITS]),
  ...ALPHABETS.map((first): Block => [first, CAPITALS + SMALL]),
  ...GREEKS.map((first): Block => [first, GREEK]),
  // In circles, brackets and with a full stop.
  ...[0x2460, 0x2474, 0x2488, 0x2776, 0x2780, 0x278a].map((first): Block => [first, '123456789']),
  ...[0x24ea, 0x24ff].map((first): Block => [first, '0']),
  ...[0x24b6, 0x1f130, 0x1f150, 0x1f170, 0x1f110].map((first): Block => [first, CAPITALS]),
  [0x24d0, SMALL],
  [0x249c, SMALL],
  // Small forms of punctuation.
  [0xfe50, ',,.'],
  [0xfe54, ';:?!'],
  [0xfe59, '(){}'],
  [0xfe5f, '#&*+-<>='],
  [0xfe68, '\\$%@'],
]

const BLANKS = '\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a'
const UNSEEN =
  '\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202b' +
  '\u202c\u202d\u202e\u2060\u2061\u2063\u2064\u2066\u2067\u2068\u2069\u20e3\ufe0e\ufe0f\ufeff'

/** Single characters by what they mean. */
export const SIGNS: Readonly<Record<string, string>> = byName({
  ' ': `${BLANKS}\u2028\u2029\u202f\u205f\u3000`,
  '': UNSEEN,
  // What separates a number's thousands and decimals where its digits are Arabic.
  ',': '،٬、︐︑',
  '.': '٫。｡․',
  ';': '؛',
  ':': '∶꞉ː',
  '?': '؟',
  '%': '٪',
  "'": '‘’‚‛′ʹʼˈ´',
  '"': '“”„‟«»',
  "''": '″',
  '-': '‐‑‒–−⁃➖',
  '—': '―⸺⸻﹘',
  '+': '➕',
  '*': '∗⁎✱',
  '/': '∕⟋',
  '|': '∣❘',
  e: 'ℯ',
  g: 'ℊ',
  h: 'ℎ',
  i: 'ⅈ',
  l: 'ℓ',
  o: 'ℴ',
  B: 'ℬ',
  C: 'ℭ',
  E: 'ℰ',
  F: 'ℱ',
  H: 'ℋℌ',
  I: 'ℐℑ',
  L: 'ℒ',
  M: 'ℳ',
  R: 'ℛℜ',
  Z: 'ℨ',
})
