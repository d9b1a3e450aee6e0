import { memo } from '../../../../../sim/memo.ts'
import { type HeardOpening, hearOpening } from '../../../../../sim/phone/opening.ts'
import { Listing } from './listing.ts'
import { tellingWords } from './words.ts'

/** A customer's message taken apart. */
interface Opening {
  readonly heard: HeardOpening
  /** What each goal says, in words. */
  readonly goalWords: readonly (readonly string[])[]
  /** The directory as nobody has searched it yet; what is found leads on from here. */
  readonly listing: Listing
}

const MEMO_MAX = 4_000

/** Reads what a customer writes at first, without the block of earlier attempts. */
export const readOpening = memo(MEMO_MAX, (text): Opening => {
  const heard = hearOpening(text)
  const goalWords = heard.goals.map(({ text: goal }) => tellingWords(goal))
  return { heard, goalWords, listing: new Listing(heard.company ?? '', goalWords) }
})
