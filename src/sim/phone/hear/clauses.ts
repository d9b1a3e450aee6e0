import { isAboutAny, isAboutDoing, OWNED } from './advice.ts'
import { Frame, takesBack } from './assertion.ts'
import { isCondition } from './conditions.ts'
import { readPlainly } from './reports.ts'
import { BEFORE_IF } from './tables/conditions.ts'
import {
  AFTER_SUBJECTS,
  ASKS,
  BEFORE_SUBJECTS,
  CARRIERS,
  DENIALS,
  DENIALS_LIFTED,
  DESIRE_WORDS,
  DETERMINERS,
  DOUBTFUL_SUBJECTS,
  DOUBTFUL_VERBS,
  SUBJECTS,
  SUBORDINATORS,
  TURNS,
  VERB_DENIALS,
} from './tables/polarity.ts'
import { isWord, type Pieces, type Word } from './words.ts'

/** A part of a sentence in which things belong together. */
export interface Clause {
  /** Whether it wishes for a thing: "wants", "needs". */
  desires: boolean
  /** Whether it says more about a thing that stands before it. */
  readonly isSubordinate: boolean
  /** The number of the sentence. */
  readonly sentence: number
}

/** A text taken apart. The arrays of words run in parallel. */
export interface Parsed {
  readonly words: readonly Word[]
  /** The number of the clause of each word. */
  readonly clauseOf: readonly number[]
  /** Whether what is done by this word is asked for. */
  readonly asserted: readonly boolean[]
  /** Whether the thing of this word is denied. */
  readonly thingDenied: readonly boolean[]
  readonly clauses: readonly Clause[]
  /** What was said before this place is taken back. */
  readonly keptFrom: number
}

/** What is known of words before a text is heard. */
export interface Lexicon {
  /** Whether a word can begin an order: a verb in its base form. */
  readonly isVerb: (word: Word) => boolean
  /** Whether a word is of a thing that wishes are about. */
  readonly isThing: (word: Word) => boolean
}

const SENTENCE_END = new Set(['.', '!', '?', '\n', ';', ':'])
/** Behind these a name is somebody's. */
const BEFORE_NAMES = new Set(
  'for of customer client caller mr mrs ms dr behalf called name is represent representing'.split(
    ' ',
  ),
)

/** Takes a text apart into clauses and says what in them is asked for, and what is denied. */
export function parseText(text: string, lexicon: Lexicon): Parsed {
  const parser = new Parser(readPlainly(text), lexicon)
  return parser.parse()
}

class Parser implements Parsed {
  readonly words: Word[] = []
  readonly clauseOf: number[] = []
  readonly asserted: boolean[] = []
  readonly thingDenied: boolean[] = []
  readonly clauses: Clause[] = []
  keptFrom = 0
  readonly #pieces: readonly Word[]
  readonly #isCapital: readonly boolean[]
  readonly #lexicon: Lexicon
  readonly #frame = new Frame()
  /** Whether the whole text stands in quotation marks, so that they say nothing. */
  readonly #isAllQuoted: boolean
  #clause: Clause | undefined
  /** What is denied from here on: nothing, what is done, or things as well. */
  #denial: Denial = 'none'
  #sentenceBegin = 0
  /** The words since the last mark or turn. */
  #part: string[] = []
  #isNamed = false
  #isQuote = false

  constructor({ pieces, isCapital }: Pieces, lexicon: Lexicon) {
    this.#pieces = pieces
    this.#isCapital = isCapital
    this.#lexicon = lexicon
    const isQuote = (at: number): boolean => pieces.at(at)?.text === QUOTE
    this.#isAllQuoted = isQuote(0) && (isQuote(-1) || isQuote(-2))
  }

  parse(): Parsed {
    this.#pieces.forEach((piece, at) => {
      if (isWord(piece)) this.#hearWord(piece, at)
      else if (piece.text === QUOTE) this.#isQuote = !this.#isQuote
      else this.#hearMark(piece.text, at)
    })
    this.#endPart('.')
    return this
  }

  #hearMark(mark: string, at: number): void {
    const endsSentence = SENTENCE_END.has(mark)
    if (endsSentence || !goesOn(this.#pieces, at + 1, this.#lexicon.isVerb)) this.#denial = 'none'
    this.#endPart(mark)
    this.#clause = undefined
    if (endsSentence) this.#sentenceBegin = this.clauses.length
  }

  #endPart(mark: string): void {
    const part = this.#part
    const first = this.words.length - part.length
    const asksOfOwn = QUESTIONS.has(part[0] ?? '') && part.some((word) => OWNED.has(word))
    if (mark === '?' && asksOfOwn) this.asserted[first] = true
    if (takesBack(part)) {
      this.asserted.fill(false)
      this.keptFrom = this.words.length
    }
    const asksAll = mark === '?' && (part.some((word) => USUAL.has(word)) || asksAtAll(part))
    if (asksAll) this.#unsay()
    if (onlyTells(part) || isOfAnybody(part)) this.#unsay()
    const isSupposed = mark !== '?' && isCondition(part)
    if (isSupposed || hangsOnCondition(part)) this.#unsay()
    this.#frame.turn(mark, isSupposed)
    this.#part = []
  }

  #hearWord(word: Word, at: number): void {
    const piece = word.text
    const before = this.#wordAt(at - 1)
    const next = this.#wordAt(at + 1)
    const clause = this.#clauseFor(piece, before, next)
    const afterNext = next === '' ? '' : this.#wordAt(at + 2)
    const denies = this.#deny(piece, before, next)
    if (DESIRE_WORDS.has(piece) && this.#denial === 'none') clause.desires = true
    const isMeant = this.#frame.hear({
      text: piece,
      before,
      next,
      afterNext,
      isThing: this.#lexicon.isThing(word),
      isName: this.#isName(at, before),
      isOrder: isOrder(word, next, this.#lexicon.isVerb),
      denies,
    })
    const isAdvice = isAboutDoing(piece, next, afterNext) || isAboutAny(before, piece, next)
    if (isAdvice) this.#unsay()
    const isTold = this.#frame.isTold || isAdvice
    if (isTold) this.#denial = 'all'
    const isNotSo = piece === 'not' && (before === 'is' || before === 'was')
    const denied = isNotSo ? this.asserted.at(-2) : NONE.has(piece) && this.asserted.at(-1)
    const isLeft = before === 'to' && (piece === 'stay' || piece === 'remain')
    if (denied === true || isLeft) this.#unsay()
    this.#part.push(piece)
    this.words.push(word)
    this.clauseOf.push(this.clauses.length - 1)
    const isQuoted = this.#isQuote && !this.#isAllQuoted
    this.asserted.push(isMeant && this.#denial === 'none' && !isQuoted)
    this.thingDenied.push(this.#denial === 'all')
  }

  /** Nothing in the part so far is asked for. */
  #unsay(): void {
    if (this.#part.length > 0) this.asserted.fill(false, this.words.length - this.#part.length)
  }

  /** The word at a place; empty at a mark. */
  #wordAt(at: number): string {
    const piece = this.#pieces[at]
    return piece !== undefined && isWord(piece) ? piece.text : ''
  }

  /** The clause that a word belongs to: the last one, or a new one that it begins. */
  #clauseFor(piece: string, before: string, next: string): Clause {
    const isSubordinator =
      SUBORDINATORS.has(piece) && !isRole(piece, next) && !isThatThing(piece, before, next)
    if (this.#clause === undefined) return this.#open(isSubordinator)
    if (isSubordinator || opensBySubject(piece, before, next)) {
      this.#denial = 'none'
      return this.#open(true)
    }
    const isPair = next === 'i' && MODAL_QUESTIONS.has(this.#part[0] ?? '')
    if (piece === 'but' || (!isPair && isNewStart(piece, next))) {
      this.#endPart(',')
      this.#denial = 'none'
      return this.#open(false)
    }
    return this.#clause
  }

  #open(isSubordinate: boolean): Clause {
    this.#clause = { desires: false, isSubordinate, sentence: this.#sentenceBegin }
    this.clauses.push(this.#clause)
    return this.#clause
  }

  /** Whether a word denies what follows it. */
  #deny(piece: string, before: string, next: string): boolean {
    if (TURNS.has(piece) && !(piece === 'instead' && next === 'of')) this.#denial = 'none'
    const was = this.#denial
    this.#denial = denialAfter(piece, next, before, was)
    if (piece === 'but' && ALL.has(before)) this.#denial = 'all'
    return this.#denial !== 'none' && (was === 'none' || DENIALS.has(piece))
  }

  /** Whether a word is somebody's name: a capital behind "for", "customer" or another name. */
  #isName(at: number, before: string): boolean {
    if (this.#isCapital[at] === true) {
      const isFirst = before === '' && this.#isCapital[at + 1] === true
      this.#isNamed ||= BEFORE_NAMES.has(before) || isFirst
    } else this.#isNamed = false
    return this.#isNamed
  }
}

/** "Could my wife and I …" asks for two. */
const MODAL_QUESTIONS = new Set(['can', 'could', 'may', 'might'])
const QUOTE = '"'
/** A question with one of these asks how things are done. */
const USUAL = new Set(
  'general generally usually normally typically principle often ever'.split(' '),
)
/** "Can it be changed at all?" asks whether that is possible. */
const asksAtAll = (part: readonly string[]): boolean =>
  part.some((word, at) => word === 'all' && part[at - 1] === 'at')

/** "Close it unless I call", "it has to be closed if I move". */
const hangsOnCondition = (part: readonly string[]): boolean =>
  part.some(
    (word, at) =>
      at > 0 &&
      (word === 'if' || word === 'unless') &&
      !BEFORE_IF.has(part[at - 1] as string) &&
      isCondition(part.slice(at)),
  )

/** "He just wanted to tell you" asks for nothing that was told before. */
const onlyTells = (part: readonly string[]): boolean =>
  (part.at(-1) === 'you' && part.at(-2) === 'tell') ||
  (part.at(-1) === 'know' && part.at(-2) === 'you' && part.at(-3) === 'let')

/** "To redeem a reward one needs …" says how it is for anybody. */
const isOfAnybody = (part: readonly string[]): boolean =>
  part[0] === 'to' && part.some((word, at) => ANYBODY.has(word) && NEEDS.has(part[at + 1] ?? ''))
const ANYBODY = new Set(['one', 'you', 'people', 'customers'])
const NEEDS = new Set(['need', 'needs', 'must', 'have', 'has', 'should'])

/** Right behind what is to be done these say that nothing is: "please change nothing". */
const NONE = new Set(['no', 'nothing', 'none', 'nobody', 'neither'])

/** What such a question asks for is its answer. */
const QUESTIONS = new Set(['where', 'when', 'how'])

type Denial = 'none' | 'acts' | 'all'
const ALL = new Set(['anything', 'everything', 'nothing', 'all', 'none'])

function denialAfter(piece: string, next: string, before: string, denial: Denial): Denial {
  if (denial !== 'none' && DENIALS_LIFTED.has(piece)) {
    return VERB_DENIALS.has(before) || before === 'no' ? 'none' : denial
  }
  if (piece === 'instead') return next === 'of' ? 'all' : denial
  if (piece === 'rather') return next === 'than' ? 'all' : denial
  if (piece === 'anything') return next === 'but' ? 'all' : denial
  if (isOngoing(piece, next)) return 'all'
  if (piece === 'no' && (next === 'longer' || next === 'use'))
    return denial === 'all' ? 'all' : 'acts'
  if (DENIALS.has(piece)) return 'all'
  if (STOPS.has(before) && piece.endsWith('ing')) return denial === 'all' ? 'all' : 'acts'
  if (VERB_DENIALS.has(piece)) return denial === 'all' ? 'all' : 'acts'
  return denial
}

/** "Stop changing it" wants it left as it is. */
const STOPS = new Set(['stop', 'stops', 'quit'])

/** "Go on sending", "keep writing", "continue": what goes on is no change to ask for. */
const isOngoing = (piece: string, next: string): boolean =>
  piece === 'continue' ||
  ((piece === 'go' || piece === 'carry') && next === 'on') ||
  (piece === 'keep' && (next === 'on' || next.endsWith('ing')))

/** Whether a clause begins as an order does: "lower the limit", not "lower limit". */
function isOrder(word: Word, next: string, isVerb: Lexicon['isVerb']): boolean {
  if (next === '') return false
  if (DOUBTFUL_VERBS.has(word.text)) return DETERMINERS.has(next)
  return CARRIERS.has(word.text) || (isVerb(word) && !SUBORDINATORS.has(word.text))
}

/** Whether a subject begins a clause of its own: "a charge | I never made". */
const opensBySubject = (piece: string, before: string, next: string): boolean =>
  isSubject(piece, next) && !BEFORE_SUBJECTS.has(before) && next !== 'to' && next !== ''

const isSubject = (piece: string, next: string): boolean =>
  SUBJECTS.has(piece) || (DOUBTFUL_SUBJECTS.has(piece) && AFTER_SUBJECTS.has(next))

/** "As an authorized user" and "because of it" begin no clause, "as I said" does. */
const isRole = (piece: string, next: string): boolean =>
  (piece === 'because' && next === 'of') ||
  (piece === 'as' && (next === 'a' || next === 'an' || next === 'his' || next === 'her'))

/** Behind "that" these belong to the verb before it: "sort that out". */
const PARTICLES = new Set(
  'out off up down over through away back done for today now too'.split(' '),
)
/** "Get that resolved", "sort that out", "do that": what was named, and no clause of its own. */
const isThatThing = (piece: string, before: string, next: string): boolean =>
  piece === 'that' &&
  (PARTICLES.has(next) ||
    (/^(?:get|have|got|want|need|like|see)$/.test(before) && /ed$/.test(next)))

/** Whether "and" begins something new: "and please", "and she would". */
const isNewStart = (piece: string, next: string): boolean =>
  (piece === 'and' || piece === 'so') &&
  (SUBJECTS.has(next) || TURNS.has(next) || (ASKS.has(next) && next !== 'to'))

/** Whether the clause after a comma goes on with the one before: "do not cancel, close or end". */
function goesOn(pieces: readonly Word[], at: number, isVerb: Lexicon['isVerb']): boolean {
  const piece = pieces[at]
  if (piece === undefined || !isWord(piece)) return false
  const { text } = piece
  if (text === 'and' || text === 'or' || text === 'nor') return goesOn(pieces, at + 1, isVerb)
  return isVerb(piece) && !TURNS.has(text)
}
