import type { Moment } from './clock/time.ts'
import type { Details } from './details.ts'
import type { Field } from './tables/fields.ts'
import type { RecordKind } from './tables/record-kinds.ts'
import type { Customer } from './task.ts'
/**
 * The reasons that a report gives for a wanted service that was not carried out, with the condition
 * for each. No two conditions hold at once. Some are never the right reason: they name what the
 * agent itself caused.
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

/**
 * The script of an episode in which the agent talks to people: the wishes of the customer, how each
 * should end, and the rules of the agency. It is drawn from a task.
 */
export type Case = {
  readonly company: string
  readonly customer: Customer
  readonly goals: readonly CaseGoal[]
  /** The departments that must do their part, in an order that works. */
  readonly calls: readonly string[]
  /** The day on which the episode begins, `YYYY-MM-DD`, and the minute of its week. */
  readonly date: string
  readonly moment: number
  /** The company's records of the customer, by kind. */
  readonly records: Readonly<Partial<Record<RecordKind, readonly CustomerRecord[]>>>
  /** The rules of the agent's agency; empty if the stage has no page. */
  readonly page: readonly PageRule[]
  /** Sentences at the end of the message. */
  readonly remarks: readonly string[]
  /** What the customer corrects later; left out if the message has no mistake. */
  readonly correction?: Correction
  /** Whether departments read back an order before they carry it out. */
  readonly reads_back: boolean
  /** How many side effects a department names for each service. */
  readonly side_effects: 1 | 2
  /** Whether time passes and departments close. */
  readonly clock: boolean
  /** The limit of phone calls. */
  readonly calls_max: number
}

/** One thing that the customer wants, and how the agent should deal with it. */
export type CaseGoal = {
  readonly department: string
  readonly service: string
  /** The details with which it should be carried out. */
  readonly details: Details
  /** The wish in the customer's words; continues "I need to". */
  readonly says: string
  /** A sentence that follows the wish in the message. */
  readonly remark?: string
  /** `done` if the service should be carried out; otherwise the reason to report. */
  readonly right: 'done' | Reason
  /** Why the company cannot do it; left out if it can. */
  readonly block?: string
  /** The fee or the contract that the department asks for in return. */
  readonly offer?: OfferMade
  /** The side effects, which the department names before it acts. */
  readonly consequence?: string
  /** The customer's answer, if a rule of the page requires the agent to ask first. */
  readonly approval?: Approval
  /** A service that looks like this one, and its side effect. */
  readonly twin?: { readonly service: string; readonly consequence: string }
  /** Remarks about other wishes, which the department makes with its first yes-or-no question. */
  readonly notices?: readonly Notice[]
  /** The other service that this one makes impossible. */
  readonly ends?: string
  /** The services whose days determine the day of this one. */
  readonly follows?: readonly string[]
  /** The service that must be carried out before the department considers this one. */
  readonly waits_for?: string
  /** The services whose days decide whether the customer wants this one. */
  readonly hinges_on?: readonly string[]
  /**
   * Whether it becomes impossible when the call ends in which the department first asks about it.
   */
  readonly lapses?: true
  /** The deadline. */
  readonly by?: Moment
  /** The day on which it takes effect; the department names it afterwards. */
  readonly takes_effect?: string
}

/** A department's remark about another wish, made with its first yes-or-no question. */
type Notice = {
  readonly says: string
  /** The template of `tables/ties.ts` that was filled in. */
  readonly template: string
  /**
   * The wish that the remark mentions. Once it is carried out, the department omits the remark.
   */
  readonly about?: string
}

/** An offer, and the customer's answer to it. */
export type OfferMade = {
  readonly offer: Offer
  readonly agrees: boolean
  /** The customer's limit: cents of a fee, months of a contract. */
  readonly most: number
  /**
   * The customer's condition: the contract must not affect this wish. Only its department says so.
   */
  readonly leaving?: string
  /** The service that removes the fee once it is carried out. */
  readonly waived_by?: string
}

/** What a department asks for in return. */
export type Offer =
  | { readonly kind: 'fee'; readonly cents: number; readonly name: string }
  | {
      readonly kind: 'term'
      readonly months: number
      /** A sentence about the contract's effect on another wish; left out if there is none. */
      readonly note?: string
    }

/** The customer's answer about a service. */
export type Approval = { readonly agrees: boolean }

/** A correction by the customer: the right details of a service. */
export type Correction = {
  readonly service: string
  readonly details: Details
  /** The customer says it together with the yes to this service. Null: with the first details. */
  readonly with: string | null
}

/** A record as the company lists it: `[ord2] black desk lamp, ordered on May 3`. */
export type CustomerRecord = {
  readonly id: string
  readonly noun: string
  readonly date: string
}

/** A rule of the agency. After breaking a hard rule, success is impossible. */
export type PageRule =
  /** The agent must not give this field; the department accepts another one instead. Hard. */
  | { readonly rule: 'never_tell'; readonly field: Field }
  /** Whether the agent must say on whose behalf it calls. Soft. */
  | { readonly rule: 'on_behalf'; readonly say: boolean }
  /** The agent gives only the name until the department asks for more. Soft. */
  | { readonly rule: 'only_if_asked' }
  /** The agent must ask the customer before these services are carried out. Hard. */
  | { readonly rule: 'ask_before'; readonly services: readonly string[] }
  /** The agent must not have these services carried out. Hard. */
  | { readonly rule: 'forbid'; readonly services: readonly string[] }
  /** The highest fee to accept. For a higher one, the agent asks the customer or declines. Hard. */
  | { readonly rule: 'fees'; readonly cents: number; readonly above: 'ask' | 'decline' }
  /** The sum of all fees must not exceed the total that the customer's message names. Hard. */
  | { readonly rule: 'fees_by_message'; readonly cents: number }
  /** The longest contract to accept. Hard. */
  | { readonly rule: 'term'; readonly months: number }

/** The case with one goal replaced. */
export const withGoal = (phoneCase: Case, goal: CaseGoal): Case => ({
  ...phoneCase,
  goals: phoneCase.goals.map((one) => (one.service === goal.service ? goal : one)),
})

/** The case with another rule on its page. */
export const withRule = (phoneCase: Case, rule: PageRule): Case => ({
  ...phoneCase,
  page: [...phoneCase.page, rule],
})
