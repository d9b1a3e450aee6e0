import { leaveAsked } from '../../sim/phone/dialogue/consent.ts'
import { forbids } from '../../sim/phone/house/breaches.ts'
import { readOffer } from '../../sim/phone/settling/offers.ts'
import { isAbout } from '../../sim/phone/tables/consents.ts'
import { KIND_HABITS } from '../../sim/phone/tables/departments.ts'
import { obstacleSaid } from '../../sim/phone/tables/obstacles.ts'
import type { SeenCall, SeenEpisode } from './seen.ts'

/** How one asks the customer about all that they want. */
export const ASK_LEAVE = 'Shall I go ahead with all of it?'

const wishesOf = ({ opening }: SeenEpisode): string[] =>
  opening.goals.flatMap(({ business }) => (business === undefined ? [] : [business.id]))

/** Wishes that the customer was asked about and wants done, before the call of this number. */
export function approvedIn(seen: SeenEpisode, callsBefore = Number.POSITIVE_INFINITY): string[] {
  const wishes = wishesOf(seen)
  return seen.talks
    .filter((talk) => talk.heard.isApproving && talk.callsBefore <= callsBefore)
    .flatMap(({ message }) => leaveAsked(message, wishes))
}

/** Wishes that may not be done before the customer was asked about them, which they were not. */
export function leaveWanted(seen: SeenEpisode): string[] {
  const approved = approvedIn(seen)
  return wishesOf(seen).filter(
    (wish) =>
      !approved.includes(wish) &&
      seen.rules.some((rule) => rule.form === 'ask_before' && isAbout(rule.matter, wish)),
  )
}

/** What the customer wants of the department of a call. */
export const goalAt = ({ opening }: SeenEpisode, { department = '' }: SeenCall) =>
  opening.goals.find(
    ({ business }) =>
      business !== undefined && KIND_HABITS[business.kind].names.includes(department),
  )

/** The wish of the customer that is done with a call. */
export const wishDone = (seen: SeenEpisode, call: SeenCall): string | undefined =>
  call.kind === 'done' ? goalAt(seen, call)?.business?.id : undefined

/** What stands in the way of a wish, by whom and how one was told so. */
export interface Hindrance {
  readonly call: SeenCall
  /** As a report has to name it. */
  readonly reason: string
  /** In words that continue "because". */
  readonly because: string
}

/** What the agent was told stands in the way, and cannot be gone round within its rules. */
export function hindrancesIn({ calls, rules }: SeenEpisode): Hindrance[] {
  return calls.flatMap((call): Hindrance[] => {
    const { kind, named, department = '' } = call
    const obstacle = kind === 'blocked' ? obstacleSaid(named) : undefined
    if (obstacle !== undefined) return [{ call, reason: obstacle, because: named }]
    const offer = kind === 'firm' ? readOffer(named) : undefined
    if (offer === undefined || !rules.some((rule) => forbids(rule, offer))) return []
    const because = `${department} only does it with ${named}`
    return [{ call, reason: offer.kind, because }]
  })
}

/** Every reference number that was given out. */
export const referencesIn = ({ calls }: SeenEpisode): string[] => [
  ...new Set(calls.flatMap(({ kind, reference }) => (kind === 'done' ? [reference] : []))),
]
