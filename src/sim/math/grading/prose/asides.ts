import { isProse } from '../is-prose.ts'
import { isUnitWord } from '../tables/units.ts'

const COURTESY = new RegExp(
  String.raw`(^|\n|[.!?]\s)[ \t]*(?:please )?(?:let me know|feel free|happy to help|ask me|` +
    String.raw`(?:i )?hope (?:this|that|it)\b|if you (?:have|need) (?:any|more|further|help))` +
    String.raw`\b[^\n]*`,
  'gi',
)
const CHECK = new RegExp(
  String.raw`(?:^|\n|[.!?)]\s)\W{0,6}(?:(?:double[- ])?check(?:ing)?|verification|` +
    String.raw`verify(?:ing)?|to (?:check|verify)|proof)\b[^:\n]{0,30}:`,
  'gi',
)
const CONCLUSION = /\b(?:so|thus|therefore|hence|answer|giving|gives|total|altogether)\b[^.\n]*\d/i
const BRACKET = /\s\(([^()\n$\\]{3,200})\)/g
const NUMBER = String.raw`(?<![\d,.])\$?\d[\d,.]{0,20}(?<=\d)\$?`
const WORDS = String.raw`(?:\s+[a-z]{2,20}){1,3}?`
/** "32 boxes of 12", "32 buses with 34 seats each", where nothing but the end follows. */
const PACKED = new RegExp(
  String.raw`(${NUMBER})(${WORDS})\s+(?:of\s+${NUMBER}(?:\s+[a-z]+){0,3}|` +
    String.raw`(?:with|holding|containing|carrying|at|for|costing)\s+${NUMBER}(?:\s+[a-z]+){0,4}` +
    String.raw`\s+(?:each|apiece))(?=\s*(?:[.!\n]|$))`,
  'gi',
)

const wordsOf = (text: string): readonly string[] => text.match(/[a-z]{2,}/gi) ?? []
const takesBack = (text: string): boolean =>
  wordsOf(text).some((word) => /^(?:not|no|wrong|incorrect|or|oops|maybe|perhaps)$/i.test(word))
const isNoun = (word: string): boolean =>
  word !== 'out' && (isProse(word) || isUnitWord(word.toLowerCase()))

/**
 * A text without what holds no answer where a value stands before it: remarks in brackets, what a
 * value is checked with, what is in each of the things that were counted, and closing courtesies.
 */
export function withoutAsides(text: string): string {
  if (!/\d/.test(text)) return text
  const polite = text.replace(COURTESY, '$1')
  const said = /\d/.test(polite) ? polite : text
  return withoutCheck(said)
    .replace(BRACKET, (found, remark: string, at: number, whole: string) =>
      isRemark(remark) && /\d/.test(lineBefore(whole, at)) ? '' : found,
    )
    .replace(PACKED, (found, count: string, names: string) =>
      wordsOf(names).every(isNoun) && !/\b(?:total|all)\b/.test(found) ? count + names : found,
    )
}

function withoutCheck(text: string): string {
  for (const { index } of text.matchAll(CHECK)) {
    // The sign that ends the sentence before it stays.
    const [before, check] = [text.slice(0, index + 1), text.slice(index + 1)]
    if (/\d/.test(before) && !CONCLUSION.test(check) && !takesBack(check)) return before
  }
  return text
}

const lineBefore = (text: string, at: number): string =>
  text.slice(Math.max(0, text.lastIndexOf('\n', at), at - 200), at)

/** Whether a bracket with a number says something in words that is no other answer. */
const isRemark = (remark: string): boolean =>
  /\d/.test(remark) &&
  wordsOf(remark).some((word) => word.length > 2 && isNoun(word)) &&
  !/^(?:mod|base)\b/i.test(remark) &&
  !takesBack(remark) &&
  !CONCLUSION.test(remark)
