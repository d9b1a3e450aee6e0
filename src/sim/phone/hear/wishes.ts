import { NAME_PATTERN } from '../free-speech.ts'
import { type Parsed, parseText } from './clauses.ts'
import { asksForClearance } from './clearance.ts'
import { isOthersOrDone, isParticiple } from './done.ts'
import { isHandled } from './handled.ts'
import { type Span, share } from './phrases.ts'
import { DETERMINERS, FILLERS } from './tables/polarity.ts'
import { type Form, type Part, type Vocabulary, verbOfNoun } from './vocabulary.ts'
import type { Word } from './words.ts'

/** A wish that a text says, and by which words. */
export interface HeardWish {
  readonly wish: string
  readonly score: number
  readonly act: Span
  readonly thing: Span
  /** Whether act and thing stand apart. */
  readonly isFar: boolean
}

/** What is made out in a text before it is known who hears it. */
export interface HeardWishes {
  /** The best saying of each wish. */
  readonly wishes: readonly HeardWish[]
  /** Whether it asks to clear the way for another department. */
  readonly clears: boolean
  /** A thing that was named, in the words of the table, for a question back. */
  readonly thing: string
}

const ACT_SCORE = 3
const THING_SCORE = 3
/** For a thing that another clause names. */
const FAR_COST = 1
/** For a thing that stands farther off, behind a pronoun. */
const PRONOUN_COST = 2

interface Said {
  readonly part: Part
  readonly span: Span
}

/** A text taken apart, and the words by which wishes are found in it. */
interface Heard extends Parsed {
  readonly vocabulary: Vocabulary
}

/** Finds every wish that is said with an act and a thing, both meant, in one or the next clause. */
export function hearWishes(text: string, vocabulary: Vocabulary): HeardWishes {
  const parsed = { ...parseText(withoutNames(text), vocabulary.lexicon), vocabulary }
  const named = namedIn(parsed)
  const clears = asksForClearance(parsed)
  if (named.things.length === 0) return { wishes: [], clears, thing: '' }
  const best = new Map<string, HeardWish>()
  // Of the forms that an act belongs to only those count whose thing is named.
  const forms = named.byForm
  const settled = new Set<number>()
  pair(actsIn(parsed, forms), named, parsed, settled, best)
  // A noun of an act says more than the verb that wishes for it, and less than another verb.
  for (const acts of [nounActsIn(parsed, forms), desiresIn(parsed, forms)]) {
    const taken = new Set(
      [...best.values()]
        .filter(({ act: [first] }) => !WISHING.has(parsed.words[first]?.text ?? ''))
        .map(({ act }) => clauseAt(parsed, act)),
    )
    const free = acts.filter(({ span }) => !taken.has(clauseAt(parsed, span)))
    pair(free, named, parsed, settled, best)
  }
  const wishes = [...best.values()]
  return { wishes, clears, thing: longestOf(named.things) }
}

/** Verbs that as acts still only wish for something. */
const WISHING: ReadonlySet<string> = new Set(
  'ask asks asking request requests requesting'.split(' '),
)

/**
 * Joins acts with what they are done to: in their own clause, else in the next to it.
 *
 * @param settled places of words that are joined with others of their clause
 */
function pair(
  acts: readonly Said[],
  { things, byForm, clauses }: Named,
  parsed: Heard,
  settled: Set<number>,
  best: Map<string, HeardWish>,
): void {
  const lone: Said[] = []
  const thingsFor = ({ part, span }: Said): Said[] =>
    (byForm.get(part.form) as readonly Said[]).filter((thing) => !share(span, thing.span))
  for (const act of acts) {
    const clause = clauseAt(parsed, act.span)
    let isLone = true
    for (const thing of thingsFor(act)) {
      if (clauseAt(parsed, thing.span) !== clause) continue
      isLone = false
      keepBetter(best, act, thing, isModifier(act, thing, things, parsed) ? FAR_COST : 0)
      for (const place of act.span) settled.add(place)
      for (const place of thing.span) settled.add(place)
    }
    if (isLone) lone.push(act)
  }
  for (const act of lone) {
    const clause = clauseAt(parsed, act.span)
    const pointsBack = isOfPronoun(parsed, act.span)
    if (!pointsBack && clauses.has(clause) && !isOnlyItself(act, things, parsed)) continue
    for (const thing of thingsFor(act)) {
      const isFree = pointsBack || thing.span.every((place) => !settled.has(place))
      const own = clauseAt(parsed, thing.span)
      const isNear = areNext(parsed, own, clause) || (pointsBack && own === clause - 2)
      if (own > clause && !pointsBack && isOfTime(parsed, own)) continue
      if (isFree && isNear) {
        keepBetter(best, act, thing, pointsBack ? PRONOUN_COST : FAR_COST)
      }
    }
  }
}

/** "I need time before I close it" wishes for nothing that comes then. */
const isOfTime = ({ words, clauseOf }: Parsed, clause: number): boolean =>
  TIMES.has(words[clauseOf.indexOf(clause)]?.text ?? '')
const TIMES: ReadonlySet<string> = new Set('before until till unless while'.split(' '))

/** In "a different size in the order" it is the size that is wished for. */
const isModifier = (
  { part, span: [act] }: Said,
  { span: [first] }: Said,
  things: readonly Said[],
  { words, vocabulary }: Heard,
): boolean =>
  vocabulary.desires.begins(words[act]?.stem ?? '') &&
  vocabulary.wishedFor.has(part.form) &&
  things.some(({ span: [other] }) => act < other && other < first - 1)

/** Whether all that the clause of an act names are words of the act itself. */
const isOnlyItself = (act: Said, things: readonly Said[], parsed: Parsed): boolean => {
  const clause = clauseAt(parsed, act.span)
  const own = things.filter(({ span }) => clauseAt(parsed, span) === clause)
  return own.length > 0 && own.every(({ span }) => share(span, act.span))
}

const PRONOUNS: ReadonlySet<string> = new Set('it them that this one these those'.split(' '))

/** Between a pronoun and what is done to it: "that needs to be changed". */
const AUXILIARIES: ReadonlySet<string> = new Set(
  'be been being is are to needs need should must has have gets get got'.split(' '),
)
/** How many of them are looked across. */
const AUXILIARIES_MAX = 4

/** "Change it", "put her on it", "that must be changed": its thing was named before. */
function isOfPronoun({ words }: Parsed, span: Span): boolean {
  const [first] = span
  const isPronoun = (place: number): boolean => PRONOUNS.has(words[place]?.text ?? '')
  let before = first - 1
  while (before >= first - AUXILIARIES_MAX && AUXILIARIES.has(words[before]?.text ?? '')) before--
  return (
    isPronoun(first + 1) ||
    isPronoun((span.at(-1) as number) + 1) ||
    isPronoun(before) ||
    words.slice(first + 2, first + 4).some(({ text }) => text === 'one')
  )
}

/** The thing that is named in most words, as the table has it. */
const longestOf = (things: readonly Said[]): string =>
  things.reduce((best, { part }) => (part.text.length > best.length ? part.text : best), '')

/** Names of departments are no things: a lone capital may begin a sentence, and is none then. */
export const withoutNames = (text: string): string =>
  text.replace(NAME_PATTERN, (name: string, at: number) => {
    const [before, after] = [text.slice(0, at), text.slice(at + name.length)]
    const begins = /(^|[.:;!?\n])\s*$/.test(before)
    const isName = name.includes(' ') || !begins || /^\s*($|[.,:;!?\n])/.test(after)
    return isName ? ' , ' : name
  })

const clauseAt = ({ clauseOf }: Parsed, [first]: Span): number => clauseOf[first] as number

interface Named {
  /** Things that are named and not denied, outside of what customers are known by. */
  readonly things: readonly Said[]
  /** The same by the form they belong to. */
  readonly byForm: ReadonlyMap<Form, readonly Said[]>
  /** Clauses in which something is named, a thing or a detail. */
  readonly clauses: ReadonlySet<number>
}

function namedIn({ words, thingDenied, clauseOf, clauses, vocabulary }: Heard): Named {
  const places: number[] = []
  const content: Word[] = []
  words.forEach((word, place) => {
    if (FILLERS.has(word.text)) return
    places.push(place)
    content.push(word)
  })
  const details: Span[] = []
  content.forEach((_, at) => {
    vocabulary.details.findAt(content, at, places, (_detail, span) => details.push(span))
  })
  const isInDetail = (found: Span): boolean =>
    details.some((span) => span.length > found.length && found.every((at) => span.includes(at)))
  const sentenceAt = (place: number): number => clauses[clauseOf[place] as number]?.sentence ?? 0
  const isBarred = ({ bars }: Form, at: number): boolean => {
    if (bars.length === 0) return false
    const said = stemsOfSentence(sentenceAt(at))
    return bars.some((bar) => said.has(bar))
  }
  const stemsBySentence = new Map<number, Set<string>>()
  const stemsOfSentence = (sentence: number): Set<string> => {
    let stems = stemsBySentence.get(sentence)
    if (stems === undefined) {
      stems = new Set()
      words.forEach(({ stem }, place) => {
        if (sentenceAt(place) === sentence) stems?.add(stem)
      })
      stemsBySentence.set(sentence, stems)
    }
    return stems
  }
  const things: Said[] = []
  content.forEach((_, at) => {
    vocabulary.things.findAt(content, at, places, (part, found) => {
      if (isInDetail(found)) return
      const span = found.map((place) => places[place] as number) as [number, ...number[]]
      const isDenied = isDeniedThing(words, thingDenied, span[0])
      if (!isDenied && !isBarred(part.form, span[0])) things.push({ part, span })
    })
  })
  const starts = [
    ...things.map(({ span }) => span[0]),
    ...details.map(([first]) => places[first] as number),
  ]
  const byForm = new Map<Form, Said[]>()
  for (const thing of things) {
    const others = byForm.get(thing.part.form)
    if (others === undefined) byForm.set(thing.part.form, [thing])
    else others.push(thing)
  }
  return { things, byForm, clauses: new Set(starts.map((place) => clauseOf[place] as number)) }
}

/** A thing that itself begins with the denying word is meant: "without water". */
const isDeniedThing = (
  words: readonly Word[],
  thingDenied: readonly boolean[],
  first: number,
): boolean =>
  thingDenied[first] === true &&
  (thingDenied[first - 1] === true || !BEGINS_DENIED.has(words[first]?.text ?? ''))

const BEGINS_DENIED: ReadonlySet<string> = new Set(['without', 'no'])

/** Verbs in what is asked for, not denied. */
function actsIn(parsed: Heard, forms: ReadonlyMap<Form, unknown>): Said[] {
  const { words, clauseOf, vocabulary } = parsed
  const acts: Said[] = []
  words.forEach((word, first) => {
    if (!vocabulary.acts.begins(word.stem)) return
    if (!isMeant(parsed, first) || !isVerbal(parsed, first)) return
    vocabulary.acts.findAt(words, first, clauseOf, (part, span) => {
      if (forms.has(part.form)) acts.push({ part, span })
    })
  })
  return acts
}

const isMeant = ({ asserted }: Parsed, place: number): boolean => asserted[place] === true

/** Whether a word is a verb where it stands: not "the claim", "transfer of", "he disputes". */
function isVerbal({ words, clauseOf }: Parsed, place: number): boolean {
  const text = words[place]?.text ?? ''
  if (/[^s]s$/.test(text) || text === 'asked') return false
  if (isOthersOrDone(words, place)) return false
  if (/(?:ing|ed)$/.test(text)) return true
  const isSame = clauseOf[place - 1] === clauseOf[place]
  const before = isSame ? (words[place - 1]?.text ?? '') : ''
  return !DETERMINERS.has(before) && words[place + 1]?.text !== 'of'
}

/** Nouns of acts, where the thing itself is wished for: "she wants a cancellation of …". */
function nounActsIn(parsed: Heard, forms: ReadonlyMap<Form, unknown>): Said[] {
  const { words, clauseOf, clauses, vocabulary } = parsed
  const acts: Said[] = []
  words.forEach((word, first) => {
    if (!isMeant(parsed, first) || isOthersOrDone(words, first)) return
    const isWished = clauses[clauseOf[first] as number]?.desires === true
    if (!isWished && !isHandled(words, first)) return
    const stem = verbOfNoun(word) ?? word.stem
    if (!vocabulary.acts.begins(stem)) return
    const asVerb = words.with(first, { text: word.text, stem })
    vocabulary.acts.findAt(asVerb, first, clauseOf, (part, span) => {
      if (forms.has(part.form)) acts.push({ part, span })
    })
  })
  return acts
}

/** "I want to think" wishes for no thing, "I want to have" does. */
function isOfDeed(words: readonly Word[], span: Span): boolean {
  const last = span.at(-1) as number
  const isOfOthers = /^(?:you|him|her|them|me|us|some(?:one|body))$/.test(
    words[last + 1]?.text ?? '',
  )
  const at = isOfOthers ? last + 2 : last + 1
  const isHaving = /^(?:have|get|receive|obtain|order)$/.test(words[at + 1]?.text ?? '')
  const behind = words[last + 1]
  if (behind?.text === 'if') return true
  if (words[last]?.text === 'have' && behind !== undefined && isParticiple(behind)) return true
  const next = words[last + 1]?.text === 'is' ? words[last + 2] : words[last + 1]
  if (next?.text === 'not' || words[at]?.text === 'not') return true
  return words[at]?.text === 'to' && !isHaving
}

/** Verbs that wish for the thing itself. */
function desiresIn(parsed: Heard, forms: ReadonlyMap<Form, unknown>): Said[] {
  const { words, clauseOf, vocabulary } = parsed
  const acts: Said[] = []
  words.forEach((word, first) => {
    if (!vocabulary.desires.begins(word.stem) || !isMeant(parsed, first)) return
    vocabulary.desires.findAt(words, first, clauseOf, (text, span) => {
      if (isOfDeed(words, span)) return
      for (const form of forms.keys()) {
        if (vocabulary.wishedFor.has(form)) acts.push({ part: { form, text }, span })
      }
    })
  })
  return acts
}

/** Whether two clauses are neighbours, but for one that says more about a thing. */
function areNext({ clauses }: Parsed, one: number, other: number): boolean {
  const distance = Math.abs(one - other)
  return distance === 1 || (distance === 2 && clauses[(one + other) / 2]?.isSubordinate === true)
}

function keepBetter(best: Map<string, HeardWish>, act: Said, thing: Said, cost: number): void {
  const { wish } = thing.part.form
  const extra = act.span.length - 1 + thing.span.length - 1
  const score = ACT_SCORE + THING_SCORE + extra - cost
  const known = best.get(wish)
  const isFar = cost > 0
  if (known !== undefined && score + (known.isFar && !isFar ? 1 : 0) <= known.score) return
  best.set(wish, { wish, score, act: act.span, thing: thing.span, isFar })
}
