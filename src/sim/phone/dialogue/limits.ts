import { stream } from '../../random.ts'
import { covers, type Offer, type OfferKind } from '../settling/offers.ts'
import type { PhoneTask } from '../task.ts'

/** What customers may accept at most, in dollars, months and weeks. */
const FEES = [10, 20, 30, 40, 60, 80, 100] as const
const TERMS = [6, 12, 18, 24, 36] as const
const WAITS = { least: 2, most: 8 } as const

/** The most of each kind that a customer accepts: hidden, and the same in every rollout. */
type Limits = Readonly<Record<OfferKind, number>>

export function limitsOf({ seed }: PhoneTask): Limits {
  const random = stream(seed, 0, 'limits')
  return {
    fee: random.pick(FEES),
    term: random.pick(TERMS),
    wait: random.integer(WAITS.least, WAITS.most),
  }
}

/** What a customer accepts at most of a kind. */
export const mostOf = (task: PhoneTask, kind: OfferKind): Offer => ({
  kind,
  size: limitsOf(task)[kind],
})

/** Whether a customer accepts an offer, once they are asked. */
export const accepts = (task: PhoneTask, offer: Offer): boolean =>
  covers(mostOf(task, offer.kind), offer)
