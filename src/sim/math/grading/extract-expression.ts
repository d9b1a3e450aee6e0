import { isNamed, readAnswer } from './answer.ts'
import { withoutAsides } from './asides.ts'
import { isUnclaimedBehind } from './assertion.ts'
import { isClaimed } from './claim.ts'
import { isDenied, isDeniedBefore } from './denial.ts'
import { numberPhrasesIn } from './find-phrases.ts'
import { withNamedLines } from './named-values.ts'
import {
  type IsMeant,
  isProse,
  lastExpression,
  lastNumber,
  withoutRounding,
} from './plain-answer.ts'
import { withoutReferences } from './references.ts'
import { isName } from './relation.ts'
import { withSeveral, withSpokenPairs } from './several.ts'
import { boxes, joined, mathSpans, type Span } from './spans.ts'
import { asFormula, lastSpoken, spokenSentence } from './spoken.ts'
import { SMALL_NUMBER_WORDS } from './tables/number-words.ts'
import { visibleText } from './visible-text.ts'

/** An answer that was found, and whether another one stood in a place of the same rank. */
export interface Found {
  readonly text: string
  readonly isAmbiguous: boolean
}

/** What the right answer is like. */
export interface Wanted {
  /** Made of words, so that words can be an answer. */
  readonly isWordy: boolean
  /** A percentage, whose sign may stand behind the box. */
  readonly isPercent: boolean
  /** Made of several values, so that lines below each other can be one answer. */
  readonly isSeveral: boolean
  readonly isRatio: boolean
  /** What was asked: numbers that only point back to it are no answer. Empty if it is not known. */
  readonly question: string
}

const PERCENT_BEHIND = /^\s*\$?\s*(?:\\?%|percent\b|pct\b)/i

/**
 * The final answer of a worked solution. Boxes and phrases such as "the answer is" are the strong
 * signs, of which the last one counts; without them it is the last formula or number.
 */
export function extractExpression(text: string, wanted: Wanted): Found | null {
  const { isWordy, isPercent, isSeveral, isRatio, question } = wanted
  const written = withoutBroken(visibleText(text))
  const listed = withSeveral(written)
  const visible = isSeveral
    ? withNamedLines(withSpokenPairs(listed))
    : isRatio
      ? withRatios(listed)
      : listed
  const groups = joined(
    visible,
    boxes(visible)
      .slice(-SPANS_MAX)
      .filter((box) => !isDenied(visible, box) && !isAsked(box)),
  )
  const box = groups.at(-1) ?? null
  const said = lastSaid(visible, isWordy, box?.end ?? 0)
  if (said !== null) return { text: said, isAmbiguous: false }
  if (box !== null) {
    const different = groups.some(({ content }) => content.trim() !== box.content.trim())
    const sign = isPercent && PERCENT_BEHIND.test(visible.slice(box.end, box.end + 20)) ? '\\%' : ''
    return { text: box.content.trim() + sign, isAmbiguous: different }
  }
  const plain = withoutReferences(withoutAsides(visible), question)
  const isMeant = meantBy(question)
  const found = whole(plain, isWordy) ?? lastFormula(plain, isMeant) ?? lastSpoken(plain, isMeant)
  return found === null ? null : { text: found, isAmbiguous: false }
}

/** "5?" asks, in a box or alone. */
const isAsked = ({ content }: { readonly content: string }): boolean => /\?[\s}$]*$/.test(content)

/** "3 to 5" and "three to five", where a ratio is meant and no time of day. */
const withRatios = (text: string): string =>
  text.replace(/\b([a-z]+|\d+) to (?:the )?([a-z]+|\d+)\b/gi, (found, ...parts: string[]) => {
    const [over, under] = parts.slice(0, 2).map((part) => {
      return /^\d/.test(part) ? part : SMALL_NUMBER_WORDS.get(part.toLowerCase())
    })
    return over === undefined || under === undefined ? found : `${over}:${under}`
  })

const BROKEN = /(?<![$\\])\$[ \t]*\n|\\\([ \t]*\n/

/**
 * The text without formulas that have the signs of a line around lines of their own: they are set
 * as no formula by anything that reads such text, so nothing is announced by them. What is in a box
 * is an answer wherever the box stands.
 */
function withoutBroken(text: string): string {
  if (!BROKEN.test(text)) return text
  const pieces: string[] = []
  let from = 0
  for (const { start, end, content } of mathSpans(text)) {
    const isInLine = /^(?:\$(?!\$)|\\\()/.test(text.slice(start, start + 2))
    if (!isInLine || !/^[ \t]*\n[\s\S]*\n[ \t]*$/.test(content)) continue
    if (boxes(content).length > 0) continue
    pieces.push(text.slice(from, start))
    from = end
  }
  return [...pieces, text.slice(from)].join(' ')
}

/** What stands between "answer" and the answer. */
const IS = '(?:is|are|=|:|would be|must be|comes? (?:out )?to|equals|should be)'
const PHRASE = new RegExp(
  String.raw`(?:\b(?:final|correct|right)\s+answers?\b|\banswers?\s{0,9}${IS}|\bans[.:]|####)` +
    String.raw`[\s:*=_]*(?:(?:is|are)\b[\s:*=_]*)?`,
  'gi',
)

/** Phrases before the last few are not looked at. */
const PHRASES_MAX = 12

/** What the last phrase that announces an answer is followed by. */
function lastSaid(text: string, isWordy: boolean, from: number): string | null {
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
const CORRECTION_MAX = 100

function isCorrected(text: string): boolean {
  const [line = ''] = text.slice(0, CORRECTION_MAX).split('\n', 1)
  const said = line.toLowerCase()
  return CORRECTIONS.some((words) => said.includes(words))
}

/** The answer at the start of what follows a phrase; `null` if none follows. */
function announced(said: string, isWordy: boolean, isAfterBox: boolean): string | null {
  const text = said.trimStart()
  if (TAKEN_BACK.test(text) || isCorrected(text)) return null
  if (/^(?:not|n't|wrong|incorrect|correct|in|to|so|therefore|thus)\b/i.test(text)) return null
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
  const at = sentence.search(/,\s+which\b/)
  return at > 0 && VALUE.test(sentence.slice(0, at)) ? sentence.slice(0, at) : sentence
}

function firstSentence(text: string): string {
  const trimmedStart = text.replace(/^\s+/, '')
  const [sentence = ''] = /^(?:[^.\n]|\.(?=[\d.])|\.(?=[a-z]))*/.exec(trimmedStart) ?? []
  return sentence.trim()
}

/** The formula with a unit behind it that stands outside: `$5$ cm`. */
function withUnitBehind(text: string, span: Span): string {
  const [, unit] =
    /^\s*(cm|mm|km|m|kg|g|%|percent|cents|dollars|hundred|thousand|million|billion)\b/.exec(
      text.slice(span.end),
    ) ?? []
  return unit === undefined ? span.content.trim() : `${span.content.trim()} \\text{ ${unit}}`
}

/** The whole text, where it is nothing but an answer. */
function whole(text: string, isWordy: boolean): string | null {
  const trimmed = text.trim()
  if (trimmed.length > 400 || trimmed === '') return null
  if (/[.!?]\s+[A-Z]/.test(trimmed) || isAsked({ content: trimmed })) return null
  const { source, node } = readAnswer(trimmed)
  const isSaid = node?.kind === 'constant'
  const isReadable =
    node !== null &&
    node.kind !== 'text' &&
    (isSaid || !hasProse(asFormula(source)) || isNamed(source))
  if (isReadable) return source
  return isWordy && mathSpans(trimmed).length === 0 && source.length <= 80 ? source : null
}

/** Words outside of commands that belong to no formula. */
function hasProse(source: string): boolean {
  const [said = ''] = source.split(/\s(?:for|where|when|if)\s/)
  const plain = said.replace(/\\[a-zA-Z]+(?:\s*\{[^{}]*\})?/g, ' ')
  return (plain.match(/[a-zA-Z]{3,}|\bis\b/g) ?? []).some((word) => isProse(word))
}

/** Whether a value is the answer that is neither boxed nor announced. */
const meantBy =
  (question: string): IsMeant =>
  (text, span) =>
    !isAsked(span) && !isDenied(text, span) && isClaimed(text, span, question)

/** Formulas before the last few are not looked at. */
const SPANS_MAX = 60

/** The last formula, or a number in the words behind it. */
function lastFormula(text: string, isMeant: IsMeant): string | null {
  const all = joined(text, mathSpans(text).slice(-SPANS_MAX)).filter(
    ({ content }) => !/^\s*\\?[.,]*\s*$/.test(content),
  )
  const isSaid = (span: Span): boolean => isMeant(text, span)
  const substantial = all.filter(({ content }) => !/^\s*\\?[a-zA-Z]+\s*$/.test(content))
  const span = substantial.findLast(isSaid) ?? all.findLast(isSaid)
  if (span === undefined) return lastInWords(text, isMeant)
  const before = all[all.indexOf(span) - 1]
  if (before !== undefined && isReason(text.slice(before.end, span.start))) {
    return withUnitBehind(text, before)
  }
  const number = lastNumber(text, isMeant, span.end)
  if (number !== null && !isAside(text, number, span.end)) return number.content
  return withUnitBehind(text, span)
}

const ENDS_MAX = 300
const NO_SOLUTION = /\b(?:has|have|is|are|so|thus) no (?:real )?solutions?[\s.!*]*$/i

/** The last expression of a text without formulas, or what its numbers say together. */
function lastInWords(text: string, isMeant: IsMeant): string | null {
  if (NO_SOLUTION.test(text.slice(-ENDS_MAX))) return 'no solution'
  const last = lastExpression(text, isMeant)
  const from = Math.max(0, text.length - ENDS_MAX)
  const end = text.slice(from)
  const phrase = numberPhrasesIn(end).findLast((said) =>
    isMeant(end, { ...said, content: end.slice(said.start, said.end) }),
  )
  if (phrase === undefined || (last !== null && from + phrase.end < last.end)) {
    return last?.content ?? null
  }
  return text.slice(from + phrase.start, from + phrase.end)
}

const REASONS = new RegExp(
  '\\b(?:since|because|rejecting|discarding|excluding|ignoring|rather than|' +
    'attained|achieved|reached|obtained|occurs?|when|if)\\b',
)

/** Whether what follows only says why what came before is the answer. */
const isReason = (gap: string): boolean =>
  gap.length < 60 && !/[.!?\n]/.test(gap) && REASONS.test(gap)

/** A number in brackets, or in a reference such as "step 2", is no answer. */
function isAside(text: string, { start, end }: Span, from: number): boolean {
  const before = text.slice(from, start)
  if (/\b(?:about|approximately|roughly|nearly)\s*$/i.test(before)) return true
  const isBracketed =
    before.lastIndexOf('(') > before.lastIndexOf(')') && text.indexOf(')', end) >= 0
  return isBracketed || /(?:step|part|case|equation|problem|question|section)\s*$/i.test(before)
}
