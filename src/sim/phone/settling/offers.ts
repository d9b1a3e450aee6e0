import { stream } from '../../random.ts'
import type { PhoneTask } from '../task.ts'

/** What a department proposes before it acts: more money, or a longer contract, for more speed. */
export type Offer =
  /** In dollars. */
  | { readonly kind: 'fee'; readonly amount: number }
  | { readonly kind: 'term'; readonly months: number }

/** Wishes that a longer contract goes with. */
const CONTRACTS: ReadonlySet<string> = new Set([
  'cancel_contract',
  'renegotiate',
  'account_upgrade',
  'start_service',
  'move_service',
  'add_seats',
  'change_coverage',
  'premium_review',
  'extend_warranty',
  'connection_drops',
  'change_order',
  'change_plan',
  'pause_service',
  'remove_seats',
])
const OFFER_SHARE = 0.5

/** What a department offers with the customer's wish: the same in every rollout; mostly nothing. */
export function offerAt(task: PhoneTask, department: string): Offer | null {
  const isGoal = task.goals.some((one) => one.department === department)
  const isMade = isGoal && stream(task.seed, 0, `offer/${department}`).chance(OFFER_SHARE)
  return isMade ? offerPossible(task, department) : null
}

/** What a department would offer with the customer's wish, if it does. */
export function offerPossible({ seed, goals }: PhoneTask, department: string): Offer {
  const business = goals.find((one) => one.department === department)?.business ?? ''
  const random = stream(seed, 0, `offered/${department}`)
  return CONTRACTS.has(business)
    ? { kind: 'term', months: random.pick([12, 18, 24, 36]) }
    : { kind: 'fee', amount: 5 * random.integer(4, 18) }
}

/** An offer as it is called within a sentence. */
export const sayOffer = (offer: Offer): string =>
  offer.kind === 'fee' ? `a fee of $${offer.amount}` : `a new term of ${offer.months} months`

/** The reverse of `sayOffer`. */
export function readOffer(text: string): Offer | undefined {
  const [, fee, months] = /^a (?:fee of \$(\d+)|new term of (\d+) months)$/.exec(text) ?? []
  if (fee !== undefined) return { kind: 'fee', amount: Number(fee) }
  return months === undefined ? undefined : { kind: 'term', months: Number(months) }
}
