import { stream } from '../../random.ts'
import type { PhoneTask } from '../task.ts'

/** More money, a longer contract, or patience. */
export const OFFER_KINDS = ['fee', 'term', 'wait'] as const
export type OfferKind = (typeof OFFER_KINDS)[number]

/** What a department proposes before it acts; also what somebody would accept at most. */
export interface Offer {
  readonly kind: OfferKind
  /** In dollars, months or weeks. */
  readonly size: number
}

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
    ? { kind: 'term', size: random.pick([12, 18, 24, 36]) }
    : { kind: 'fee', size: 5 * random.integer(4, 18) }
}

/** Whether who accepts the one accepts the other, too. */
export const covers = (most: Offer, offer: Offer): boolean =>
  most.kind === offer.kind && most.size >= offer.size

/** An offer as it is called within a sentence. */
export function sayOffer({ kind, size }: Offer): string {
  switch (kind) {
    case 'fee':
      return `a fee of $${size}`
    case 'term':
      return `a new term of ${size} months`
    case 'wait':
      return `a wait of ${size} weeks`
  }
}

/** The reverse of `sayOffer`. */
export function readOffer(text: string): Offer | undefined {
  const [, said = ''] =
    /^a (?:fee of \$|new term of |wait of )(\d+)(?: months| weeks)?$/.exec(text) ?? []
  return OFFER_KINDS.map((kind) => ({ kind, size: Number(said) })).find(
    (offer) => sayOffer(offer) === text,
  )
}
