import { isNamed, readAnswer } from './answer.ts'
import { withoutAsides } from './asides.ts'
import { isUnclaimedBehind } from './assertion.ts'
import { corrections } from './corrections.ts'
import { isDenied, isDeniedBefore } from './denial.ts'
import { lastExpression, withoutRounding } from './plain-answer.ts'
import { isName } from './relation.ts'
import { joined, mathSpans, type Span } from './spans.ts'
import { spokenSentence } from './spoken.ts'
import { SMALL_NUMBER_WORDS } from './tables/number-words.ts'

/** What stands between "answer" and the answer. */
const IS = '(?:is|are|=|:|would be|must be|comes? (?:out )?to|equals|should be)'
/** "The answer is" in Spanish, French, Italian, Portuguese and German. */
const ABROAD = [
  String.raw`(?:respuesta(?: final| correcta)?|soluci[oó]n|resultado)(?: es\b|:)`,
  String.raw`r[eé](?:ponse|sultat)(?: est\b|:)`,
  '(?:risposta è|resposta é|(?:risposta|resposta):)',
  String.raw`(?:antwort|lösung|ergebnis)(?: ist\b| lautet\b|:)`,
].join('|')
const PHRASE = new RegExp(
  String.raw`(?:\b(?:(?:final|correct|right)\s+answers?\b|answers?\s{0,9}${IS}|ans[.:]|` +
    `${ABROAD})|####)` +
    String.raw`[\s:*=_]*(?:(?:is|are)\b[\s:*=_]*)?`,
  'gi',
)

/** Phrases before the last few are not looked at. */
const PHRASES_MAX = 12

/** What the last phrase that announces an answer is followed by. */
export function lastSaid(text: string, isWordy: boolean, from: number): string | null {
  if (from === text.length) return null
  const phrases = [...text.slice(from).matchAll(PHRASE)].slice(-PHRASES_MAX)
  for (const match of phrases.reverse()) {
    const start = from + match.index + match[0].length
    if (isDeniedBefore(text, start)) continue
    const said = announced(text.slice(start, start + 600), isWordy, from > 0)
    if (said !== null) return said
  }
  return null
}

/** "7? No" and "7, but it is actually 8" take back what they begin with. */
const TAKEN_BACK = new RegExp(
  String.raw`^[^.!\n]{0,60}(?:\?|\bor (?:maybe|perhaps|possibly|else)\b|` +
    String.raw`\b(?:but|however)\b[^.\n]{0,40}\b(?:actually|really|wrong|incorrect)\b)`,
  'i',
)

/** By such words what was just said is taken back. */
const CORRECTIONS = [
  ...['kidding', 'scratch that', 'strike that', 'wait, no', 'wait no', 'no, wait', 'no wait'],
  ...['oops', 'on second thought', 'correction'],
]
/** A correction stands so close behind what it corrects, in characters. */
export const CORRECTION_MAX = 100
const CORRECTED_MAX = 200

function isCorrected(text: string): boolean {
  const [line = ''] = text.slice(0, CORRECTION_MAX).split('\n', 1)
  const said = line.toLowerCase()
  return CORRECTIONS.some((words) => said.includes(words))
}

/** What may stand before a preposition where it is the answer that follows. */
const EQUALLING = new Set(
  'equal equals equivalent given simplified rounded reduced expressed written obtained found'
    .concat(' determined represented denoted corresponds comes congruent achieved attained reached')
    .split(' '),
)
const RELATED = new RegExp(
  '^(?:always |also |clearly |exactly )*([a-z]+) (?:by|to|from|with|below|above|under|over|' +
    'between|beyond|within|before|after) ',
  'i',
)

/** "Divisible by 7", "next to 7": the answer stands in some relation to the value that follows. */
function isRelated(text: string): boolean {
  const [, word = 'given'] = RELATED.exec(text) ?? []
  return (
    !EQUALLING.has(word.toLowerCase()) && SMALL_NUMBER_WORDS.get(word.toLowerCase()) === undefined
  )
}

/** What begins otherwise than with an answer. */
const NO_ANSWER =
  /^(?:not|n't|no|nicht|kein|pas|non|não|(?:in)?correct|wrong|in|to|so|therefore|thus)\b/i

/** The answer at the start of what follows a phrase; `null` if none follows. */
function announced(said: string, isWordy: boolean, isAfterBox: boolean): string | null {
  const text = said.trimStart()
  const [correction] = corrections(text.slice(0, CORRECTION_MAX + CORRECTED_MAX), 0)
  if (correction !== undefined && correction.start <= CORRECTION_MAX) {
    return announced(text.slice(correction.valueStart), isWordy, isAfterBox)
  }
  if (TAKEN_BACK.test(text) || isCorrected(text)) return null
  if (NO_ANSWER.test(text)) {
    return isNamed(firstSentence(text)) ? firstSentence(text) : null
  }
  if (isRelated(text)) return null
  const all = mathSpans(text)
  const [span] = joined(text, all)
  const first = firstSentence(text)
  // What the next sentences say of it comes behind the full stop.
  if (isUnclaimedBehind(text, 0, first.length)) return null
  const sentence = withoutRounding(withoutAsides(withoutRemark(first)))
  if (span !== undefined && span.start <= sentence.length) {
    const value = valueOfSubject(sentence, all)
    if (value !== null) return announced(value, isWordy, isAfterBox)
    const before = text.slice(0, span.start)
    if (isDenied(text, span)) return null
    if (before.length < 60 && !/\d/.test(before)) return withUnitBehind(text, span)
  }
  if (isWordy && sentence.length <= 80 && sentence !== '' && !/\d/.test(sentence)) return sentence
  const number = firstNumber(sentence)
  if (number === null) return isNamed(sentence) ? sentence : spokenSentence(sentence)
  const isDirect = /^[^a-zA-Z]*$/.test(sentence.slice(0, number.start))
  if (isAfterBox && !isDirect) return null
  const direct = readAnswer(sentence)
  if (direct.node !== null && direct.node.kind !== 'text') return sentence
  const whole = isDirect ? untilWords(sentence) : sentence
  const last = lastExpression(whole)
  return last === null || isDenied(whole, last) ? null : last.content
}

const IS_VERB =
  /(?:\b(?:is|are|was|were|equals?|becomes?|be|comes (?:out )?to|gives|yields)(?=n't|\b)|=)\s*:?/g
const VALUE = /[\d¼-¾⅐-⅞]|\\(?:frac|sqrt|pi|infty|boxed)/

/** What a sentence such as "the value of $x$ is 5" says of its subject; `null` if it is none. */
function valueOfSubject(sentence: string, spans: readonly Span[]): string | null {
  const [first] = spans
  if (first === undefined || (first.start === 0 && !isNaming(first.content))) return null
  const reason = REASON.exec(sentence)
  const end = reason !== null && VALUE.test(sentence.slice(0, reason.index)) ? reason.index : -1
  const said = end < 0 ? sentence : sentence.slice(0, end)
  const verbs = [...said.matchAll(IS_VERB)].filter(
    ({ index }) => !spans.some(({ start, end: close }) => index >= start && index < close),
  )
  const values = verbs
    .filter(({ index }) => index >= first.end)
    .map((verb) => sentence.slice(verb.index + verb[0].length))
  return values.findLast((value) => VALUE.test(value) || /^\s*\$/.test(value)) ?? null
}

/** Whether a formula only names something: `x`, `f(2)`, `AB`. */
function isNaming(content: string): boolean {
  const { node } = readAnswer(content)
  return node !== null && isName(node)
}

const firstNumber = (text: string): (RegExpExecArray & { start: number }) | null => {
  const match = /[-+(\\[{$]*(?:[\d¼-¾⅐-⅞]|\\[a-zA-Z]|\b[a-zA-Z]\s*=)/.exec(text)
  return match === null ? null : Object.assign(match, { start: match.index })
}

const REASON =
  /[,\s](?:because|since|as|which|where|so|but|for|when)\b|\s\((?=[a-z]{3})|(?<=[a-z]{3})\s\(/

/** "12 because 3 times 4 is 12" says 12. */
function untilWords(sentence: string): string {
  const reason = REASON.exec(sentence)
  const start = reason === null ? sentence : sentence.slice(0, reason.index)
  return /\d/.test(start) ? start : sentence
}

/** "13, which is odd" says 13. */
function withoutRemark(sentence: string): string {
  const at = sentence.search(/,\s+(?:which|no more|not more)\b/)
  return at > 0 && VALUE.test(sentence.slice(0, at)) ? sentence.slice(0, at) : sentence
}

function firstSentence(text: string): string {
  const trimmedStart = text.replace(/^\s+/, '')
  const [sentence = ''] = /^(?:[^.\n]|\.(?=[\d.])|\.(?=[a-z]))*/.exec(trimmedStart) ?? []
  return sentence.trim()
}

/** The formula with a unit behind it that stands outside: `$5$ cm`. */
export function withUnitBehind(text: string, span: Span): string {
  const [, unit] =
    /^\s*(cm|mm|km|m|kg|g|%|percent|cents|dollars|hundred|thousand|million|billion)\b/.exec(
      text.slice(span.end),
    ) ?? []
  return unit === undefined ? span.content.trim() : `${span.content.trim()} \\text{ ${unit}}`
}
