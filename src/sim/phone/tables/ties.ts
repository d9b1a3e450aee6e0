import { capitalize } from '../grammar/agreement.ts'
import { chosen, lines } from '../grammar/lines.ts'

// All sentences are `[if the tie exists|if not]`; only their sense differs. {own} is the noun of
// the wish whose department speaks, {noun} that of the other wish.

/** Whether another service makes this one impossible. */
export const ORDER_TIES = lines(`
  If {noun} goes through first, we can [no longer|still] take care of {own}.
  We can take care of {own} [only if|even if] {noun} has [not yet|already] gone through.
  Once {noun} has gone through, {own} is [no longer|still] possible.
`)

/** Whether the new contract that an employee offers cancels another wish. */
export const CONTRACT_TIES = lines(`
  A new contract with us [cancels|does not affect] {noun}, no matter which of the two comes first.
  You [cannot|can] have both {noun} and a new contract with us, no matter which comes first.
`)

/** Whether a new contract with another department cancels this wish. */
export const CONTRACT_TIES_OF_OTHERS = lines(`
  A new contract with {department} [cancels|does not affect] {own}, no matter which of the two \
    comes first.
  You [cannot|can] have both {own} and a new contract with {department}, no matter which comes \
    first.
`)

/** Whether only the first call about a service can settle it. */
export const FIRST_CALL_TIES = lines(`
  This [has to|does not have to] be decided on this call, because we [cannot|can] come back to it \
    later.[ It does not affect anything else that you want from us.|]
  Once this call ends, you can [no longer|still] go ahead with this.[ Nothing else that you \
    want from us depends on it.|]
`)

/** Whether this service removes the fee of another one. */
export const FEE_TIES = lines(`
  Once {own} has gone through, the fee for {noun} [no longer|still] applies.
  The fee for {noun} [is waived once|is the same whether or not] {own} has gone through.
`)

/** A sentence on a tie that exists, or on one that is there in words only. */
export function sayTie(
  sentence: string,
  isTied: boolean,
  slots: Readonly<Record<string, string>>,
): string {
  const allSlots = { ...slots, Own: capitalize(slots.own ?? '') }
  return chosen(sentence, isTied ? 0 : 1).replace(
    /\{(\w+)\}/g,
    (_, slot: keyof typeof allSlots) => allSlots[slot] ?? '',
  )
}
