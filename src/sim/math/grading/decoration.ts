import { mathSpans } from './spans.ts'

/** What a decoration has. A bar within a word, or before an index in braces, is none. */
const HINT = /[*`\x80-\uffff]|(?<!\w)_|_(?![\w{\\])/
/** A quick look before that. */
const SIGN = /[*`_\x80-\uffff]/
/** Signs that say that what stands beside them is wrong, which is then said in a word. */
const REFUSALS = /[❌❎✗✘🚫👎]/gu
const QUESTIONS = /❓|❔|🤔/gu
/** Pictures and ticks. Signs of arithmetic, digits in circles and brackets are none of them. */
const PICTURES =
  /(?![♾✕✖➕➖➗\u2768-\u2793])[\u23e9-\u23fa\u2600-\u27bf\u2b00-\u2bff\u{1f300}-\u{1faff}]/gu
/** What only shapes the picture or the key before it. */
const FRAMES = /\ufe0f|\u20e3|\u200d/gu
const CODE = /(?<!`)(`{1,2})(?!`)([^`\n]{1,400})\1(?!`)/g
/**
 * Marks around a run of one line. One opens before a word, and not behind a factor: `3*4`, `x_1`.
 * Behind a bar that closes no word goes on, and behind a star no number.
 */
const EMPHASIS = new RegExp(
  String.raw`(?<![\w*)\]}\\^]|[\d)]\s)(\*{1,3}|_{1,3})(?=[^\s.,;:!?)\]}*_])` +
    String.raw`([^*_\n]{0,400}[^\s*_\\])\1(?![*_\d(\\]|(?<=_)\w)(!?)`,
  'g',
)

/** A text without marks of emphasis, quotes of code and pictures outside its formulas. */
export function undecorated(text: string): string {
  if (!(SIGN.test(text) && HINT.test(text))) return text
  const plain = text
    .replace(REFUSALS, ' wrong ')
    .replace(QUESTIONS, '?')
    .replace(PICTURES, ' ')
    .replace(FRAMES, '')
    .replace(CODE, '$2')
  return /[*_]/.test(plain) ? withoutEmphasis(plain) : plain
}

/** Marks may stand within marks. */
const ROUNDS = 3
const [STAR, BAR] = ['\ue000', '\ue001']

function withoutEmphasis(text: string): string {
  // In formulas, stars and bars are signs of their own.
  let result = ''
  let from = 0
  for (const { start, end } of mathSpans(text)) {
    const formula = text.slice(start, end).replaceAll('*', STAR).replaceAll('_', BAR)
    result += text.slice(from, start) + formula
    from = end
  }
  result += text.slice(from)
  for (let round = 0; round < ROUNDS; round++) {
    // Behind a mark that is the cry of a sentence, and no factorial.
    result = result.replace(EMPHASIS, (_, _mark, said, cry) => (cry === '' ? said : `${said}.`))
  }
  return result.replaceAll(STAR, '*').replaceAll(BAR, '_')
}
