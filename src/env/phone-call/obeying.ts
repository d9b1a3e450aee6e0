import { leaveAsked } from '../../sim/phone/dialogue/consent.ts'
import { forbids, grants } from '../../sim/phone/house/breaches.ts'
import { covers, type Offer, type OfferKind, readOffer } from '../../sim/phone/settling/offers.ts'
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

/** The most that the customer has said yes to before the call of this number, by all they said. */
export const agreedIn = (
  { talks }: SeenEpisode,
  callsBefore = Number.POSITIVE_INFINITY,
): readonly Offer[] =>
  talks
    .filter((talk) => talk.callsBefore <= callsBefore)
    .flatMap(({ heard }) => [...heard.accepted, ...heard.limits])

/** Whether the customer answers nothing any more. */
export const hasLeft = ({ talks }: SeenEpisode): boolean =>
  talks.some(({ heard, isTooLate }) => heard.isLeaving || isTooLate)

/** Whether an offer may be accepted, or the customer has to be asked first. */
export function stanceOn(seen: SeenEpisode, offer: Offer): 'yes' | 'no' | 'ask' {
  const { rules, isDialogue, isConversation, talks } = seen
  if (forbids(rules, offer)) return 'no'
  if (!(isDialogue && isConversation) || grants(rules, offer)) return 'yes'
  if (agreedIn(seen).some((most) => covers(most, offer))) return 'yes'
  const isRefused = talks.some(({ heard }) => heard.limits.some(({ kind }) => kind === offer.kind))
  return isRefused || hasLeft(seen) ? 'no' : 'ask'
}

/** How one asks a customer what they would accept at most. */
export const ASK_LIMIT: Readonly<Record<OfferKind, string>> = {
  fee: 'How high a fee would you accept?',
  term: 'How long a new contract would you accept?',
  wait: 'How long a wait would you accept?',
}

/** How one asks a customer whether an offer is to be accepted. */
export const askAbout = (department: string, offer: string): string =>
  `${department} only does it with ${offer}. Would that be all right?`

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
interface Hindrance {
  readonly call: SeenCall
  /** As a report has to name it. */
  readonly reason: string
  /** In words that continue "because". */
  readonly because: string
}

/** What the agent was told stands in the way, and may not be accepted. */
export function hindrancesIn(seen: SeenEpisode): Hindrance[] {
  return seen.calls.flatMap((call): Hindrance[] => {
    const { kind, named, department = '' } = call
    const obstacle = kind === 'blocked' ? obstacleSaid(named) : undefined
    if (obstacle !== undefined) return [{ call, reason: obstacle, because: named }]
    const offer = kind === 'firm' ? readOffer(named) : undefined
    if (offer === undefined || stanceOn(seen, offer) !== 'no') return []
    const because = `${department} only does it with ${named}`
    return [{ call, reason: offer.kind, because }]
  })
}

/** Every reference number that was given out. */
export const referencesIn = ({ calls }: SeenEpisode): string[] => [
  ...new Set(calls.flatMap(({ kind, reference }) => (kind === 'done' ? [reference] : []))),
]
