import { sayMoment } from '../../sim/phone/clock/time.ts'
import { brokenBy, forbids, forbidsTime, grants } from '../../sim/phone/house/breaches.ts'
import type { Rule } from '../../sim/phone/house/page.ts'
import { hearReport } from '../../sim/phone/house/report.ts'
import { covers, sayOffer } from '../../sim/phone/settling/offers.ts'
import type { Lesson } from './lessons.ts'
import { agreedIn, approvedIn, hindrancesIn, referencesIn, wishDone } from './obeying.ts'
import type { SeenCall, SeenEpisode } from './seen.ts'
import { acceptedBefore } from './settling.ts'

/** Which rules of the house were broken, by the numbers under which the prompt has them. */
export function houseLessons(seen: SeenEpisode): Lesson[] {
  const broken = seen.rules.flatMap((rule, at) =>
    breachesOf(rule, seen).map((text) => `Rule ${at + 1} of the house was broken: ${text}.`),
  )
  const advice = [...broken, ...offerLessons(seen), ...(seen.reports ? reportLessons(seen) : [])]
  return advice.map((text) => ({ kind: 'advice', text }))
}

/** Offers that were accepted though the customer had not said yes to them, where they decide. */
function offerLessons(seen: SeenEpisode): string[] {
  const { calls, rules, isDialogue, isConversation } = seen
  if (!isDialogue || !isConversation) return []
  return calls.flatMap(({ kind, department = '' }, number) => {
    const offer = kind === 'done' ? acceptedBefore(seen, number) : undefined
    if (offer === undefined || forbids(rules, offer) || grants(rules, offer)) return []
    if (agreedIn(seen, number).some((most) => covers(most, offer))) return []
    return [
      `${department} was told yes to ${sayOffer(offer)}, before the customer had said yes to it.`,
    ]
  })
}

/** What the report at the end lacked, as far as the agent could know. */
function reportLessons(seen: SeenEpisode): string[] {
  if (seen.lastWords === '')
    return ['The customer was sent no report: end with one, without a tool.']
  const { claim, reasons } = hearReport(seen.lastWords, [])
  if (claim === 'none') return ['The report did not say whether the business was done.']
  return hindrancesIn(seen).flatMap(({ reason, because }) =>
    reasons.includes(reason) ? [] : [`The report did not say what stood in the way: ${because}.`],
  )
}

function breachesOf(rule: Rule, seen: SeenEpisode): string[] {
  const { calls, clock } = seen
  const messages = seen.talks
  switch (rule.form) {
    case 'messages_at_most':
      return messages.length > rule.count
        ? [`${messages.length} messages were written to the customer`]
        : []
    case 'hours':
      return clock.dialled.flatMap(({ department, at }) =>
        forbidsTime(rule, { calledAt: at }) ? [`${department} was called on ${sayMoment(at)}`] : [],
      )
    case 'wait_at_most':
      return clock.stops.flatMap(({ department, minutes, isWaited }) =>
        isWaited && forbidsTime(rule, { waited: minutes })
          ? [`one waited ${minutes} minutes for ${department}`]
          : [],
      )
    case 'write_down':
      return missedIn(seen) ? ['the report lacks a reference number or a fee'] : []
    default:
      return calls.flatMap((call, number) =>
        isBroken(rule, call, number, seen) ? [breachAt(rule, call)] : [],
      )
  }
}

/** Whether the report lacks a number that was given out, or a fee. */
function missedIn(seen: SeenEpisode): boolean {
  const fees = seen.calls.flatMap(({ kind }, number) => {
    const offer = kind === 'done' ? acceptedBefore(seen, number) : undefined
    return offer?.kind === 'fee' ? [String(offer.size)] : []
  })
  return !hearReport(seen.lastWords, [...referencesIn(seen), ...fees]).isWhole
}

/** Whether a rule was broken by what one answered on the phone. */
function isBroken(rule: Rule, call: SeenCall, number: number, seen: SeenEpisode): boolean {
  const { department, text, details, referenceNumber, isMore } = call
  const { opening, values, calls } = seen
  const asked = calls
    .slice(0, number)
    .filter((one) => one.department === department)
    .flatMap(({ missing }) => missing)
    .flatMap(({ field, alternative = field }) => [field, alternative])
  const said = {
    texts: [text, ...Object.values(details), referenceNumber],
    given: details,
    taken: details,
    asked,
    isFirst: !isMore,
    name: values.full_name ?? opening.signed ?? '',
    known: values,
    done: wishDone(seen, call),
    approved: approvedIn(seen, number),
    isBlocked: hindrancesIn(seen).some((one) => one.call.department === department),
    accepted: acceptedBefore(seen, number),
    agreed: agreedIn(seen, number),
  }
  return department !== undefined && brokenBy([rule], said).length > 0
}

function breachAt(rule: Rule, { department = '' }: SeenCall): string {
  switch (rule.form) {
    case 'never_tell':
      return `${department} was told ${rule.field}`
    case 'on_behalf':
      return `a call to ${department} began without the customer's name`
    case 'fee_limit':
    case 'no_longer_contract':
      return `what ${department} offered was accepted`
    case 'stop_rule':
      return `${department} did what cannot be done within the rules`
    case 'ask_before':
      return `${department} did its part before the customer was asked`
    default:
      return `${department} was told what it had not asked for`
  }
}
