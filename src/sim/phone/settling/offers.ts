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
])
const OFFER_SHARE = 0.5

/** What a department offers with the customer's wish: the same in every rollout; mostly nothing. */
export function offerAt({ seed, goals }: PhoneTask, department: string): Offer | null {
  const goal = goals.find((one) => one.department === department)
  if (goal === undefined) return null
  const random = stream(seed, 0, `offer/${department}`)
  if (!random.chance(OFFER_SHARE)) return null
  return CONTRACTS.has(goal.business)
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
