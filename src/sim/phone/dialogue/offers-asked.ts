import { amountsIn, countsIn } from '../hear/slots/quantities.ts'
import { type Tokens, tokensOf } from '../hear/slots/tokens.ts'
import { OFFER_KINDS, type OfferKind } from '../settling/offers.ts'

/** An offer that a customer is asked about; without a size, how far they would go. */
export interface OfferAsked {
  readonly kind: OfferKind
  readonly size: number | null
}

/** A late fee is no offer, and a charge may be what is disputed. */
const CALLED_FEE = new RegExp(
  '\\b(?<!late )(?:fees?|surcharge|extra|costs?|pay(?:ing)?|charged?s? (?:you|of)' +
    '|charge for (?:this|that|it|doing)|additional charge|on top|one-(?:time|off) payment)\\b' +
    '|\\b(?:want|ask|charge|take)s?(?: for)? \\$',
  'i',
)

/** How one speaks of each kind, and which sizes a text has. */
const KINDS: Readonly<
  Record<OfferKind, { readonly called: RegExp; readonly sizes: (tokens: Tokens) => number[] }>
> = {
  fee: {
    called: CALLED_FEE,
    sizes: (tokens) => cued(amountsIn(tokens)).map((cents) => Math.floor(cents / 100)),
  },
  term: {
    called: /\b(?:contract|terms?|commitment|commit|sign up|tied|bound)\b/i,
    sizes: (tokens) => cued(countsIn(tokens, ['month', 'months'])),
  },
  wait: {
    called: /\b(?:wait|waiting|weeks|delay)\b/i,
    sizes: (tokens) => cued(countsIn(tokens, ['week', 'weeks'])),
  },
}

const cued = (found: ReturnType<typeof countsIn>): number[] =>
  found.filter(({ isCued }) => isCued).map(({ value }) => Number(value))

/** Asks whether somebody agrees, in the sentence that ends with the question. */
const ASKS_ASSENT = new RegExp(
  '\\b(?:accept|agree|approve|okay|OK|all right|alright|fine|acceptable|willing|happy|go ahead' +
    '|want|do you|would you|will you|are you|can you|could you (?:accept|agree|live)|shall I' +
    '|may I|should I|confirm)\\b',
  'i',
)
/** Asks how far somebody would go. */
const ASKS_MOST = new RegExp(
  '\\bhow (?:much|high|long|many|far)\\b|\\b(?:what|which)\\b.*\\b(?:most|highest|longest|maximum' +
    '|limit|fee|term|wait)\\b|\\b(?:at most|up to what|your limit|maximum)\\b',
  'i',
)
/** Who turns their question round may mean either answer. */
const TURNS =
  /\b(?:not|never|no|nobody|nothing|without|refuse|decline|reject|avoid|rather|instead)\b|n['’]t\b/i
/** Who leaves both answers open turns nothing: "or should I decline?", "yes or no?" */
const OR_NOT = new RegExp(
  '(?:,? or|/) ?(?:(?:should|shall|would|do|want|me|you|i|to|rather|like|prefer)\\b ?){0,6}' +
    '(?:not|no|decline|refuse|reject)\\b',
  'gi',
)
const IS_QUESTION = /\?|\b(?:please|kindly) (?:confirm|approve|tell|let)\b|\blet me know\b/i

const sentencesOf = (message: string): string[] => message.split(/(?<=[.!?;])\s+|\n+/)

/**
 * Which offers a message asks the customer about. The question itself must ask, and turn nothing;
 * what is offered may stand before it: "They want a fee of $45. Is that all right?" Where several
 * sizes are named it is asked how far they would go.
 */
export function offersAsked(message: string): readonly OfferAsked[] {
  const sentences = sentencesOf(message).filter((one) => IS_QUESTION.test(one))
  const questions = sentences.map((one) => one.replace(OR_NOT, ''))
  const placeOf = (kind: OfferKind): number => message.search(KINDS[kind].called)
  const inOrder = [...OFFER_KINDS].sort((one, other) => placeOf(one) - placeOf(other))
  return inOrder.flatMap((kind): OfferAsked[] => {
    const { called, sizes } = KINDS[kind]
    if (!called.test(message)) return []
    const named = new Set(sizes(tokensOf(message.toLowerCase())))
    const isAsked = questions.some((question) => {
      if (TURNS.test(question)) return false
      return (
        (ASKS_MOST.test(question) && called.test(question)) ||
        (ASKS_ASSENT.test(question) && named.size > 0)
      )
    })
    const [size = null] = named
    return isAsked ? [{ kind, size: named.size === 1 ? size : null }] : []
  })
}
