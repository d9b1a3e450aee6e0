import { brokenBy } from '../../sim/phone/house/breaches.ts'
import type { Rule } from '../../sim/phone/house/page.ts'
import type { Lesson } from './lessons.ts'
import { approvedIn, referencesIn, wishDone } from './obeying.ts'
import type { SeenCall, SeenEpisode } from './seen.ts'
import { acceptedBefore } from './settling.ts'

/** Which rules of the house were broken, by the numbers under which the prompt has them. */
export function houseLessons(seen: SeenEpisode): Lesson[] {
  return seen.rules.flatMap((rule, at): Lesson[] =>
    breachesOf(rule, seen).map((text) => ({
      kind: 'advice',
      text: `Rule ${at + 1} of the house was broken: ${text}.`,
    })),
  )
}

function breachesOf(rule: Rule, seen: SeenEpisode): string[] {
  const { calls } = seen
  const messages = seen.talks.filter(({ heard }) => !heard.isThankful)
  switch (rule.form) {
    case 'messages_at_most':
      return messages.length > rule.count
        ? [`${messages.length} messages were written to the customer`]
        : []
    case 'write_down':
      return referencesIn(seen).length === 0 || messages.length < seen.talks.length
        ? []
        : ['the customer was not told every reference number']
    default:
      return calls.flatMap((call, number) =>
        isBroken(rule, call, number, seen) ? [breachAt(rule, call)] : [],
      )
  }
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
    accepted: acceptedBefore(seen, number),
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
    case 'ask_before':
      return `${department} did its part before the customer was asked`
    default:
      return `${department} was told what it had not asked for`
  }
}
