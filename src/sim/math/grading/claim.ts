import { memo } from '../../memo.ts'
import { COMPUTED, REACH } from './assertion.ts'
import { FORMULA, isMark, skip, tokensOf } from './sentence.ts'
import type { Span } from './spans.ts'
import { NO_ANSWERS } from './tables/assertion.ts'
import * as words from './tables/claim.ts'
import { isUnitWord } from './tables/units.ts'

const RELATION = /[=≈<>≤≥∈]|\\(?:approx|leq?|geq?|[lg]t|in)\b/
const COUNTED = /[%$€£°]|[a-z]{2,}\.?\}?$/
const MONEY_BEHIND = /^ ?[$€£](?![\d$\\])/
const SENTENCE_END = /^[.!?\n;]$/
const SET_OPENERS = /[\s$\\([{*_"'|]/
const every = (): boolean => true

/**
 * Whether a value that is neither boxed nor announced is claimed by its sentence: it stands alone
 * or in an equation, or it is said of what can have been asked. That is a quantity ("the sum",
 * "the number of ways", "it"), what those who work it out get ("we find"), or a count of things.
 * Where the question is known, the sentence has to be about it.
 */
export function isClaimed(text: string, { start, end, content }: Span, question: string): boolean {
  const before = sentenceBefore(text, start)
  const behind = sentenceBehind(text, end)
  if (isDistrusted(before) || isPersonal(before, question)) return false
  if (isFalseRemark(behind) || isOfWritten(before, behind, question)) return false
  if (isNumbering(text, start, end)) return false
  if (isPartOf(behind) || isAlternative(behind)) return false
  const isEquation =
    RELATION.test(content) || COMPUTED.test(text.slice(Math.max(0, start - 8), start))
  if (isEquation) return true
  const isCounted =
    COUNTED.test(content.replace(/\\[a-z]+/g, '')) ||
    (text[start - 1] === '$' && text[end] !== '$') ||
    MONEY_BEHIND.test(text.slice(end, end + 4)) ||
    isNoun(behind[0])
  const isStructured = /[([&^]|\\begin/.test(content)
  const measure = behind[0] ?? content.match(/[a-z]+$/)?.[0] ?? ''
  const isMeasured = isUnitWord(measure)
  const sentence = { before, behind, isCounted, isMeasured, isStructured, question }
  return isSaidOf(sentence) && isAbout(sentence)
}

/** The sentence around a value: the words before it, the nearest first, and those behind it. */
interface Sentence {
  readonly before: readonly string[]
  readonly behind: readonly string[]
  /** Whether it has a unit, or what it counts. */
  readonly isCounted: boolean
  readonly isMeasured: boolean
  /** Whether it is a formula that is no number in a sentence. */
  readonly isStructured: boolean
  readonly question: string
}

/** Whether what a sentence says a value of can have been asked. */
function isSaidOf(sentence: Sentence): boolean {
  const { before, behind, isCounted, isStructured } = sentence
  const clause = clauseOf(before)
  if (clause.includes('would') && behind[0] === 'in' && behind[1] === 'base') return false
  const at = skip(clause, 0, words.LIGHT)
  if (at === clause.length) {
    if (behind[1] === 'than' && before.length === 0) return false
    const isSaid = isStructured || isCounted || isIs(behind[0]) || introduces(before.slice(at))
    return isSaid && isSubject(behind, isCounted)
  }
  if (clause[at] === 'but') return before.includes('not')
  if (behind[0] === 'minus' || behind[0] === 'plus') return false
  const rest = skip(clause, at + 1, words.LIGHT)
  if (isStructured && rest === clause.length) return true
  if (skip(clause, at, NAMES) === clause.length && introduces(before.slice(clause.length))) {
    return true
  }
  if (clause[at] === 'that') return isSubject(behind, isCounted)
  if (governs(sentence, clause, at)) return true
  // "It has the solution 64", and not "it uses formula 64".
  const named = skip(clause, at, NAMES)
  return words.DETERMINERS.has(clause[named - 1] ?? '') && governs(sentence, clause, named)
}
/** "A remainder of 64". */
const NAMES: ReadonlySet<string> = new Set([...words.LIGHT, ...words.QUANTITIES, 'of'])

/** Whether a value is governed by a verb by which it is so, and of a subject that can be meant. */
function governs(sentence: Sentence, clause: readonly string[], at: number): boolean {
  const { before, behind, isCounted, isMeasured, question } = sentence
  const verb = clause[at] ?? ''
  const next = clause[at + 1] ?? ''
  const subject = clause.slice(at + 1)
  if (verb === '=') return true
  if (verb === 'than') return clause[at + 2] === 'no'
  // "On day 10" says which day it was that was asked for.
  if (/^(?:on|in|at)$/.test(next) && stemsOf(question).has(stem(verb))) return true
  const phrasal = words.PHRASAL[verb]
  if (phrasal !== undefined) {
    if (phrasal.has(next)) return isMeantSubject(clause.slice(at + 2), true)
    return isCounted && verb !== 'of'
  }
  if (words.FINDINGS.has(verb) && isFoundBy(subject)) return true
  if (words.STATES.has(verb)) {
    if (verb === 'been' && clause.includes('would')) return false
    return isMeantSubject(subject, isCounted || !words.COPULAS.has(verb))
  }
  if (!isCounted || next === '') return false
  return isMeasured || question !== '' || concludes(before, behind)
}

/** Whether those who do what a verb says are those who work out the value. */
function isFoundBy(subject: readonly string[]): boolean {
  const who = subject[skip(subject, 0, words.AUXILIARIES)]
  return who === undefined || words.OWN.has(who) || who.endsWith('ing')
}

/**
 * Whether a subject, the nearest word first, can be what was asked for. Whoever has or does
 * something that is counted can be; what merely is a value has to be a quantity, and no number that
 * only names something: "the lucky number", "the number on the door".
 */
function isMeantSubject(near: readonly string[], isCounted: boolean): boolean {
  const subject = withoutMethod(near.slice(skip(near, 0, words.BEFORE_BEING)).toReversed())
  return isMeantName(subject, isCounted) || isMeantName(said(subject), isCounted)
}

/** What is said in "we conclude that the sum". */
const said = (subject: readonly string[]): readonly string[] =>
  subject.slice(subject.lastIndexOf('that') + 1)

function isMeantName(subject: readonly string[], isCounted: boolean): boolean {
  const last = subject.at(-1)
  if (last === undefined || last === FORMULA || words.PRONOUNS.has(last)) return true
  const close = subject.findIndex(
    (word, place) =>
      words.POSTMODIFIERS.has(word) && !words.DETERMINERS.has(subject[place - 1] ?? 'the'),
  )
  const head = close < 0 ? subject : subject.slice(0, close)
  const name = head.at(-1) ?? ''
  if (name === 'number' || name === 'numbers') {
    const follows = close < 0 || words.NUMBER_LINKS.has(subject[close] as string)
    return follows && head.slice(0, -1).every((word) => words.NUMBER_KINDS.has(word))
  }
  const isName = subject.length === 1 || name === FORMULA
  return words.QUANTITIES.has(name) || name.endsWith('ing') || isCounted || isName
}

/** Whether a sentence draws a conclusion, so that its verb need not be known. */
const concludes = (before: readonly string[], behind: readonly string[]): boolean =>
  [...before, ...behind].some((word) => words.CONCLUSIONS.has(word))

/** The words of the sentence before a value, the nearest first. */
function sentenceBefore(text: string, start: number): readonly string[] {
  let from = start
  while (from > 0 && SET_OPENERS.test(text[from - 1] as string) && text[from - 1] !== '\n') from--
  const tokens = tokensOf(text, Math.max(0, from - REACH), start, every)
  const all = tokens.toReversed()
  const isOfBound = (token: string, at: number): boolean =>
    token === 'at' && /^(?:least|most)$/.test(all[at - 1] ?? '')
  const near = all.includes('at') ? all.filter((token, at) => !isOfBound(token, at)) : all
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
  const end = near.findIndex(
    (token) => (isMark(token) && token !== '-') || words.BORDERS.has(token),
  )
  return end < 0 ? near : near.slice(0, end)
}

/** "11/15 of 2" and "the 6th root of 2" are other values. */
const isPartOf = (behind: readonly string[]): boolean => {
  const at = behind.indexOf('of')
  return at >= 0 && at < 3 && behind[at + 1] === FORMULA
}

/** "18 crates, or 19 crates" leaves it open. */
const isAlternative = (behind: readonly string[]): boolean => {
  const at = behind.indexOf('or')
  return at >= 0 && behind[skip(behind, at + 1, words.LIGHT)] === FORMULA
}

const isNoun = (word: string | undefined): boolean =>
  word !== undefined && /^[a-z]{2}/.test(word) && !words.NO_COUNTED.has(word)

/** Whether a sentence is about what is somebody's own: "my uncle", and not "my final count". */
const isPersonal = (near: readonly string[], question: string): boolean =>
  near.some((word, at) => {
    if (!words.POSSESSIVES.has(word) || stemsOf(question).has(stem(word))) return false
    const thing = near[at - 1] ?? ''
    return !words.OWN_THINGS.has(words.NUMBER_KINDS.has(thing) ? (near[at - 2] ?? '') : thing)
  })

/** Whether a sentence is about a value that is often found, and wrong. */
function isDistrusted(near: readonly string[]): boolean {
  const turn = near.indexOf('but')
  const isHint = near.some((word, at) => word === ':' && NO_ANSWERS.has(near[at + 1] ?? ''))
  const said = near.slice(0, turn < 0 ? near.length : turn)
  return isHint || said.some((word) => words.DISTRUSTED.has(word))
}

/** "7 divides the answer" says something else of the answer. */
const isOfAnswer = ([verb = '', the, answer]: readonly string[]): boolean =>
  the === 'the' && answer === 'answer' && /..[^s]s$/.test(verb) && !words.STATES.has(verb)

/** Whether what follows says that a value is so only for somebody who is wrong. */
const isFalseRemark = (behind: readonly string[]): boolean =>
  isOfAnswer(behind) ||
  behind.some((word, at) => {
    if (word === 'but' && isMark(behind[at - 1])) return true
    if (word === 'only') return behind[at + 1] === 'when' || behind[at + 1] === 'if'
    if (word === 'first') return /^(?:time|try|glance|sight|attempt)$/.test(behind[at + 1] ?? '')
    return words.FALSE_REMARKS.has(word)
  })

/** "(7) We conclude", "5. 6. 7.": numbers of lines, and counting. */
function isNumbering(text: string, start: number, end: number): boolean {
  const [before, behind] = [text.slice(Math.max(0, start - 24), start), text.slice(end, end + 24)]
  if (
    /(?:^|\n)[ \t]*\(?$/.test(before) &&
    text.slice(Math.max(0, start - 1), end).startsWith('(')
  ) {
    const next = /^\)?[ \t]+([a-z']{2,})/i.exec(behind)?.[1] ?? 'is'
    if (!isIs(next.toLowerCase())) return true
  }
  if (text[start - 1] === '(' || text[start] === '(') {
    if (/^\(?\d{1,3}\)?$/.test(text.slice(start, end)) && LABELLING.test(before)) return true
  }
  return /(?:\d+[.)]\s+){2}$/.test(before) || /^(?:[.)]\s+\d+){2}/.test(behind)
}

const LABELLING =
  /\b(?:equation|eq|formula|step|case|line|part|item|relation|figure|table|section)s?\.? ?\(?$/i

/** Whether a sentence is about the text that asks: "the problem has 42 words". */
function isOfWritten(
  before: readonly string[],
  behind: readonly string[],
  question: string,
): boolean {
  const isWritten = (word: string): boolean =>
    words.WRITTEN.has(word) && !stemsOf(question).has(stem(word))
  const at = before.slice(0, SUBJECT_REACH).findIndex(isWritten)
  const isSubject = at > 0 && words.STATES.has(before[at - 1] ?? '') && !isOwned(before, at)
  if (isSubject && !words.QUANTITIES.has(behind[0] ?? '')) return true
  const place = behind.slice(0, WRITTEN_REACH).findIndex(isWritten)
  return place > 1 && behind[place - 1] === 'this' && !isIs(behind[0]) && !isOf(behind[place - 2])
}
const SUBJECT_REACH = 4
const WRITTEN_REACH = 8
const isOf = (word = ''): boolean => /^(?:to|of|for|in|by|from|with|on)$/.test(word)
const isOwned = (near: readonly string[], at: number): boolean =>
  isOf(near[at + 1]) || isOf(near[at + 2])

/** Whether what stands before a clause that is only a value lets it be said. */
function introduces(near: readonly string[]): boolean {
  const [mark] = near
  if (near.includes('not')) return true
  if (mark === undefined || words.BORDERS.has(mark)) return true
  const rest = near.slice(1)
  if (mark === ':' || mark === '–' || mark === '—' || mark === '-') {
    return rest.length === 0 || rest.some((word) => words.LABELS.has(word))
  }
  return rest.every((word) => words.INTRODUCTIONS.has(word) || isMark(word))
}

/** Whether a value that begins its clause is said to be something, or stands alone. */
function isSubject([first]: readonly string[], isCounted: boolean): boolean {
  if (first === 'of' || first === '(') return true
  if (first === undefined || isMark(first) || isCounted) return true
  return words.BEING.has(first) || first === 'it'
}
const isIs = (word = ''): boolean => word === 'is' || word === 'are'

const QUESTIONS_MAX = 200

/** The stems of the words of a question. */
const stemsOf = memo(
  QUESTIONS_MAX,
  (question: string): ReadonlySet<string> =>
    new Set((question.toLowerCase().match(/[a-z]+/g) ?? []).map(stem)),
)

const stem = (word: string): string =>
  word.replace(/'s?$/, '').replace(/(?:ies|[^aeiou](?=es$)es|ing|ed|s|y|e)$/, '')

const COUNTING = /\bhow (?:many|much) (?:more |other |different )?([a-z]+)/i

/**
 * Whether a clause is about the question: of the words that name something, at least a third stand
 * in it. Words of reckoning name nothing of their own, nor does what a quantity is called beside
 * them: "the sale price".
 */
function isAbout({ question, before, behind }: Sentence): boolean {
  if (question === '') return true
  const [, counted = ''] = COUNTING.exec(question) ?? []
  if (counted !== '' && stem(counted.toLowerCase()) === stem(behind[0] ?? '')) return true
  const end = behind.findIndex(isMark)
  const said = withoutMethod(clauseOf(before).toReversed())
  const clause = [...said, ...(end < 0 ? behind : behind.slice(0, end))]
  if (clause.some((word) => words.DERIVING.has(word))) return true
  const asked = stemsOf(question)
  const names = clause.filter((word, at) => {
    if (asked.has(stem(word)) && word.length > 2) return !words.PLAIN.has(word)
    // A limit of something is no limit of a function.
    if (word === 'limit' && !words.DETERMINERS.has(clause[at - 1] ?? 'the')) return true
    const isKind = words.QUANTITIES.has(clause[at + 1] ?? '') && !word.endsWith("'s")
    return word.length > 2 && !isKind && !isPlain(word)
  })
  if (names.length === 0) return true
  return 3 * names.filter((word) => asked.has(stem(word))).length >= names.length
}

/** A clause without what says by what its value was found: "by Heron's formula". */
function withoutMethod(clause: readonly string[]): readonly string[] {
  if (!words.METHOD_OPENERS.has(clause[0] ?? '')) return clause
  const method = clause.findIndex((word, at) => at > 0 && words.METHODS.has(word))
  if (method > 0 && method < METHOD_REACH) return clause.slice(method + 1)
  const begin = clause.findIndex((word, at) => at > 1 && words.SENTENCE_OPENERS.has(word))
  return begin > 0 && begin < METHOD_REACH ? clause.slice(begin) : clause
}
const METHOD_REACH = 7

const isPlain = (word: string): boolean =>
  words.PLAIN.has(word) || word.endsWith('ing') || isUnitWord(word)
