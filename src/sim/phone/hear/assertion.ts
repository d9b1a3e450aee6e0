import { ARTICLES, carries, isPolite, PREPOSITIONS } from './carrying.ts'
import { RETRACTION_SIGNS, retracts } from './retractions.ts'
import {
  ANYWHERE,
  ASKING,
  ASKING_BEFORE_TO,
  CARRYING,
  ECHOES,
  HAVING,
  NEUTRAL,
  NO_THINGS,
  OPENERS,
  OTHER,
  OTHERS,
  OWNERS,
  PAIR_GAP,
  PRONOUN_OF_OTHERS,
  REFUSALS,
  TAKEN_BACK,
  TAKEN_BACK_PAIRS,
  TELLERS,
  UNREAL,
  VOLITION,
  WILLS,
} from './tables/assertion.ts'
import { DENIALS_LIFTED } from './tables/polarity.ts'
import { CUSTOMERS, isAsking, isTurning, type Spoken } from './turning.ts'

/** So many unknown words may stand between an article and its thing. */
const UNKNOWN_MAX = 3
const RESTARTERS = new Set(['i', 'we', 'she', 'he'])
const PRINCIPALS = new Set(['customer', 'client', 'caller'])
/** Between an article and its thing these say nothing of what is asked for. */
const ADJECTIVES = new Set(
  'new old current recent latest existing own last first second'.split(' '),
)
const HAD = new Set('have has had is are contains with of'.split(' '))
const OFFERS = new Set('give hand pass send submit report add file show tell'.split(' '))
/** Verbs that lead an order as often as not. */
const NO_LEADS = new Set([...CARRYING, 'do', 'go', 'try'])
const FACTS = new Set([
  ...PREPOSITIONS,
  ...'because since after as now today due following yesterday thank thanks'.split(' '),
])
const I_WISH = new Set('want wants need needs would wish wishes must have am asks'.split(' '))

type Subject = 'none' | 'customer' | 'thing' | 'other'

/**
 * Follows one part of a sentence, word by word, and says what in it is asked for: what stands
 * behind words that are known, turn nothing, and ask. Any other word there could turn them.
 */
export class Frame {
  #isKnown = true
  #asks = false
  #isBegin = true
  #isDenied = false
  /** Unknown words since an article; -1 outside of such. */
  #unknown = -1
  /** How many words begin a part without being of it. */
  #openers = 0
  /** The place of the last article; before anything asks a thing is known behind the first word. */
  #articleAt = 0
  #first = ''
  #words = 0
  #sawThing = false
  /** Whether all words of the part before were known. */
  #wasKnown = false
  #isThingBefore = false
  #isAfterThing = false
  /** Whether an order or act stood here, and was asked for. */
  #lead: boolean | undefined
  #previousLead: boolean | undefined
  /** The words before, the nearest first. */
  #last = ''
  #second = ''
  #third = ''
  #fourth = ''
  #isOfWill = false
  /** Whether the last article follows a word that only tells of its thing. */
  #isHad = false
  /** Whether a part begins with "I have". */
  #isHaving = false
  #isUnreal = false
  #hasUnreal = false
  /** Of whom or what a part speaks before it asks. */
  #subject: Subject = 'none'
  /** Of whom the part before spoke, in the same sentence. */
  #subjectBefore: Subject = 'none'
  /** Whether the last person that was named is not the customer. */
  #isOtherLast = false
  /** The pronoun by which somebody else is spoken of; empty where there is none. */
  #other = ''

  /** Whether what stands here is asked for; then goes on behind it. */
  hear(word: Spoken): boolean {
    const { text, before } = word
    this.#words++
    if (this.#words === 1) this.#first = text
    const isUnreal = UNREAL.has(text)
    if (isUnreal) this.#hasUnreal = true
    this.#restart(word)
    this.#begin(word)
    if (this.#words === 2) this.#isHaving = RESTARTERS.has(before) && /^ha(?:ve|s)$/.test(text)
    // The plan of "a payment plan needs to be set up" is a thing.
    const isNoun = this.#isThingBefore && (text === 'plan' || text === 'plans')
    const asksNow =
      (!isNoun && isAsking(word, this.#first, this.#words)) ||
      (this.#isHaving && this.#isOffer(word))
    this.#isOfWill = this.#tells(text)
    const turns =
      isTurning(word, this.#first, this.#words) ||
      this.#isOfWill ||
      this.#isRelative(word) ||
      (asksNow && this.#isWishOfOthers(word))
    this.#meet(word)
    const isFree = this.#isKnown && !this.#isUnreal && this.#unknown <= 0
    const isSaying = isUnreal || (text === 'know' && this.#second === 'you')
    const isMeant = isFree && (this.#asks || asksNow) && !(turns && this.#words > 1) && !isSaying
    if (word.isOrder && !NO_LEADS.has(text)) this.#lead = isMeant
    if (turns) this.#isKnown = false
    this.#go(word, asksNow && before !== 'no')
    this.#fourth = this.#third
    this.#third = this.#second
    this.#second = this.#last
    this.#last = text
    this.#isAfterThing = this.#isThingBefore
    this.#isThingBefore = word.isThing
    return isMeant
  }

  /** "I have a reading to give you" asks to take it. */
  #isOffer({ text, next }: Spoken): boolean {
    return text === 'to' && this.#isThingBefore && OFFERS.has(next)
  }

  /** Begins the next part of a sentence, or the next sentence. */
  turn(mark: string, isCondition = false): void {
    const isEnd = mark === '.' || mark === '!' || mark === '?' || mark === '\n' || mark === ';'
    const isForeign = !this.#isKnown && !this.#isDenied && !this.#sawThing
    const quotes = mark === ':' && isForeign && this.#words > 0
    this.#isUnreal = !isEnd && (this.#isUnreal || this.#hasUnreal || quotes || isCondition)
    this.#previousLead = isEnd ? undefined : (this.#lead ?? this.#previousLead)
    this.#wasKnown = !isEnd && this.#isKnown
    this.#isKnown = this.#isBegin = true
    this.#asks = this.#isDenied = this.#sawThing = this.#hasUnreal = false
    this.#unknown = -1
    this.#words = this.#openers = 0
    this.#isHaving = false
    this.#last = this.#second = this.#third = this.#fourth = ''
    this.#lead = undefined
    if (this.#subject !== 'none' || isEnd) this.#subjectBefore = isEnd ? 'none' : this.#subject
    this.#subject = 'none'
  }

  /** Notes whom a part speaks of before it asks. */
  #meet({ text, isThing }: Spoken): void {
    const last = this.#last
    const secondLast = this.#second
    const isOfOthers = OTHERS.has(text)
    this.#notePerson(text, last, isOfOthers)
    if (this.#asks) return
    const isOwner =
      (SPEAKERS.has(last) && last.length > 3) || (secondLast === 'of' && ARTICLES.has(last))
    if (this.#subject === 'customer' && !isOwner) return
    const isAnother = OTHER.has(last) && CUSTOMERS.has(text)
    if (isOfOthers || text === this.#other || isAnother) this.#subject = 'other'
    else if (this.#subject !== 'other') {
      if (SPEAKERS.has(text)) this.#subject = 'customer'
      else if (isThing && !isNeutral(text)) this.#subject = 'thing'
    }
  }

  /** Notes who was named last, and how somebody else will be spoken of further on. */
  #notePerson(text: string, before: string, isOfOthers: boolean): void {
    if (isOfOthers) {
      const pronoun = PRONOUN_OF_OTHERS.get(text) ?? ''
      this.#isOtherLast = true
      this.#other = OWNERS[before] === pronoun ? '' : pronoun
    } else if (CUSTOMERS.has(text) && text !== this.#other) {
      this.#isOtherLast = false
      if (text.length > 4) this.#other = ''
    }
  }

  /** "Her sister wants to …", "the boss of the customer needs to …", "the bank would like to …". */
  #isWishOfOthers({ text, before, afterNext }: Spoken): boolean {
    if (this.#asks || !(VOLITION.has(text) || text === 'to')) return false
    if (this.#subject === 'none' && this.#words === 2 && before === 'and') {
      return this.#subjectBefore === 'other'
    }
    if (this.#subject === 'other') return afterNext !== 'be'
    return this.#subject === 'thing' && !/^(?:needs?|has|have|must|requires?)$/.test(text)
  }

  /** "Because I moved I need …" and "replace the card and send …" begin anew without a mark. */
  #restart(word: Spoken): void {
    const { text, before, next, afterNext, isOrder } = word
    const isPrincipal = ARTICLES.has(text) && PRINCIPALS.has(next)
    const isIt = text === 'it' && before === 'and' && next !== 'would'
    if (!RESTARTERS.has(text) && !isPrincipal && !isOrder && !isIt) return
    const isSubject = I_WISH.has(isPrincipal ? afterNext : next) || (isIt && next === 'has')
    const isOfThing = this.#isAfterThing && (before === 'that' || before === 'which')
    const isAnew = FACTS.has(this.#first) && before !== 'if'
    const isOfOthers = this.#subject === 'other' || this.#isOtherLast
    const isToldFirst = before === 'and' && ARTICLES.has(this.#first) && !isOfOthers
    const isTurned = this.#isDenied || this.#hasUnreal
    if (isSubject && (isAnew || isOfThing || isToldFirst) && !isTurned) {
      this.#isKnown = true
      this.#asks = false
      this.#unknown = -1
    }
    const joins = before === 'and' || before === 'or' || before === 'then'
    if (joins && isOrder && this.#lead === true && !this.#isDenied) {
      this.#isKnown = true
      this.#unknown = -1
    }
  }

  /** "A lamp I sent back" asks for nothing by "sent back". */
  #isRelative({ text, next, afterNext }: Spoken): boolean {
    if (text === 'who' && this.#words === 1) {
      const isForHelp = /^(?:can|could)$/.test(next) && HELPS.has(afterNext)
      return (!this.#wasKnown || this.#isOtherLast) && !isForHelp
    }
    if (!this.#asks || !this.#isThingBefore || I_WISH.has(next)) return false
    return /^(?:i|we|he|she|they|that|which)$/.test(text)
  }

  /** Whether what comes is only what a wish is about that is told of. */
  get isTold(): boolean {
    return this.#isOfWill
  }

  /** "My request to …" tells of a wish, "I have a request to …" has one. */
  #tells(text: string): boolean {
    if (text !== 'to' || !WILLS.has(this.#last)) return false
    const [owner, article, having] = [this.#second, this.#third, this.#fourth]
    if (ARTICLES.has(owner)) return !HAVING.has(article)
    return ARTICLES.has(article) && !HAVING.has(having)
  }

  #begin({ text, isOrder, next }: Spoken): void {
    if (!this.#isBegin) return
    const isRest = this.#words === 1 && text === 'to'
    if (isRest && this.#previousLead === false) this.#isKnown = false
    if (OPENERS.has(text) && next !== '') {
      this.#openers++
      return
    }
    this.#isBegin = false
    if (!isOrder) return
    if (this.#previousLead === false && !this.#asks) this.#isKnown = false
    else this.#asks = true
  }

  #go(word: Spoken, asksNow: boolean): void {
    const { text, isName } = word
    const isThing = word.isThing && !NO_THINGS.has(text)
    if (word.denies) {
      this.#isKnown = false
      this.#isDenied = true
      return
    }
    if (this.#isDenied && DENIALS_LIFTED.has(text) && REFUSALS.has(word.before)) {
      this.#isKnown = true
      this.#isDenied = false
    }
    if (asksNow) this.#asks = true
    const isAfterArticle = this.#unknown >= 0
    this.#sawThing ||= isThing
    if (!this.#isKnown) return
    if (isAfterArticle && ADJECTIVES.has(text)) return
    const isSubject = isAfterArticle && (this.#articleAt === this.#openers + 1 || this.#isHad)
    const joins = this.#isAfterThing && PREPOSITIONS.has(word.before)
    const isBegun = this.#isThingBefore || joins || this.#words === this.#openers + 1
    if (isThing && (this.#asks || isSubject || isBegun)) this.#unknown = -1
    else if (ARTICLES.has(text)) {
      this.#unknown = 0
      this.#articleAt = this.#words
      this.#isHad = HAD.has(word.before) || joins
    } else if (isNeutral(text) || isName || isPolite(word)) {
      if (this.#unknown > 0) this.#isKnown = false
      this.#unknown = -1
    } else if (this.#asks && !isAfterArticle && carries(word)) this.#unknown = -1
    else if (isAfterArticle && this.#asks && this.#unknown < UNKNOWN_MAX) this.#unknown++
    else this.#isKnown = false
  }
}

const NEUTRALS: ReadonlySet<string> = new Set([
  ...[...NEUTRAL, ...ASKING, ...OPENERS, ...ASKING_BEFORE_TO],
])
const isNeutral = (text: string): boolean => NEUTRALS.has(text)

/** "Who can help me to …" asks for it, "who can change …" asks who. */
const HELPS = new Set(['help', 'assist', 'please', 'i', 'we', 'take'])
/** Behind these a part tells what the caller or the customer does. */
const SPEAKERS = new Set(
  (
    'i we he she they customer client caller ' +
    'member holder owner policyholder cardholder is am are was'
  ).split(' '),
)
/** A part without any of these words takes nothing back, which is seen quickly. */
const BACK_SIGNS: ReadonlySet<string> = new Set([
  ...['what', 'back'],
  ...[...TELLERS, ...REFUSALS, ...TAKEN_BACK, ...TAKEN_BACK_PAIRS.keys(), ...RETRACTION_SIGNS],
])

/** Whether a part of a sentence takes back what was said before it. */
export function takesBack(words: readonly string[]): boolean {
  const [first, second] = words
  if (first === undefined || !words.some((word) => BACK_SIGNS.has(word))) return false
  const last = words.at(-1) as string
  const isSubject = (first === 'is' || first === 'was') && second === 'what'
  const isBack = last === 'back' && words.at(-3) === 'take' && words.at(-4) === 'i'
  if (isBack || isSubject || TELLERS.has(last) || TELLERS.has(first)) return true
  return isEcho(words) || words.some((word, at) => isTakenBack(words, word, at)) || retracts(words)
}

/** Whether words say nothing more than that something is not so. */
function isEcho(words: readonly string[]): boolean {
  let refuses = false
  for (const [at, word] of words.entries()) {
    if (!ECHOES.has(word)) return false
    refuses ||= REFUSALS.has(word) && words[at + 1] !== 'wait'
  }
  return refuses
}

function isTakenBack(words: readonly string[], word: string, at: number): boolean {
  if (TAKEN_BACK.has(word)) return true
  const ends = TAKEN_BACK_PAIRS.get(word)
  if (ends === undefined) return false
  const others = words.slice(at + 1, at + 1 + PAIR_GAP)
  if (ANYWHERE.has(word)) return others.some((other) => ends.has(other))
  return at + 1 + others.length === words.length && ends.has(words.at(-1) as string)
}
