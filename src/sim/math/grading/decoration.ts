import { mathSpans } from './spans.ts'

/** Detects a decoration. An underscore within a word or before an index in braces is not one. */
const HINT = /[*`\x80-\uffff]|(?<!\w)_|_(?![\w{\\])/
/** A faster check before `HINT`. */
const SIGN = /[*`_\x80-\uffff]/
/** Signs that mark something as wrong; a word replaces them. */
const REFUSALS = /[❌❎✗✘🚫👎]/gu
const QUESTIONS = /❓|❔|🤔/gu
/** Pictures and ticks, but not signs of arithmetic, circled digits or brackets. */
const PICTURES =
  /(?![♾✕✖➕➖➗\u2768-\u2793])[\u23e9-\u23fa\u2600-\u27bf\u2b00-\u2bff\u{1f300}-\u{1faff}]/gu
/** Modifiers of the preceding picture or key. */
const FRAMES = /\ufe0f|\u20e3|\u200d/gu
const CODE = /(?<!`)(`{1,2})(?!`)([^`\n]{1,400})\1(?!`)/g
/**
 * Emphasis marks around text in one line. An opening mark precedes a word and does not follow a
 * factor: `3*4`, `x_1`. No word follows a closing bar, and no number a closing star.
 */
const EMPHASIS = new RegExp(
  String.raw`(?<![\w*)\]}\\^]|[\d)]\s)(\*{1,3}|_{1,3})(?=[^\s.,;:!?)\]}*_])` +
    String.raw`([^*_\n]{0,400}[^\s*_\\])\1(?![*_\d(\\]|(?<=_)\w)(!?)`,
  'g',
)

/** Removes emphasis, code quotes and pictures outside formulas. */
export function withoutDecoration(text: string): string {
  if (!(SIGN.test(text) && HINT.test(text))) return text
  const undecorated = text
    .replace(REFUSALS, ' wrong ')
    .replace(QUESTIONS, '?')
    .replace(PICTURES, ' ')
    .replace(FRAMES, '')
    .replace(CODE, '$2')
  return /[*_]/.test(undecorated) ? withoutEmphasis(undecorated) : undecorated
}

/** Marks may be nested. */
const ROUNDS = 3
const [STAR, BAR] = ['\ue000', '\ue001']

function withoutEmphasis(text: string): string {
  // In formulas, stars and bars have meanings of their own.
  let result = ''
  let position = 0
  for (const { start, end } of mathSpans(text)) {
    const formula = text.slice(start, end).replaceAll('*', STAR).replaceAll('_', BAR)
    result += text.slice(position, start) + formula
    position = end
  }
  result += text.slice(position)
  for (let round = 0; round < ROUNDS; round++) {
    // After a mark, an exclamation point ends a sentence and is not a factorial.
    result = result.replace(EMPHASIS, (_, _mark, inner, cry) => (cry === '' ? inner : `${inner}.`))
  }
  return result.replaceAll(STAR, '*').replaceAll(BAR, '_')
}
