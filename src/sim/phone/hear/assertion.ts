import { retracts } from './retractions.ts'
import {
  ANYWHERE,
  ASKING,
  ASKING_BEFORE_TO,
  CARRYING,
  ECHOES,
  HAVING,
  INVERTED,
  NEUTRAL,
  NO_THINGS,
  OPENERS,
  PAIR_GAP,
  REFUSALS,
  TAKEN_BACK,
  TAKEN_BACK_PAIRS,
  TELLERS,
  UNREAL,
  WILLS,
} from './tables/assertion.ts'
import { DENIALS_LIFTED } from './tables/polarity.ts'

/** A word of a sentence, and what is known of it. */
export interface Spoken {
  readonly text: string
  /** The words around it, empty at the ends of a part. */
  readonly before: string
  readonly next: string
  readonly afterNext: string
  /** Whether it is of a thing that wishes are about. */
  readonly isThing: boolean
  /** Whether it begins with a capital inside its sentence, as names do. */
  readonly isName: boolean
  /** Whether it can begin an order. */
  readonly isOrder: boolean
  /** Whether it denies, and so what is not lifted again denies the rest of its part. */
  readonly denies: boolean
}

/** So many unknown words may stand between an article and its thing. */
const UNKNOWN_MAX = 3
const ARTICLES = new Set('a an the my our his her their your this these two any'.split(' '))
const RESTARTERS = new Set(['i', 'we', 'she', 'he'])
/** Verbs that lead an order as often as not. */
const NO_LEADS = new Set([...CARRYING, 'do', 'go', 'try'])
const FACTS = new Set(
  'because since after as now today due following yesterday thank thanks'.split(' '),
)
const I_WISH = new Set([
  'want',
  'wants',
  'need',
  'needs',
  'would',
  'wish',
  'wishes',
  'must',
  'have',
  'am',
])

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
  #behind: readonly [string, string, string, string] = ['', '', '', '']
  #isOfWill = false
  #isUnreal = false
  #hasUnreal = false

  /** Whether what stands here is asked for; then goes on behind it. */
  hear(word: Spoken): boolean {
    const { text, before } = word
    this.#words++
    if (this.#words === 1) this.#first = text
    if (UNREAL.has(text)) this.#hasUnreal = true
    this.#restart(word)
    this.#begin(word)
    const asksNow = isAsking(word, this.#first, this.#words)
    this.#isOfWill = this.#tells(text)
    const turns =
      isTurning(word, this.#first, this.#words) || this.#isOfWill || this.#isRelative(word)
    const isFree = this.#isKnown && !this.#isUnreal && this.#unknown <= 0
    const isMeant = isFree && (this.#asks || asksNow) && !(turns && this.#words > 1)
    if (word.isOrder && !NO_LEADS.has(text)) this.#lead = isMeant
    if (turns) this.#isKnown = false
    this.#go(word, asksNow && before !== 'no')
    this.#behind = [text, this.#behind[0], this.#behind[1], this.#behind[2]]
    this.#isAfterThing = this.#isThingBefore
    this.#isThingBefore = word.isThing
    return isMeant
  }

  /** Begins the next part of a sentence, or the next sentence. */
  turn(mark: string): void {
    const isEnd = mark === '.' || mark === '!' || mark === '?' || mark === '\n' || mark === ';'
    const isForeign = !this.#isKnown && !this.#isDenied && !this.#sawThing
    const quotes = mark === ':' && isForeign && this.#words > 0
    this.#isUnreal = !isEnd && (this.#isUnreal || this.#hasUnreal || quotes)
    this.#previousLead = isEnd ? undefined : (this.#lead ?? this.#previousLead)
    this.#wasKnown = !isEnd && this.#isKnown
    this.#isKnown = this.#isBegin = true
    this.#asks = this.#isDenied = this.#sawThing = this.#hasUnreal = false
    this.#unknown = -1
    this.#words = 0
    this.#behind = ['', '', '', '']
    this.#lead = undefined
  }

  /** "Because I moved I need …" and "replace the card and send …" begin anew without a mark. */
  #restart({ text, before, next, isOrder }: Spoken): void {
    if (!RESTARTERS.has(text) && !isOrder) return
    const isSubject = RESTARTERS.has(text)
    const isOfThing = this.#isAfterThing && (before === 'that' || before === 'which')
    const isAnew = FACTS.has(this.#first) && before !== 'if'
    if (isSubject && I_WISH.has(next) && (isAnew || isOfThing) && !this.#isDenied) {
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
  #isRelative({ text, next }: Spoken): boolean {
    if (text === 'who' && this.#words === 1) return !this.#wasKnown && !/^(?:can|could)$/.test(next)
    if (!this.#asks || !this.#isThingBefore || I_WISH.has(next)) return false
    return /^(?:i|we|he|she|they|that|which)$/.test(text)
  }

  /** Whether what comes is only what a wish is about that is told of. */
  get isTold(): boolean {
    return this.#isOfWill
  }

  /** "My request to …" tells of a wish, "I have a request to …" has one. */
  #tells(text: string): boolean {
    if (text !== 'to' || !WILLS.has(this.#behind[0])) return false
    const [, owner, article, having] = this.#behind
    if (ARTICLES.has(owner)) return !HAVING.has(article)
    return ARTICLES.has(article) && !HAVING.has(having)
  }

  #begin({ text, isOrder, next }: Spoken): void {
    if (!this.#isBegin) return
    const isRest = this.#words === 1 && text === 'to'
    if (isRest && this.#previousLead === false) this.#isKnown = false
    if (OPENERS.has(text) && next !== '') return
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
    if (isThing && (this.#asks || (isAfterArticle && this.#articleAt === 1))) this.#unknown = -1
    else if (ARTICLES.has(text)) {
      this.#unknown = 0
      this.#articleAt = this.#words
    } else if (isNeutral(text) || isName) {
      if (this.#unknown > 0) this.#isKnown = false
      this.#unknown = -1
    } else if (CARRYING.has(text) && this.#asks && !isAfterArticle) this.#unknown = -1
    else if (isAfterArticle && this.#asks && this.#unknown < UNKNOWN_MAX) this.#unknown++
    else this.#isKnown = false
  }
}

const isNeutral = (text: string): boolean =>
  NEUTRAL.has(text) || ASKING.has(text) || OPENERS.has(text) || ASKING_BEFORE_TO.has(text)

const CUSTOMERS = new Set('i we he she they customer client caller'.split(' '))

const MAY_ASK: ReadonlySet<string> = new Set([
  ...[...ASKING, ...ASKING_BEFORE_TO],
  ...'would has have how where may might can could asked'.split(' '),
])

function isAsking({ text, before, next }: Spoken, first: string, count: number): boolean {
  if (!MAY_ASK.has(text)) return false
  if (text === 'would') return /^(?:you|some(?:body|one)|like|love|prefer|appreciate)$/.test(next)
  if (ASKING_BEFORE_TO.has(text)) return next === 'to' || next === 'if'
  if (text === 'has' || text === 'have') return next === 'to' || next === 'got'
  if (text === 'how' || text === 'where') return count === 1 && /^(?:can|could|do|may)$/.test(next)
  if (text === 'may' || text === 'might') return count === 1
  if (text === 'can' || text === 'could') return !CUSTOMERS.has(before) || first !== before
  if (text === 'asked') return next === 'me' || next === 'us' || before === 'been'
  return ASKING.has(text)
}

/** Words that may turn what follows; most others cannot, which is seen quickly. */
const MAY_TURN: ReadonlySet<string> = new Set(
  [
    'if would some last as how where what may might asked sent transferred referred told',
    'think believe trust afraid sorry somebody someone anybody anyone people else once friend do',
  ].flatMap((line) => line.split(' ')),
)

/** Whether a word that is known turns what follows where it stands. */
function isTurning(word: Spoken, first: string, count: number): boolean {
  const { text, before, next, afterNext } = word
  if (count > 1 && !MAY_TURN.has(text)) return false
  switch (text) {
    case 'if':
      if (next === 'only') return true
      if (/^(?:i|we|he|she|they)$/.test(next)) return !/^(?:can|could|may)$/.test(afterNext)
      return next === 'customer' || next === 'the'
        ? !/^(?:customer|client)$/.test(afterNext)
        : false
    case 'would':
      return next === 'you' && /^(?:like|love|want|prefer|wish)$/.test(afterNext)
    case 'some':
      return /^(?:customers|clients|callers|members|of)$/.test(next)
    case 'last':
      return next === 'thing'
    case 'as':
      return next === 'if' || next === 'though'
    case 'how':
      return !/^(?:can|could|do|may|would)$/.test(next)
    case 'where':
      return !/^(?:can|could|do|may)$/.test(next)
    case 'what':
      return (
        !/^(?:i|we|he|she|they|the|my|our|do)$/.test(next) || (next === 'do' && afterNext !== 'i')
      )
    case 'may':
    case 'might':
      return CUSTOMERS.has(before)
    case 'asked':
      return (
        before === 'i' || !(next === 'me' || next === 'us' || next === 'for' || isPassive(before))
      )
    case 'sent':
    case 'transferred':
    case 'referred':
    case 'told':
      if (text !== 'told' && next !== 'me' && next !== 'us') return false
      return !isPassive(before) && !(next === 'me' && afterNext === 'you')
    case 'think':
    case 'believe':
    case 'trust':
      return before !== 'i' && before !== 'we' && !(before === 'you' && first === 'do')
    case 'afraid':
    case 'sorry':
      return next === 'to' && text === 'afraid'
    case 'somebody':
    case 'someone':
    case 'anybody':
    case 'anyone':
      return /^(?:wants|needs|wishes|would|asked|asks|is|has)$/.test(next) || next === 'else'
    case 'people':
    case 'else':
    case 'once':
      return true
    case 'friend':
      return before !== 'my'
    case 'do':
      if (next === 'you') return /^(?:want|wish|need|like|prefer|intend)$/.test(afterNext)
      return count === 1 && /^(?:i|we|he|she|they)$/.test(next)
    default:
      return count === 1 && INVERTED.has(text) && /^(?:i|we|he|she|they|you|it|the|my)$/.test(next)
        ? text !== 'do'
        : false
  }
}

const isPassive = (before: string): boolean => /^(?:was|been|were)$/.test(before)

/** Whether a part of a sentence takes back what was said before it. */
export function takesBack(words: readonly string[]): boolean {
  if (words.length === 0) return false
  const isEcho = words.some((word) => REFUSALS.has(word)) && words.every((word) => ECHOES.has(word))
  const isSubject = /^(?:is|was)$/.test(words[0] as string) && words[1] === 'what'
  const isBack = words.at(-1) === 'back' && words.at(-3) === 'take' && words.at(-4) === 'i'
  if (
    isEcho ||
    isBack ||
    isSubject ||
    TELLERS.has(words.at(-1) as string) ||
    TELLERS.has(words[0] as string)
  )
    return true
  if (retracts(words)) return true
  return words.some((word, at) => {
    if (TAKEN_BACK.has(word)) return true
    const ends = TAKEN_BACK_PAIRS[word]
    if (ends === undefined) return false
    const others = words.slice(at + 1, at + 1 + PAIR_GAP)
    if (ANYWHERE.has(word)) return others.some((other) => ends.has(other))
    return at + 1 + others.length === words.length && ends.has(words.at(-1) as string)
  })
}
