import { businessOf } from '../../sim/phone/businesses.ts'
import { hearYesNo } from '../../sim/phone/hear/yes-no.ts'
import { slotsOf } from '../../sim/phone/records/wishes.ts'
import { type Offer, readOffer } from '../../sim/phone/settling/offers.ts'
import { readReadBack, valuesIn } from '../../sim/phone/settling/read-back.ts'
import { goalAt, stanceOn } from './obeying.ts'
import type { SeenCall, SeenEpisode } from './seen.ts'

/** Labels of what was read back otherwise than the customer wrote it. */
export function misreadIn(seen: SeenEpisode, call: SeenCall): string[] {
  const goal = goalAt(seen, call)
  if (goal?.business === undefined) return []
  const { id } = goal.business
  const wrote = valuesIn(goal.text, id, call.company)
  const read = readReadBack(call.named, id)
  return slotsOf(id).flatMap(({ name, label }) =>
    wrote[name] !== undefined && read[name] !== wrote[name] ? [label] : [],
  )
}

/** Whether somebody on the line asks what is to be settled: an offer, or what was heard. */
export const isToSettle = ({ kind }: SeenCall): boolean =>
  kind === 'offer' || kind === 'firm' || kind === 'read_back'

/** How an offer is accepted. */
export const YES = 'Yes, please.'

/** What an honest player says to an offer, or to what was read back. */
export function answerToSettle(seen: SeenEpisode, call: SeenCall): string {
  // What can be had without is not paid for.
  if (call.kind === 'offer') return 'No, thank you.'
  if (call.kind === 'firm') {
    const offer = readOffer(call.named)
    return offer !== undefined && stanceOn(seen, offer) === 'yes' ? YES : 'No, thank you.'
  }
  if (misreadIn(seen, call).length === 0) return 'Yes, that is right.'
  const { business, text = '' } = goalAt(seen, call) ?? {}
  return `No. My customer wants to ${text || businessOf(business?.id ?? '').phrases[0]}.`
}

/** What was said yes to on the line on which this call was made, the last time of these kinds. */
function answeredOn(
  { calls }: SeenEpisode,
  number: number,
  kinds: readonly SeenCall['kind'][],
): SeenCall | undefined {
  for (let at = number; at > 0; at--) {
    const [question, answer] = [calls[at - 1], calls[at]]
    if (answer?.isMore !== true) return undefined
    if (question === undefined || !kinds.includes(question.kind)) continue
    if (hearYesNo(answer.text) === 'yes') return question
  }
  return undefined
}

/** What was accepted before a department did its part. */
export const acceptedBefore = (seen: SeenEpisode, number: number): Offer | undefined =>
  readOffer(answeredOn(seen, number, ['offer', 'firm'])?.named ?? '')

/** What was read back before a department did its part, and said yes to. */
export const readBackBefore = (seen: SeenEpisode, number: number): SeenCall | undefined =>
  answeredOn(seen, number, ['read_back'])
