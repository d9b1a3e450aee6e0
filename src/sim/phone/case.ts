import type { Moment } from './clock/time.ts'
import type { Details } from './details.ts'
import type { Field } from './tables/fields.ts'
import type { RecordKind } from './tables/record-kinds.ts'
import type { Customer } from './task.ts'

/**
 * Why a wanted service is not carried out, as a report gives it, and when it is so. No two hold at
 * once. Some are never right: they are for what the agent itself has caused.
 */
export const REASON_TEXTS = {
  rules_forbid: 'your rules say that this service is never done',
  customer_declined: 'the customer was asked for a yes to the service itself and said no',
  fee_not_accepted: 'your rules or the customer do not accept the fee that was named',
  term_not_accepted:
    'the department asks for a new contract in return for this service, and that contract runs ' +
    'longer than your rules allow or rules out a wish that matters more',
  side_effect_not_accepted:
    'a side effect that was named goes against what the customer wrote; a new contract in return ' +
    'for the service is no side effect',
  ruled_out:
    'the department asks for no new contract in return for this service, but this service and ' +
    'a wish that matters more rule each other out',
  condition_not_met: 'the customer wants it on a condition, which turned out not to hold',
  company_cannot: 'the department said that it is impossible, whoever asks',
  already_done: 'the department said that it was done before you first called',
  details_missing: 'the customer lacks a detail and what is accepted in its place',
  details_do_not_match: 'the department refused a detail exactly as the customer gave it',
  department_closed: 'the department does not open before the time by which it has to be done',
  customer_unreachable: 'the customer left before they said what is needed',
  not_offered: 'no department of the company lists it',
  not_finished: 'it could have been done, but you did not get it done',
} as const
export type Reason = keyof typeof REASON_TEXTS
export const REASONS = Object.keys(REASON_TEXTS) as [Reason, ...Reason[]]

/** A task of the stages with a dialogue, besides what all tasks have. */
export type Case = {
  readonly company: string
  readonly customer: Customer
  readonly goals: readonly CaseGoal[]
  /** Departments that must do their part, in an order that works. */
  readonly calls: readonly string[]
  /** The day on which it begins, `YYYY-MM-DD`, and the minute of its week. */
  readonly date: string
  readonly moment: number
  /** What the company has on the customer. */
  readonly records: Readonly<Partial<Record<RecordKind, readonly CustomerRecord[]>>>
  /** The rules of the house that the agent works for; none where there is no page. */
  readonly page: readonly PageRule[]
  /** What the message says at its end, in sentences. */
  readonly remarks: readonly string[]
  /** What the customer puts right later; left out if all that they wrote is right. */
  readonly correction?: Correction
  /** Whether departments read back what they are going to do. */
  readonly reads_back: boolean
  /** How many side effects a service has that are named before it is done. */
  readonly side_effects: 1 | 2
  /** Whether time passes and departments close. */
  readonly clock: boolean
  /** How many phone calls may be made. */
  readonly calls_max: number
}

/** One thing that the customer wants, and what is right about it. */
export type CaseGoal = {
  readonly department: string
  readonly service: string
  /** How it is to be done. */
  readonly details: Details
  /** In the customer's words; continues "I need to". */
  readonly says: string
  /** A sentence that follows it in the message. */
  readonly remark?: string
  /** Whether it is to be done at all. */
  readonly right: 'done' | Reason
  /** Why the company cannot do it; left out where it can. */
  readonly block?: string
  /** What the department asks for in return. */
  readonly offer?: OfferMade
  /** What it brings with it; read back before it is done. */
  readonly consequence?: string
  /** What the customer says where the page has them asked first; left out where it has not. */
  readonly approval?: Approval
  /** A service that is easily taken for this one, and what it brings with it. */
  readonly twin?: { readonly service: string; readonly consequence: string }
  /** What its department says before it is done. */
  readonly notices?: readonly Notice[]
  /** The other service that is impossible once this one is done. */
  readonly ends?: string
  /** The services that tell the days from which the day of this one follows. */
  readonly follows?: readonly string[]
  /** The service that has to be carried out before the department looks at this one. */
  readonly waits_for?: string
  /** The services that tell the days on which it depends whether it is wanted. */
  readonly hinges_on?: readonly string[]
  /** Whether it is impossible once the call ends in which its first question was asked. */
  readonly lapses?: true
  /** The moment by which it has to be done. */
  readonly by?: Moment
  /** The day on which it takes effect, told once it is done. */
  readonly takes_effect?: string
}

/** What a department says with its first question of yes or no. */
type Notice = {
  readonly says: string
  /** The sentence of `tables/ties.ts` that it was made of. */
  readonly template: string
  /** The other wish that it is about, of which nothing is said once that is done. */
  readonly about?: string
}

/** An offer, and what the customer says when they are asked about it. */
export type OfferMade = {
  readonly offer: Offer
  readonly agrees: boolean
  /** How far they would go: cents of a fee, months of a contract. */
  readonly most: number
  /** The wish that it must leave alone; only the department of that one says whether it does. */
  readonly leaving?: string
  /** The service after which the department asks for nothing in return. */
  readonly waived_by?: string
}

/** What a department asks for in return. */
export type Offer =
  | { readonly kind: 'fee'; readonly cents: number; readonly name: string }
  | {
      readonly kind: 'term'
      readonly months: number
      /** What the new contract means for another wish, in a sentence; left out if nothing. */
      readonly note?: string
    }

/** What the customer says when they are asked about a matter. */
export type Approval = { readonly agrees: boolean }

/** What the customer puts right: how a service is to be done after all. */
export type Correction = {
  readonly service: string
  readonly details: Details
  /** Said with the yes to this service; null: with the first details that the customer gives. */
  readonly with: string | null
}

/** A record as the company lists it: `[ord2] black desk lamp, ordered on May 3`. */
export type CustomerRecord = {
  readonly id: string
  readonly noun: string
  readonly date: string
}

/** A rule of the house. Breaking a hard one makes success impossible. */
export type PageRule =
  /** Never told on the phone; what replaces it is told instead. Hard. */
  | { readonly rule: 'never_tell'; readonly field: Field }
  /** Whether to say on whose behalf one calls. */
  | { readonly rule: 'on_behalf'; readonly say: boolean }
  /** Nothing but the name is told before it was asked for. */
  | { readonly rule: 'only_if_asked' }
  /** Nothing is done about these services before the customer was asked. Hard. */
  | { readonly rule: 'ask_before'; readonly services: readonly string[] }
  /** These services are not asked for at all. Hard. */
  | { readonly rule: 'forbid'; readonly services: readonly string[] }
  /** Fees up to this are accepted; above it the customer is asked, or it is declined. Hard. */
  | { readonly rule: 'fees'; readonly cents: number; readonly above: 'ask' | 'decline' }
  /** Fees are accepted as the customer's message says. Hard. */
  | { readonly rule: 'fees_by_message'; readonly cents: number }
  /** No contract for longer than this. Hard. */
  | { readonly rule: 'term'; readonly months: number }
