import { memo } from '../../memo.ts'
import { CORRECTION_MAX, lastSaid, withUnitBehind } from './announced.ts'
import { isNamed, readAnswer } from './answer.ts'
import { withoutAsides } from './asides.ts'
import { isClaimed } from './claim.ts'
import { type Correction, corrections } from './corrections.ts'
import { isDenied } from './denial.ts'
import { numberPhrasesIn } from './find-phrases.ts'
import { withNamedLines } from './named-values.ts'
import { hasProse, type IsMeant, isProse, lastExpression, lastNumber } from './plain-answer.ts'
import { withoutReferences } from './references.ts'
import { withSeveral, withSpokenPairs } from './several.ts'
import { boxes, joined, mathSpans, type Span } from './spans.ts'
import { asFormula, lastSpoken } from './spoken.ts'
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
    const corrected = corrections(visible, box.end).at(-1)
    if (corrected !== undefined && corrected.start <= box.end + CORRECTION_MAX) {
      return { text: correctedValue(visible, corrected), isAmbiguous: true }
    }
    const different = groups.some(({ content }) => content.trim() !== box.content.trim())
    const sign = isPercent && PERCENT_BEHIND.test(visible.slice(box.end, box.end + 20)) ? '\\%' : ''
    return { text: box.content.trim() + sign, isAmbiguous: different }
  }
  if (LEFT_OPEN.test(visible)) return null
  const plain = withoutReferences(withoutAsides(visible), question)
  const isMeant = meantBy(question)
  const found =
    lastCorrected(plain) ??
    whole(plain, isWordy) ??
    lastFormula(plain, isMeant) ??
    lastSpoken(plain, isMeant)
  if (found === null) return null
  return { text: isSeveral ? found : lastRow(found), isAmbiguous: false }
}

const correctedValue = (text: string, { valueStart, valueEnd }: Correction): string =>
  text.slice(valueStart, valueEnd)

/** The value that a text ends on, where it replaces one before: "42. No, 57." */
function lastCorrected(text: string): string | null {
  const last = corrections(text, 0).at(-1)
  if (last === undefined || /[^\s.!*)_]/.test(text.slice(last.valueEnd))) return null
  return /\d/.test(text.slice(0, last.start)) ? correctedValue(text, last) : null
}

const ROWS =
  /^\s*\\begin\{((?:align(?:ed)?|gather(?:ed)?|split|eqnarray)\*?)\}([\s\S]*)\\end\{\1\}\s*$/

/** What a formula of several rows ends on, which work out one value. */
function lastRow(formula: string): string {
  const [, , inner] = ROWS.exec(formula) ?? []
  const rows = inner?.split(/\\\\(?:\[[^\]]*\])?/).filter((row) => row.trim() !== '') ?? []
  return rows.length < 2 ? formula : (rows.at(-1) as string).replaceAll('&', '').trim()
}

/** "5?" and "?5" ask, in a box or alone. */
const isAsked = ({ content }: { readonly content: string }): boolean =>
  /^(?:[\s{$]|\\boxed)*\?|\?[\s}$]*$/.test(content)

/** What says that there is no answer yet. */
const LEFT_OPEN = new RegExp(
  '\\banswer (?:is|remains|was|stays|seems) (?:still |as yet |completely |rather )?' +
    '(?:unclear|unknown|uncertain|undecided|open|hard to (?:say|tell)|' +
    'not (?:known|clear|certain))\\b',
  'i',
)

/** "3 to 5" and "three to five", where a ratio is meant and no time of day. */
const withRatios = (text: string): string =>
  text.replace(
    /\b([a-z]+|\d+)(?: to (?:the )?| ?: ?)([a-z]+|\d+)\b/gi,
    (found, ...parts: string[]) => {
      const [over, under] = parts.slice(0, 2).map((part) => {
        return /^\d/.test(part) ? part : SMALL_NUMBER_WORDS.get(part.toLowerCase())
      })
      return over === undefined || under === undefined ? found : `${over}:${under}`
    },
  )

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

/** The whole text, where it is nothing but an answer. */
function whole(text: string, isWordy: boolean): string | null {
  const trimmed = text.trim()
  if (trimmed.length > 400 || trimmed === '') return null
  if (/[.!?]\s+[A-Z]/.test(trimmed) || isAsked({ content: trimmed })) return null
  if (!isWordy && isSentence(trimmed)) return null
  const { source, node } = readAnswer(trimmed)
  const isSaid = node?.kind === 'constant'
  const isReadable =
    node !== null &&
    node.kind !== 'text' &&
    (isSaid || !hasProse(asFormula(source)) || isNamed(source))
  if (isReadable) return source
  if (!isWordy || mathSpans(trimmed).length > 0 || source.length > 80) return null
  const [, named = ''] = /\b(?:is|are|equals)\s+([a-z\s]{3,30})$/i.exec(source) ?? []
  return isNamed(named) ? named : source
}

/** Words of statements that stand for formulas: "all real numbers greater than or equal to 3". */
const STATING = new Set(
  'all any real reals number numbers value values greater less more fewer larger smaller than equal'
    .concat(' least most between inclusive exclusive except other excluding from and the square')
    .concat(' cube root roots divided multiplied times plus minus raised power out over half third')
    .concat(
      ' quarter twice double triple dozen chance chances choose factorial squared cubed every',
    )
    .concat(' base negative')
    .split(' '),
)
const SENTENCE_WORDS = 2
const isProseWord = memo(2_000, isProse)

/** Whether a text with digits has words that no formula has: most texts need no other look. */
function isSentence(text: string): boolean {
  if (!/\d/.test(text) || text.includes('\\')) return false
  let count = 0
  for (const [word] of text.toLowerCase().matchAll(/[a-z]{3,}/g)) {
    if (!STATING.has(word) && isProseWord(word) && ++count === SENTENCE_WORDS) return true
    if (word === 'for' || word === 'where' || word === 'when') return false
  }
  return false
}

/** Whether a value is the answer that is neither boxed nor announced. */
const meantBy =
  (question: string): IsMeant =>
  (text, span) =>
    !isAsked(span) &&
    text[span.start - 1] !== '?' &&
    !isDenied(text, span) &&
    isClaimed(text, span, question)

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
