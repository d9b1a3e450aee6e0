import { isLabelledOtherwise, isSupposedNamed } from './labelled-otherwise.ts'
import { FORMULA, isDigit, isMark, NONE, skip, tokensOf } from './sentence.ts'
import * as words from './tables/assertion.ts'

/** A sentence is looked at so far from its value, in characters. */
export const REACH = 160

const BORDERS = new Set(['so', 'then', 'therefore', 'thus', 'hence', 'but', 'implies'])

/** Where the clause begins that a value ends. */
function clauseStart(text: string, start: number): number {
  const least = Math.max(0, start - REACH)
  for (let at = start - 1; at >= least; at--) {
    const code = text.charCodeAt(at)
    if (code === 10 || code === 58 || code === 59 || code === 33 || code === 63) return at
    if (code === 46 && text.charCodeAt(at + 1) <= 32) return at
    if (code === 44 && !isDigit(text.charCodeAt(at + 1))) return at
  }
  return least
}

/** Words without one of which a clause asserts the value that it ends. */
const SUSPECT_BEFORE: ReadonlySet<string> = new Set([
  ...[...words.DOUBTS, ...words.UNREAL, ...words.NOBODY, ...words.DROPS, ...words.RELATIONS],
  ...[...words.SAYINGS, ...words.TRAPS, ...words.OTHERS],
  ...['if', 'negative', 'i', 'let', 'whose'],
])

/** Whether a clause with this word behind others may be one that asserts nothing. */
function isSuspectBefore(word: string, tokens: readonly string[]): boolean {
  if (SUSPECT_BEFORE.has(word)) return true
  const before = tokens.at(-1) ?? ''
  if (word === 'of') return before === FORMULA
  if (word === 'answer') {
    return before === 'to' || !(before === '' || isMark(before) || words.ANSWER_WORDS.has(before))
  }
  if (word === 'be') return !SURELY_BE.has(before)
  if (word === 'that') return tokens.includes('it') || tokens.includes("it's")
  if (before === 'to') return words.TOLD.has(word)
  return before === 'answer' && (words.ANSWER_CLAUSES.has(word) || words.ANSWER_PARTS.has(word))
}
const SURELY_BE: ReadonlySet<string> = new Set(['must', 'should', 'would', 'will', 'only'])

/** The words of the clause that a value ends, the nearest first. */
function clauseBefore(text: string, start: number): readonly string[] {
  const tokens = tokensOf(text, clauseStart(text, start), start, isSuspectBefore)
  if (tokens.length === 0) return NONE
  const near = [...tokens].reverse()
  const end = near.findIndex((token) => isMark(token) || BORDERS.has(token))
  return end < 0 ? near : near.slice(0, end)
}

const BEFORE_VALUE: ReadonlySet<string> = new Set([...words.LIGHT, FORMULA, '=', '('])
const LINKS: ReadonlySet<string> = new Set([...words.RELATION_LINKS, 'number', 'value', '('])
/** What stands in "let n be 7". */
const DEFINING: ReadonlySet<string> = new Set([FORMULA, '=', 'be', 'equal'])
/** What a clause with "if" is about where it supposes the value to be the answer. */
const SUPPOSED = new Set(['answer', 'it', 'result', 'solution'])
const AUXILIARIES = new Set(
  'can will would then now finally therefore also just do did must safely to may thus'.split(' '),
)

/** "A number whose square root is 17" is another one; "that whose square is 289 is 17" is 17. */
const OWNED_MAX = 3
const LINK_VERBS: ReadonlySet<string> = new Set(['is', 'are', 'equals', 'was', '='])

/** Whether the clause before a value is of a form that does not assert it. */
function isUnassertedBefore(near: readonly string[]): boolean {
  if (near.length === 0) return false
  const [next = ''] = near
  const opening = near.at(-1) ?? ''
  if (near.some((word) => words.DOUBTS.has(word))) return true
  if (words.UNREAL.has(opening) && !near.some((word) => words.RESTARTS.has(word))) return true
  if (words.NOBODY.has(opening) && !near.includes('other')) return true
  if (words.DROPS.has(opening) && near.length <= 4) return true
  if (opening === 'let' && skip(near, 0, DEFINING) === near.length - 1) return true
  if (next === 'of' && near[1] === FORMULA && near[2] !== 'of') return true
  if (opening === 'if' && near.filter((word) => SUPPOSED.has(word)).length === 1) return true
  const owner = near.indexOf('whose')
  const isOwned = owner > 1 && owner <= OWNED_MAX && LINK_VERBS.has(next)
  if (isOwned && near[1] !== 'value') return true
  const linked = skip(near, 0, LINKS)
  const relation = near[linked] ?? ''
  const isNo = near.slice(linked, linked + 3).some((word) => word === 'no' || word === 'none')
  if (words.RELATIONS.has(relation) && !isNo) return true
  if (linked > 0 && relation === 'negative') return true
  if (next === 'be' && isDoubtfulBeing(near)) return true
  return isSaidByOthers(near) || isDoubtfulAnswer(near) || isDoubtfulFact(near)
}

/** "could be", "used to be": a value is asserted by what is known to assert it. */
const isDoubtfulBeing = ([, second = '', third = '']: readonly string[]): boolean =>
  /^(?:could|might|may)$/.test(second) || (second === 'to' && !words.BEFORE_BE.has(third))

/** Whether a value is what somebody says, thinks or gets who may be wrong: "some claim 5". */
function isSaidByOthers(near: readonly string[]): boolean {
  if (near[0] === '=' && near[1] !== FORMULA) return false
  const at = skip(near, 0, BEFORE_VALUE)
  const verb = near[at] ?? ''
  const subject = skip(near, at + 1, AUXILIARIES)
  const who = near[subject] ?? ''
  const isMight = near.slice(at + 1, subject).some((word) => /^(?:might|may)$/.test(word))
  if (words.SAYINGS.has(verb)) {
    return isMight || !/^(?:i|we|us)$/.test(who) || !words.OWN_SAYINGS.has(verb)
  }
  const own = near.slice(0, at + 4).indexOf('i')
  const isComputed = near[0] === '=' && near[2] === FORMULA
  if (own > 0 && !isComputed && near[own - 1] !== FORMULA && near[own - 1] !== '=') {
    let place = own - 1
    while (place > 0 && AUXILIARIES.has(near[place] as string)) place--
    return !words.OWN_VERBS.has(near[place] as string)
  }
  const isTrap = words.TRAPS.has(near[at + 1] ?? '') || words.TRAPS.has(verb)
  if (isTrap) return !near.includes('is') || near.some((word) => words.COMMON.has(word))
  if (!words.OTHERS_VERBS.has(verb) || !words.OTHERS.has(who)) return false
  const before = near[subject + 1] ?? ''
  return before === '' || /^(?:my|your|many|some|most|a|other)$/.test(before)
}

/** Whether "answer" is called what an answer that is meant is not: "the naive answer is". */
function isDoubtfulAnswer(near: readonly string[]): boolean {
  const at = near.indexOf('answer')
  if (at < 0) return false
  const name = near[at + 1] ?? FORMULA
  if (AUXILIARIES.has(name)) return false
  if (name !== FORMULA && name !== '=' && !words.ANSWER_WORDS.has(name)) return true
  if (words.RELATIONS.has(near[at + 2] === 'of' ? (near[at + 3] ?? '') : (near[at + 2] ?? ''))) {
    return true
  }
  if (words.ANSWER_PARTS.has(near[at - 1] ?? '')) return near[at - 2] !== 'to'
  if (at === 0 || !words.ANSWER_CLAUSES.has(near[at - 1] as string)) return false
  return !near
    .slice(0, at)
    .every((word) => words.ANSWER_SEEKING.has(word) || BEFORE_VALUE.has(word))
}

/** Whether "it is … that" says of the value what is not known to assert it. */
function isDoubtfulFact(near: readonly string[]): boolean {
  const at = near.findIndex(
    (word, place) => word === 'that' || (word === 'to' && words.TOLD.has(near[place - 1] ?? '')),
  )
  if (at < 0) return false
  const isFact = near.slice(at + 2, at + 6).some((word) => word === 'it' || word === "it's")
  const isIntroduced = near.slice(at + 2, at + 5).some((word) => /^(?:is|was|it's|be)$/.test(word))
  const said = near[at + 1] as string
  const isPossible = said === 'possible' && !near.slice(0, at).some((word) => SUPPOSED.has(word))
  return isFact && isIntroduced && !isPossible && !words.CERTAIN.has(said)
}

const NEGATIONS = new Set("no not nope never wrong false incorrect n't".split(' '))
const JOKES = new Set(['kidding', 'joking', 'nonsense'])
const PRONOUNS = new Set(['this', 'that', 'it', 'which', "that's", "it's"])
const STARTS = new Set(
  'but actually wait however oh hmm and no yes well sorry , : ; – — - … ('.split(' '),
)
const SENTENCE_ENDS = new Set([...'.!?\n…'])
const isSentenceEnd = (token: string): boolean => SENTENCE_ENDS.has(token)

/** "5, isn't it?" and "5? Yes" assert as well. */
function isAffirmed(tokens: readonly string[], end: number): boolean {
  if (/^(?:yes|correct|indeed|right)$/.test(tokens[end + 1] ?? '')) return true
  const tag = tokens[tokens.lastIndexOf(',', end) + 1] ?? ''
  return end - tokens.lastIndexOf(',', end) <= 3 && /n't$|^(?:right|correct|no|yes|not)$/.test(tag)
}

/** Whether what stands behind a value says that it is not the answer, or only might be. */
function isUnassertedBehind(tokens: readonly string[], isComputed: boolean): boolean {
  const [next = ''] = tokens
  let end = tokens.findIndex(isSentenceEnd)
  if (end < 0) end = tokens.length
  if (tokens[end] === '?' && !isAffirmed(tokens, end)) return true
  if (isTakenBack(tokens.slice(end + 1))) return true
  const at = isMark(next) || next === '(' ? 1 : 0
  const word = (at < end ? tokens[at] : '') as string
  const sentence = tokens.slice(at, end)
  if (!isComputed && sentence[1] === 'than' && sentence[2] === FORMULA) return true
  if (word === 'unless' || (word === 'out' && isMark(tokens[at + 1]))) return true
  if (word === 'or' && (sentence[1] === 'so' || words.DOUBTS.has(sentence[1] ?? ''))) return true
  // "17 to 1" is a ratio, and "17 to 2 decimal places" is 17.
  if (word === 'to' && sentence[1] === FORMULA && !PRECISE.has(sentence[2] ?? '')) return true
  if (at > 0 && takesBack(sentence, true)) return true
  if (NEGATIONS.has(word) && (isMark(tokens[at + 1]) || tokens[at + 1] === 'wait')) return true
  if (sentence.slice(0, 6).some((one) => JOKES.has(one))) return true
  if (word === 'which' || (word === 'but' && at > 0)) return isDoubtfulRemark(sentence)
  return at === 0 && !isComputed && isDoubtfulPredicate(sentence)
}

/** ", which I reject", ", but it fails". */
function isDoubtfulRemark(sentence: readonly string[]): boolean {
  const [first, second = ''] = sentence
  if (first === 'but') return isRefuted(sentence)
  if (second === 'i') return !words.OWN_VERBS.has(sentence[2] ?? '')
  if (/(?:s|ed)$/.test(second) && !words.WHICH_VERBS.has(second)) return true
  return isDoubtfulPredicate(sentence.slice(1))
}

/** What cannot be done with a value in its last form: "which cannot be simplified further". */
const SIMPLER = new Set(['simplified', 'reduced', 'factored'])

const isRefuted = (sentence: readonly string[]): boolean =>
  withoutHarmless(sentence).some(
    (word) => words.TAKEN_BACK.has(word) || NEGATIONS.has(word) || word === 'fails',
  ) && !sentence.some((word) => word === FORMULA || SIMPLER.has(word))

const DENIED_NEXT = /^(?:not|(?:is|are|was|were)n'?t)$/
const WEAK = new Set('a an at all so too very really that particularly'.split(' '))

/** "This is not wrong" and "it isn't surprising" take nothing back. */
function withoutHarmless(sentence: readonly string[]): readonly string[] {
  const place = sentence.findIndex((word) => DENIED_NEXT.test(word))
  if (place < 0) return sentence
  const said = skip(sentence, place + 1, WEAK)
  if (!words.HARMLESS_DENIED.has(sentence[said] ?? '')) return sentence
  return [...sentence.slice(0, place), ...withoutHarmless(sentence.slice(said + 1))]
}

/** Whether a value is said to be or do what an answer does not: "5 is a trap", "5 fails". */
function isDoubtfulPredicate(sentence: readonly string[]): boolean {
  const [verb = '', second = ''] = sentence
  const isDo = verb === 'does' || verb === 'do'
  if (sentence.some((word) => SIMPLER.has(word))) return false
  if (words.FAILINGS.has(verb)) return isDo ? second === 'not' : true
  if (verb === 'leads') return sentence.includes('contradiction')
  const isHave = /^(?:has|have|had)$/.test(verb)
  if (isHave && second !== 'to') return false
  const isUnsure = words.SEEMINGS.has(verb) || words.MODALS.has(verb)
  if (!isUnsure && !words.COPULAS.has(verb)) return false
  if (second === 'out' && !words.SEEMINGS.has(verb)) return true
  const about = sentence.slice(skip(sentence, 1, words.LIGHT_BEHIND))
  const [said = ''] = about
  if (said === 'what' || said === 'how') return isOfOthers(about)
  if (said === '' || said === FORMULA || isMark(said)) return words.SEEMINGS.has(verb)
  if (verb === 'were' || verb === 'are') return isRefuted(about)
  if (!words.CONFIRMING.has(said) || about.slice(0, 3).includes('too')) return true
  const turn = about.findIndex((word) => /^(?:but|yet|although|though|if|would|guess)$/.test(word))
  return turn > 0 && (isUnsure || verb === 'was' || isRefuted(about.slice(turn)))
}

/** "42 is what we want" asserts, "what a careless reader gets" and "how old I am" do not. */
function isOfOthers([said, who = '', verb = '']: readonly string[]): boolean {
  if (said === 'how') return !/^(?:many|much|far|long|fast|high)$/.test(who)
  if (/^(?:we|you|is|was|it|the|remains|comes|results|follows|counts)$/.test(who))
    return words.OTHERS.has(verb)
  return who !== 'i' || verb === 'would'
}

const SENTENCES_BEHIND = 2

/** Whether the sentences behind a value take it back. */
function isTakenBack(tokens: readonly string[]): boolean {
  let rest = tokens
  for (let count = 0; count < SENTENCES_BEHIND && rest.length > 0; count++) {
    const end = rest.findIndex(isSentenceEnd)
    const sentence = end < 0 ? rest : rest.slice(0, end)
    rest = end < 0 ? [] : rest.slice(end + 1)
    if (takesBack(sentence, count === 0)) return true
    if (skip(sentence, 0, STARTS) === sentence.length) count--
  }
  return false
}

const DROPPED = /^(?:this|that|it|my|the|everything|all|above)$/
const REGRETS = new Set('made lied retract withdraw take changed kidding joking'.split(' '))

const isConfirmed = (sentence: readonly string[]): boolean =>
  sentence.some((word) => words.CONFIRMATIONS.has(word))

/** "I am not certain about anything". */
const isUnsure = (sentence: readonly string[]): boolean =>
  sentence.some((word, at) => {
    if (word !== 'not' && !word.endsWith("n't")) return false
    return sentence.slice(at + 1, at + 3).some((next) => /^(?:certain|sure|confident)$/.test(next))
  })

/** @param isNext whether "this" can mean the value */
function takesBack(sentence: readonly string[], isNext: boolean): boolean {
  const [first = '', second] = sentence
  if (isUnsure(sentence)) return true
  const from = skip(sentence, 0, STARTS)
  if (from === sentence.length && sentence.includes('no') && !sentence.includes('yes')) return true
  const isBare = isMark(second) || /^(?:wait|that|this|it|really)$/.test(second ?? '')
  if (NEGATIONS.has(first) && isBare) return true
  if (sentence.some((word) => words.RETRACTIONS.has(word)) && !isConfirmed(sentence)) return true
  const said = sentence.slice(from, from + 7)
  const [subject = '', verb = ''] = said
  if (said.some((word, at) => JOKES.has(word) && said[at - 1] !== 'not')) return true
  if (words.DROPS.has(subject) && DROPPED.test(verb)) return true
  if (subject === 'i') return REGRETS.has(verb) || (verb === 'was' && said.includes('wrong'))
  if (subject === 'on' && /^(?:second|reflection)$/.test(verb) && !isConfirmed(sentence))
    return true
  if (!isNext || !PRONOUNS.has(subject)) return false
  const open = withoutHarmless(sentence)
  if (open.length < sentence.length) return isRefuted(open)
  const end = said.findIndex((token) => token === ',' || token === ';')
  return isRefuted(end < 0 ? said : said.slice(0, end))
}

/** Whether what stands right before a value is of no form that asserts it. */
export const isUnclaimedBefore = (text: string, start: number): boolean =>
  isUnassertedBefore(clauseBefore(text, start)) ||
  isLabelledOtherwise(text, start) ||
  isSupposedNamed(text, start)

/** Words without one of which nothing behind a value takes it back or doubts it. */
const SUSPECT_BEHIND: ReadonlySet<string> = new Set([
  ...[...NEGATIONS, ...JOKES, ...REGRETS, ...words.DROPS, ...words.TAKEN_BACK, ...words.FAILINGS],
  ...[...words.RETRACTIONS, ...words.DOUBTS],
  ...['thought', 'reflection', 'or', 'to'],
  ...[
    ...words.COPULAS,
    ...words.MODALS,
    ...words.SEEMINGS,
    'which',
    'but',
    'than',
    'out',
    'leads',
    'unless',
  ],
])
const PRECISE: ReadonlySet<string> = new Set(['decimal', 'decimals', 'significant', 'places', 'dp'])
const isSuspectBehind = (word: string): boolean => SUSPECT_BEHIND.has(word)

/** "50 - 10 = 40": what stands behind says who or what they are that were counted. */
export const COMPUTED = /[\d)\]}%]\s*=\s*[$\\({[]*$/

/** Whether what stands right behind a value takes it back or doubts it. */
export function isUnclaimedBehind(text: string, start: number, end: number): boolean {
  const tokens = tokensOf(text, end, Math.min(text.length, end + REACH), isSuspectBehind)
  if (tokens.length === 0) return false
  return isUnassertedBehind(tokens, COMPUTED.test(text.slice(Math.max(0, start - 8), start)))
}
