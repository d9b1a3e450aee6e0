import { ASKING, ASKING_BEFORE_TO, INVERTED, OTHERS, VOLITION } from './tables/assertion.ts'

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

/** Behind these a question asks for something that somebody has, not for how things are. */
const DEFINITE = new Set(
  (
    'i we you he she they it the this these those both mr mrs ms miss dr ' +
    'that my his her our their one please kindly somebody someone anybody anyone'
  ).split(' '),
)
/** Who calls, and for whom. */
export const CUSTOMERS = new Set('i we he she they customer client caller'.split(' '))

/** "Calling her mother" calls somebody else. */
const CALLING = /^(?:call|ring|phon)(?:e|ing)?$/

/** "It is about closing …" asks for it. */
const ABOUT = new Set(['it', 'this', 'that', 'about'])
/** "It is to be closed" asks for it. */
const BEING = new Set(['is', 'are'])

/** "She instructed me to …", "I have been authorized to …". */
const CHARGED = new Set('asked instructed authorized authorised commissioned begged'.split(' '))

const MAY_ASK: ReadonlySet<string> = new Set([
  ...CHARGED,
  ...[...ASKING, ...ASKING_BEFORE_TO],
  ...'mind about to would has have how where may might can could expect expects'.split(' '),
])

/** Whether somebody asks for something by a word where it stands. */
export function isAsking({ text, before, next }: Spoken, first: string, count: number): boolean {
  if (!MAY_ASK.has(text)) return false
  if (text === 'would') return /^(?:you|some(?:body|one)|like|love|prefer|appreciate)$/.test(next)
  if (ASKING_BEFORE_TO.has(text)) {
    return (next === 'to' || next === 'if') && !isTimeNeeded(text, before)
  }
  // "I needed copies" is over, "I wanted to ask" is not.
  if (text === 'wanted' || text === 'needed') return next === 'to' || BEING.has(before)
  if (text === 'has' || text === 'have') return next === 'to' || next === 'got'
  if (text === 'possible') return first !== 'it'
  // "She has made up her mind to …"
  if (text === 'mind') return next === 'to' && count > 4
  if (text === 'expect' || text === 'expects') return next === 'you'
  if (text === 'about') return count < 4 && ABOUT.has(first) && next.endsWith('ing')
  if (text === 'to') return BEING.has(before) && next === 'be'
  if (text === 'how' || text === 'where') return count === 1 && /^(?:can|could|do|may)$/.test(next)
  if (text === 'may' || text === 'might') return count === 1
  if (text === 'can' || text === 'could') {
    return next !== 'be' && (!CUSTOMERS.has(before) || first !== before)
  }
  if (CALLING.test(text) && /^(?:her|his|him|them|their)$/.test(next)) return false
  if (CHARGED.has(text)) return next === 'me' || next === 'us' || before === 'been'
  return ASKING.has(text)
}

const MODALS = new Set(['should', 'must', 'ought', 'can', 'could', 'may', 'might', 'has', 'needs'])
const ANYBODY = new Set(
  (
    'customers clients callers members policyholders patients passengers subscribers guests ' +
    'users people those'
  ).split(' '),
)
/** The caller, or whom they call for. */
const OF_OURS = new Set('i we he she they my our mr mrs ms miss dr please'.split(' '))

/** "She needs time to think": and nothing else. */
const isTimeNeeded = (text: string, before: string): boolean =>
  text === 'time' && VOLITION.has(before)

/** "One should …", "members who …", "what she wanted was …" ask for nothing. */
const isAboutAnybody = ({ text, before }: Spoken, first: string, count: number): boolean =>
  isTimeNeeded(text, before) ||
  (before === 'one' && MODALS.has(text)) ||
  (count === 1 ? ANYBODY.has(text) : text === 'was' && first === 'what')

/** Words that may turn what follows; most others cannot, which is seen quickly. */
const MAY_TURN: ReadonlySet<string> = new Set(
  [
    'if would some last as how where what may might asked sent transferred referred told',
    'think believe trust afraid sorry somebody someone anybody anyone people else once friend do',
    'will who',
  ].flatMap((line) => line.split(' ')),
)

/**
 * Whether a question begins so that asks for nothing to be done: "may a limit be raised?" asks
 * whether that is allowed, "will it be changed?" whether it comes to that.
 */
function asksWhether(text: string, next: string): boolean {
  if (next === '') return false
  switch (text) {
    case 'may':
    case 'might':
      return !OF_OURS.has(next)
    case 'will':
      return !/^(?:you|some(?:body|one)|any(?:body|one)|please|kindly)$/.test(next)
    case 'could':
      return ANYBODY.has(next)
    case 'have':
      return /^(?:i|we|he|she|they|you)$/.test(next)
    case 'must':
      return next !== 'i' && next !== 'we'
    case 'can':
      return !DEFINITE.has(next)
    default:
      return false
  }
}

/** "You want me to …" asks what the other wants. */
const tellsYou = (text: string, next: string, afterNext: string): boolean =>
  text === 'you' &&
  (/^(?:can|could|may|might)$/.test(next)
    ? afterNext !== 'help' && afterNext !== 'please'
    : isWill(next))
const isWill = (text: string): boolean =>
  /^(?:expect|want|wanted|wish|wished|asked|offered|promised)$/.test(text)

/** Whether a word that is known turns what follows where it stands. */
export function isTurning(word: Spoken, first: string, count: number): boolean {
  const { text, before, next, afterNext } = word
  if (isAboutAnybody(word, first, count)) return true
  if (count > 1 && !MAY_TURN.has(text)) return false
  if (count === 1 && (asksWhether(text, next) || tellsYou(text, next, afterNext))) return true
  if (text === 'may' || text === 'might') return count > 1 && CUSTOMERS.has(before)
  switch (text) {
    case 'if':
      if (next === 'only' || ASKING_BEFORE_TO.has(before)) return next === 'only'
      if (/^(?:i|we|he|she|they)$/.test(next)) return !/^(?:can|could|may)$/.test(afterNext)
      return next === 'customer' || next === 'the'
        ? !/^(?:customer|client)$/.test(afterNext)
        : false
    case 'would':
      if (count === 1 && /^(?:i|we|he|she|they)$/.test(next)) return true
      return next === 'you' && /^(?:like|love|want|prefer|wish)$/.test(afterNext)
    case 'some':
      return /^(?:customers|clients|callers|members|of)$/.test(next)
    case 'last':
      return next === 'thing'
    case 'as':
      return next === 'if' || next === 'though'
    case 'how':
    case 'where':
      return !/^(?:can|could|do|may|would)$/.test(next)
    case 'what':
      return (
        !/^(?:i|we|he|she|they|the|my|our|do)$/.test(next) || (next === 'do' && afterNext !== 'i')
      )
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
    case 'who':
      return first === 'it' && OTHERS.has(before)
    case 'do':
      if (next === 'you') return !/^(?:mind|think|suppose)$/.test(afterNext)
      return count === 1 && next !== '' && !/^(?:please|kindly|not|me|us)$/.test(next)
    case 'will':
      return /^(?:ask|want|wish|request|call|ring|phone|decide)$/.test(next)
    default:
      return count === 1 && INVERTED.has(text) && /^(?:i|we|he|she|they|you|it|the|my)$/.test(next)
        ? text !== 'do'
        : false
  }
}

const isPassive = (before: string): boolean => /^(?:was|been|were)$/.test(before)
