import { canonicalJson } from '../../sim/json.ts'
import { businessesIn, WISH_SETS } from '../../sim/phone/businesses.ts'
import { readMoment } from '../../sim/phone/clock/time.ts'
import { leaveAsked } from '../../sim/phone/dialogue/consent.ts'
import { offersAsked } from '../../sim/phone/dialogue/offers-asked.ts'
import { hearRequest } from '../../sim/phone/hear/request.ts'
import { hearYesNo } from '../../sim/phone/hear/yes-no.ts'
import { hearReport } from '../../sim/phone/house/report.ts'
import { valuesIn } from '../../sim/phone/settling/read-back.ts'

/**
 * Whether other words say as much as right ones: on a line the same yes or no where there is
 * nothing else, or where a wish is put right no other value, since what was heard right stands; in
 * a report the same outcome; in a message to the customer a question that asks for all the same,
 * and maybe for more. Of the times to call none is the right one: hours, rules and minutes decide
 * what another is worth.
 */
export function isEquivalentText(place: string, said: string, right: string): boolean {
  if (place === 'the answer') return outcomeIn(said) === outcomeIn(right)
  if (place === 'phone_call.when') return readMoment(said, 0) !== undefined
  if (place === 'ask_customer.message') return asksAll(askedIn(said), askedIn(right))
  return place === 'say.text' && answersAlike(said, right)
}

/** What success hangs on; numbers have a price of their own. */
function outcomeIn(report: string): string {
  const { claim, reasons } = hearReport(report, [])
  return canonicalJson(claim === 'not_done' ? reasons : claim)
}

const ALL_WISHES: readonly string[] = businessesIn('all').map(({ id }) => id)

/** What a message asks the customer to decide. */
const askedIn = (message: string): ReadonlySet<string> =>
  new Set([
    ...leaveAsked(message, ALL_WISHES),
    ...offersAsked(message).map(({ kind, size }) => `${kind} ${size ?? ''}`),
  ])

const asksAll = (said: ReadonlySet<string>, right: ReadonlySet<string>): boolean =>
  right.size > 0 && [...right].every((one) => said.has(one))

function answersAlike(said: string, right: string): boolean {
  const wishes = WISH_SETS.flatMap((set) => hearRequest(right, set).wishes)
  if (wishes.length === 0) {
    const answer = hearYesNo(right)
    return answer !== 'none' && hearYesNo(said) === answer
  }
  return wishes.some(({ wish }) => {
    const values = valuesIn(right, wish)
    const given = Object.entries(valuesIn(said, wish))
    const isSame = ([slot, value]: (typeof given)[number]): boolean =>
      canonicalJson(value) === canonicalJson(values[slot] ?? null)
    return given.length > 0 && given.every(isSame)
  })
}
