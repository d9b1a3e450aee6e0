import { memo } from '../../memo.ts'
import { setWith, type WishSet } from '../businesses.ts'
import { hearRequest } from '../hear/request.ts'
import { fieldsAsked } from './question.ts'

/** Any of these phrases, by whole words. */
function anyOf(phrases: readonly string[]): RegExp {
  return new RegExp(`\\b(?:${phrases.join('|')})\\b`, 'i')
}

/** Words by which one asks whether something is to be done. */
const ASKS_LEAVE = anyOf([
  'go(?:ing)? ahead',
  'proceed',
  '(?:shall|should) (?:I|we)',
  '(?:really|still|definitely) (?:want|wish|like)',
  '(?:sure|certain) (?:that )?(?:about|you|of|to|I|we|this|it)',
  'are you (?:sure|certain)',
  'you (?:agree|approve|consent)',
  'your (?:approval|consent|permission|leave|agreement|okay|OK)',
  'you (?:want|wish|like) (?:me|us) to',
  '(?:is|would) (?:it|that|this) (?:be )?(?:all right|alright|okay|OK|fine|right)',
])

/** Who asks so may ask for anything: leave, or a detail. */
const MAY = /\b(?:may|can) (?:I|we)\b/i
const MAY_DO =
  /\b(?:may|can) (?:I|we) (?:proceed|(?:have|get|do|go|let) (?:it|this|that|ahead|all))\b/i

/** Only what is asked can be answered. */
const IS_QUESTION = anyOf([
  '(?:please|kindly|could you|can you|must|need to|have to) (?:confirm|approve)',
  'let me know (?:if|whether)',
  'tell me (?:if|whether)',
])

/** Whoever turns their question round may mean either answer. */
const TURNS = /\b(?:not|never|nobody|nothing|no longer)\b|n't\b/i
/** So many characters behind the question can turn it. */
const TURNS_WITHIN = 12

/** What stands for what the customer wrote. */
const THIS = /\b(?:it|this|that|ahead|proceed|your (?:request|wish|business|matter))\b/i
const ALL = /\b(?:all|everything|both)\b(?! right)/i

/** So many places of a message are tried for where a wish may begin. */
const STARTS_MAX = 24
const STARTS = /\b(?:to|and|that|have|I|we|you|with|about|it)\b|[:,"(]/gi

const MEMO_MAX = 2_000

/** The wishes that a question names: what follows it, said as a request. */
const namedIn = (message: string, set: WishSet): readonly string[] => {
  const text = message.replace(/\byou(r?)\b/gi, (_, mine) => (mine === '' ? 'I' : 'my'))
  const starts = [...text.matchAll(STARTS)].slice(0, STARTS_MAX)
  const parts = starts.map(({ 0: word, index }) => text.slice(index + word.length))
  const named = parts.flatMap((part) =>
    hearRequest(`Please ${part.trim()}`, set).wishes.map(({ wish }) => wish),
  )
  return [...new Set(named)]
}

const named = {
  seed: memo(MEMO_MAX, (message) => namedIn(message, 'seed')),
  all: memo(MEMO_MAX, (message) => namedIn(message, 'all')),
}

/** Whether a sentence asks so, and turns nothing; another one may: "They won't. Shall I?" */
const asks = (message: string, words: RegExp): boolean =>
  message.split(/(?<=[.!?;])\s+|\n+/).some((sentence) => {
    const found = words.exec(sentence)
    if (found === null) return false
    return !TURNS.test(sentence.slice(0, found.index + found[0].length + TURNS_WITHIN))
  })

/**
 * For which of their wishes a message asks the customer's leave. Leave is asked for what is named,
 * or for what "it" can only mean.
 */
export function leaveAsked(message: string, wishes: readonly string[]): readonly string[] {
  if (!(message.includes('?') || IS_QUESTION.test(message))) return []
  const isPlain = asks(message, ASKS_LEAVE)
  const isMay = !isPlain && asks(message, MAY) && fieldsAsked(message, []).length === 0
  if (!isPlain && !isMay) return []
  // Whoever writes knows of no other wishes than the customer's.
  const meant = named[setWith(wishes)](message)
  if (meant.length > 0) return wishes.filter((wish) => meant.includes(wish))
  if (isMay && !MAY_DO.test(message)) return []
  if (ALL.test(message)) return wishes
  return wishes.length === 1 && THIS.test(message) ? wishes : []
}
