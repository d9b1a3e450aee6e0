import {
  AFTER_SUBJECTS,
  ASKS,
  BEFORE_IMPERATIVES,
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
import { piecesOf, type Word, wordOf } from './words.ts'

/** A part of a sentence in which things belong together. */
export interface Clause {
  /** Whether something is asked for in it. */
  asks: boolean
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
  /** Whether what is done by this word is denied. */
  readonly actDenied: readonly boolean[]
  /** Whether the thing of this word is denied. */
  readonly thingDenied: readonly boolean[]
  readonly clauses: readonly Clause[]
}

/** Whether a word can begin an order: a verb in its base form. */
export type IsVerb = (word: Word) => boolean

const SENTENCE_END = new Set(['.', '!', '?', '\n', ';', ':'])

/** Takes a text apart into clauses and says what in them is asked for, and what is denied. */
export function parseText(text: string, isVerb: IsVerb): Parsed {
  const pieces = piecesOf(text)
  const words: Word[] = []
  const clauseOf: number[] = []
  const actDenied: boolean[] = []
  const thingDenied: boolean[] = []
  const clauses: Clause[] = []
  let clause: Clause | undefined
  /** What is denied from here on: nothing, what is done, or things as well. */
  let denial: 'none' | 'acts' | 'all' = 'none'
  let isBegin = true
  let sentenceBegin = 0

  const open = (isSubordinate: boolean): void => {
    clause = { asks: false, desires: false, isSubordinate, sentence: sentenceBegin }
    clauses.push(clause)
    isBegin = true
  }
  pieces.forEach((piece, at) => {
    if (!/[a-z0-9]/.test(piece)) {
      if (piece === '?') for (const one of clauses.slice(sentenceBegin)) askIn(one)
      const endsSentence = SENTENCE_END.has(piece)
      if (endsSentence || !goesOn(pieces, at + 1, isVerb)) denial = 'none'
      clause = undefined
      if (endsSentence) sentenceBegin = clauses.length
      return
    }
    const [before = '', next = ''] = [pieces[at - 1], pieces[at + 1]]
    if (clause === undefined) open(SUBORDINATORS.has(piece))
    else if (SUBORDINATORS.has(piece) || opensBySubject(piece, before, next)) {
      open(true)
      denial = 'none'
    } else if (piece === 'but' || isNewStart(piece, next)) {
      open(false)
      denial = 'none'
    }
    const current = clause as Clause
    const word = wordOf(piece)
    if (TURNS.has(piece) && !(piece === 'instead' && next === 'of')) denial = 'none'
    denial = denialAfter(piece, next, before, denial)
    const isAsk = ASKS.has(piece) || (piece === 'to' && (before === 'has' || before === 'have'))
    if (isAsk && denial === 'none' && next !== 'not') {
      current.asks = true
      if (DESIRE_WORDS.has(piece)) current.desires = true
    }
    if (isBegin && !BEFORE_IMPERATIVES.has(piece)) {
      isBegin = false
      if (denial === 'none' && isOrder(word, next, isVerb)) current.asks = true
    }
    words.push(word)
    clauseOf.push(clauses.length - 1)
    actDenied.push(denial !== 'none')
    thingDenied.push(denial === 'all')
  })
  return { words, clauseOf, actDenied, thingDenied, clauses }
}

function askIn(clause: Clause): void {
  if (!clause.isSubordinate) clause.asks = true
}

function denialAfter(
  piece: string,
  next: string,
  before: string,
  denial: 'none' | 'acts' | 'all',
): 'none' | 'acts' | 'all' {
  if (DENIALS_LIFTED.has(piece) && denial !== 'none') {
    return VERB_DENIALS.has(before) || before === 'no' ? 'none' : denial
  }
  if (piece === 'instead') return next === 'of' ? 'all' : denial
  if (piece === 'rather') return next === 'than' ? 'all' : denial
  if (piece === 'anything') return next === 'but' ? 'all' : denial
  if (DENIALS.has(piece)) return 'all'
  if (VERB_DENIALS.has(piece)) return denial === 'all' ? 'all' : 'acts'
  return denial
}

/** Whether a clause begins as an order does: "lower the limit", not "lower limit". */
function isOrder(word: Word, next: string, isVerb: IsVerb): boolean {
  if (!isWord(next)) return false
  if (DOUBTFUL_VERBS.has(word.text)) return DETERMINERS.has(next)
  return CARRIERS.has(word.text) || (isVerb(word) && !SUBORDINATORS.has(word.text))
}

/** Whether a subject begins a clause of its own: "a charge | I never made". */
const opensBySubject = (piece: string, before: string, next: string): boolean =>
  isSubject(piece, next) && !BEFORE_SUBJECTS.has(before) && next !== 'to' && isWord(next)

const isSubject = (piece: string, next: string): boolean =>
  SUBJECTS.has(piece) || (DOUBTFUL_SUBJECTS.has(piece) && AFTER_SUBJECTS.has(next))

const isWord = (piece: string): boolean => /[a-z0-9]/.test(piece)

/** Whether "and" begins something new: "and please", "and she would". */
const isNewStart = (piece: string, next: string): boolean =>
  (piece === 'and' || piece === 'so') &&
  (SUBJECTS.has(next) || TURNS.has(next) || (ASKS.has(next) && next !== 'to'))

/** Whether the clause after a comma goes on with the one before: "do not cancel, close or end". */
function goesOn(pieces: readonly string[], at: number, isVerb: IsVerb): boolean {
  const piece = pieces[at]
  if (piece === undefined || !isWord(piece)) return false
  if (piece === 'and' || piece === 'or' || piece === 'nor') return goesOn(pieces, at + 1, isVerb)
  return isVerb(wordOf(piece)) && !TURNS.has(piece)
}
