import type { RandomStream } from '../../random.ts'
import { chosen, lines } from '../grammar/lines.ts'

// All sentences are `[if the tie exists|if not]`: only their sense tells the two apart.

/** What another service, {noun}, means for one, as the department of this one says it. */
export const ORDERS = lines(`
  [Keep the order in mind:|The order does not matter:] this can [only |]be done before [{noun}, \
    not|{noun} or] after it.
  Once {noun} has gone through, we can [no longer|still] do this for you.
  If {noun} is taken care of first, this is [no longer|still] possible.
`)

/** What a new contract means for another wish, as an employee says it once it is named. */
export const LINKS = lines(`
  Signing a new contract with us [voids|does not affect] {noun}, even if that was done before.
  A new contract [voids {noun} and rules|does not void {noun} or rule] it out for later.
`)

/** The same as the department of that wish says it, of the one that wants the contract. */
export const LINKS_BACKWARDS = lines(`
  In case the {department} team wants a new contract: signing it [voids {noun} and rules|does not \
    void {noun} or rule] it out for later.
  If you sign a new contract with the {department} team, {noun} [no longer|still] stands, even if \
    that was done before.
`)

/** Whether a department can take a matter up again later, as it says with its first question. */
export const ONLY_NOW = lines(`
  This [has|does not have] to be settled on this call, because we [cannot|can] take it up again \
    later.[ It does not get in the way of anything else that you want from us.|]
  I [can only do|do not have to do] this now. If you call back later, it will [|not ]be too \
    late.[ Nothing else that you want from us depends on it.|]
`)

/** What one service means for the fee of another one, as the department of the first says it. */
export const WAIVERS = lines(`
  Once this has gone through, the fee for {noun} [no longer|still] applies.
  If this is done first, {noun} [no longer|still] costs its fee.
`)

/** A sentence on a tie that exists, or on one that is there in words only. */
export const sayTie = (
  sentences: readonly string[],
  isTied: boolean,
  slots: Readonly<Record<string, string>>,
  random: RandomStream,
): string =>
  chosen(random.pick(sentences), isTied ? 0 : 1).replace(
    /\{(\w+)\}/g,
    (_, slot) => slots[slot] ?? '',
  )
