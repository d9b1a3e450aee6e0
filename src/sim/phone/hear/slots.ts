import { memo } from '../../memo.ts'
import type { Slot } from '../records/wishes.ts'
import { slotsOf } from '../records/wishes.ts'
import { addressesIn } from './slots/addresses.ts'
import { choicesIn } from './slots/choices.ts'
import { datesIn, daysIn } from './slots/dates.ts'
import { amountsIn, countsIn } from './slots/quantities.ts'
import { type HeardSlot, settle } from './slots/settle.ts'
import { timesIn } from './slots/times.ts'
import { type Candidate, type Tokens, tokensOf } from './slots/tokens.ts'
import { withoutNames } from './wishes.ts'

/** What a request says for each slot of a wish, by name. */
type HeardSlots = Readonly<Record<string, HeardSlot>>

function candidatesFor({ member }: Slot, tokens: Tokens): Candidate[] {
  switch (member.type) {
    case 'choice':
      return choicesIn(tokens, member)
    case 'amount':
      return amountsIn(tokens)
    case 'count':
      return countsIn(tokens, member.units)
    case 'day':
      return daysIn(tokens)
    case 'date':
      return datesIn(tokens)
    case 'time':
      return timesIn(tokens)
    case 'address':
      return addressesIn(tokens)
  }
}

const overlaps = (one: Candidate, other: Candidate): boolean =>
  one.start < other.end && other.start < one.end

/** A bare number is no part of something that says what it is. */
function hearTokens(tokens: Tokens, slots: readonly Slot[]): HeardSlots {
  const found = slots.map((slot) => candidatesFor(slot, tokens))
  const known = [
    ...found.flat().filter(({ isCued }) => isCued),
    ...[datesIn, timesIn, addressesIn].flatMap((read) => read(tokens)),
  ]
  return Object.fromEntries(
    slots.map(({ name }, at) => {
      const own = (found[at] ?? []).filter(
        (one) => one.isCued || !known.some((other) => overlaps(one, other)),
      )
      return [name, settle(own, tokens)]
    }),
  )
}

/** What a text says of some members of records, whether a wish asks for them or not. */
export const hearMembers = (text: string, members: readonly Slot[], company: string): HeardSlots =>
  hearTokens(tokensOf(withoutNames(text.replaceAll(company, ' , '))), members)

const MEMO_MAX = 4_000

/** Wish and text in one key: no id of a wish has a line break. */
const hearKey = memo(MEMO_MAX, (key): HeardSlots => {
  const end = key.indexOf('\n')
  return hearTokens(tokensOf(withoutNames(key.slice(end + 1))), slotsOf(key.slice(0, end)))
})

/**
 * What a request says for each slot of a wish. Linear in its length.
 *
 * @param company its name, which is no part of what is said
 */
export const hearSlots = (text: string, business: string, company: string): HeardSlots =>
  hearKey(`${business}\n${text.replaceAll(company, ' , ')}`)
