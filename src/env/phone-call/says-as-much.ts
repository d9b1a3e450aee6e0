import { canonicalJson } from '../../sim/json.ts'
import { WISH_SETS } from '../../sim/phone/businesses.ts'
import { readMoment } from '../../sim/phone/clock/time.ts'
import { hearRequest } from '../../sim/phone/hear/request.ts'
import { hearYesNo } from '../../sim/phone/hear/yes-no.ts'
import { hearReport } from '../../sim/phone/house/report.ts'
import { valuesIn } from '../../sim/phone/settling/read-back.ts'

/**
 * Whether other words say as much as right ones: on a line the same yes or no where there is
 * nothing else, or where a wish is put right all its values; in a report the same outcome. Of the
 * times to call none is the right one: hours, rules and minutes decide what another is worth.
 */
export function saysAsMuch(place: string, said: string, right: string): boolean {
  if (place === 'the answer') return outcomeIn(said) === outcomeIn(right)
  if (place === 'phone_call.when') return readMoment(said, 0) !== undefined
  return place === 'say.text' && answersAlike(said, right)
}

/** What success hangs on; numbers have a price of their own. */
function outcomeIn(report: string): string {
  const { claim, reasons } = hearReport(report, [])
  return canonicalJson(claim === 'not_done' ? reasons : claim)
}

function answersAlike(said: string, right: string): boolean {
  const wishes = WISH_SETS.flatMap((set) => hearRequest(right, set).wishes)
  if (wishes.length === 0) {
    const answer = hearYesNo(right)
    return answer !== 'none' && hearYesNo(said) === answer
  }
  return wishes.some(({ wish }) => {
    const values = valuesIn(right, wish)
    const isAny = Object.keys(values).length > 0
    return isAny && canonicalJson(valuesIn(said, wish)) === canonicalJson(values)
  })
}
