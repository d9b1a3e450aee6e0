import { COMPUTED, REACH } from './assertion.ts'
import { FORMULA, isMark, skip, tokensOf } from './sentence.ts'
import type { Span } from './spans.ts'
import * as words from './tables/claim.ts'

const RELATION = /[=≈<>≤≥∈]|\\(?:approx|leq?|geq?|in)\b/
const COUNTED = /[%$€£°]|[a-z]{2,}\.?\}?$/
const SENTENCE_END = /^[.!?\n;]$/
const BORDERS = new Set(['so', 'then', 'therefore', 'thus', 'hence', 'implies'])
const SET_OPENERS = /[\s$\\([{*_"'|]/
const every = (): boolean => true

/**
 * Whether a value that is neither boxed nor announced is claimed by its sentence: it stands alone,
 * in an equation, or behind a verb by which it is so.
 */
export function isClaimed(text: string, { start, end, content }: Span): boolean {
  const before = sentenceBefore(text, start)
  const behind = sentenceBehind(text, end)
  if (isDistrusted(before) || isFalseRemark(behind)) return false
  const isEquation =
    RELATION.test(content) || COMPUTED.test(text.slice(Math.max(0, start - 8), start))
  if (isEquation) return true
  const isCounted =
    COUNTED.test(content.replace(/\\[a-z]+/g, '')) ||
    (text[start - 1] === '$' && text[end] !== '$') ||
    isNoun(behind[0])
  const clause = clauseOf(before)
  if (clause.includes('would') && behind[0] === 'in' && behind[1] === 'base') return false
  const at = skip(clause, 0, words.LIGHT)
  const isStructured = /[([&^]|\\begin/.test(content)
  if (isPartOf(behind)) return false
  if (at === clause.length) {
    const isSaid = isStructured || isCounted || isIs(behind[0]) || introduces(before.slice(at))
    return isSaid && isSubject(behind, isCounted)
  }
  if (clause[at] === 'but') return before.includes('not')
  if (behind[0] === 'minus' || behind[0] === 'plus') return false
  if (governs(clause, at, isCounted)) return true
  const rest = skip(clause, at + 1, words.LIGHT)
  if (isStructured && rest === clause.length) return true
  return skip(clause, at, NAMES) === clause.length && introduces(before.slice(clause.length))
}
/** "A remainder of 64". */
const NAMES: ReadonlySet<string> = new Set([...words.LIGHT, ...words.LABELS])

/** The words of the sentence before a value, the nearest first. */
function sentenceBefore(text: string, start: number): readonly string[] {
  let from = start
  while (from > 0 && SET_OPENERS.test(text[from - 1] as string) && text[from - 1] !== '\n') from--
  const tokens = tokensOf(text, Math.max(0, from - REACH), start, every)
  const near = [...tokens].reverse()
  const end = near.findIndex((token) => SENTENCE_END.test(token))
  return end < 0 ? near : near.slice(0, end)
}

/** The words of the sentence behind a value. */
function sentenceBehind(text: string, end: number): readonly string[] {
  const tokens = tokensOf(text, end, Math.min(text.length, end + REACH), every)
  const close = tokens.findIndex((token) => SENTENCE_END.test(token))
  return close < 0 ? tokens : tokens.slice(0, close)
}

function clauseOf(near: readonly string[]): readonly string[] {
  const end = near.findIndex((token) => (isMark(token) && token !== '-') || BORDERS.has(token))
  return end < 0 ? near : near.slice(0, end)
}

/** "11/15 of 2" and "the 6th root of 2" are other values. */
const isPartOf = (behind: readonly string[]): boolean => {
  const at = behind.indexOf('of')
  return at >= 0 && at < 3 && behind[at + 1] === FORMULA
}

const isNoun = (word: string | undefined): boolean =>
  word !== undefined && /^[a-z]{2}/.test(word) && !words.NO_COUNTED.has(word)

/** Whether a sentence says what others say, guess or find. */
function isDistrusted(near: readonly string[]): boolean {
  const turn = near.indexOf('but')
  return near.slice(0, turn < 0 ? near.length : turn).some((word, at) => {
    if (words.DISTRUSTED.has(word)) return true
    if (word === 'my' && words.EARLIER.has(near[at - 1] ?? '')) return true
    if (word === 'according') return !words.TRUSTED.has(near[at - 3] ?? '')
    if (word !== 'says' && word !== 'said' && word !== 'say' && !words.REPORTS.has(word))
      return false
    return !words.TRUSTED.has(near[skip(near, at + 1, words.AUXILIARIES)] ?? FORMULA)
  })
}

/** Whether what follows says that a value is so only for somebody who is wrong. */
const isFalseRemark = (behind: readonly string[]): boolean =>
  behind.some((word, at) => {
    if (word === 'but' && isMark(behind[at - 1])) return true
    if (word === 'only') return behind[at + 1] === 'when' || behind[at + 1] === 'if'
    if (word === 'first') return /^(?:time|try|glance|sight|attempt)$/.test(behind[at + 1] ?? '')
    return words.FALSE_REMARKS.has(word)
  })

/** Whether what stands before a clause that is only a value lets it be said. */
function introduces(near: readonly string[]): boolean {
  const [mark] = near
  if (near.includes('not')) return true
  if (mark === undefined || BORDERS.has(mark)) return true
  const rest = near.slice(1)
  if (mark === ':' || mark === '–' || mark === '—' || mark === '-') {
    return rest.length === 0 || rest.some((word) => words.LABELS.has(word))
  }
  return rest.every((word) => words.INTRODUCTIONS.has(word) || isMark(word))
}

/** Whether a value that begins its clause is said to be something, or stands alone. */
function isSubject([first, second = '']: readonly string[], isCounted: boolean): boolean {
  if (first === 'of' || first === '(') return true
  if (first === undefined || isMark(first) || isCounted) return !words.OBJECTS.has(second)
  return COPULAS.has(first) || words.ANSWERING.has(first) || first === 'it'
}
const isIs = (word = ''): boolean => word === 'is' || word === 'are'
const COPULAS = new Set(['is', 'are', 'was', 'will', 'must', 'should', 'to', 'in', 'on', 'at'])

/** Whether a value is governed by a verb by which it is so. */
function governs(clause: readonly string[], at: number, isCounted: boolean): boolean {
  const verb = clause[at] ?? ''
  const next = clause[at + 1] ?? ''
  if (verb === '=') return true
  if (verb === 'than') return clause[at + 2] === 'no'
  if (words.NUMBERED.has(verb) && (next === 'on' || next === 'in' || next === 'at')) return true
  const phrasal = words.PHRASAL[verb]
  if (phrasal !== undefined) return phrasal.has(next) || (isCounted && verb !== 'of')
  if (words.FINDINGS.has(verb)) {
    const subject = skip(clause, at + 1, words.AUXILIARIES)
    const who = clause[subject]
    if (who === undefined || words.OWN.has(who) || who.endsWith('ing')) return true
    if (!words.STATES.has(verb)) return isCounted && next !== ''
  }
  if (words.STATES.has(verb)) return verb !== 'been' || !clause.includes('would')
  return isCounted && next !== '' && !NO_VERBS.has(verb)
}
const NO_VERBS = new Set(
  'than short near past below above off ignore try test consider like'.split(' '),
)
