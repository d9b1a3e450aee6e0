import type { Offer, PageRule } from '../../sim/phone/case.ts'
import type { Details } from '../../sim/phone/details.ts'
import type { TalkingStage } from '../../sim/phone/draw-case.ts'
import type { Candidate } from '../../sim/phone/line.ts'
import type { Listed } from '../../sim/phone/listing.ts'
import type { Field, Values } from '../../sim/phone/tables/fields.ts'
import type { ReportArguments } from '../../tools/phone/report.ts'

/** What was said to a department in a turn. */
export type CallContent = {
  readonly service: string
  readonly auth_info: Values
  readonly unavailable: readonly Field[]
  readonly details: Details
  /** Empty for none. */
  readonly reference_number: string
  readonly answer: 'yes' | 'no' | null
}

type At = { readonly said: CallContent; readonly company: string; readonly department: string }

/** What the customer has said when asked for a yes. */
export type Decision = {
  readonly service: string
  /** Whether a price, the service itself, a side effect or nothing stood there to decide. */
  readonly about: 'offer' | 'service' | 'side_effect' | 'nothing'
  readonly answer: 'yes' | 'no' | null
  /** The answer to the service itself, where the page has it asked. */
  readonly to_service: 'yes' | 'no' | null
}

/** A record to choose from. */
type ListedRecord = { readonly id: string; readonly noun: string; readonly date: string }

/** What happened, for programs: what the texts of these stages say, and nothing else. */
export type TalkEvent =
  | {
      readonly kind: 'message'
      readonly stage: TalkingStage
      readonly company: string
      readonly name: string
      readonly tells: { readonly field: Field; readonly value: string } | null
      readonly lacks: Field | null
      readonly hurried: boolean
      /** What day it is. */
      readonly date: string
      /** Rules of the page that name no service. */
      readonly rules: readonly PageRule[]
    }
  | {
      readonly kind: 'listed'
      readonly query: string
      readonly departments: readonly Listed[]
      readonly more: number
    }
  | {
      readonly kind: 'customer'
      readonly fields: readonly Field[]
      readonly values: Values
      readonly unavailable: readonly Field[]
      readonly approve: Decision | null
      /** What the customer puts right: how a service is to be done after all. */
      readonly correction: { readonly service: string; readonly details: Details } | null
    }
  | { readonly kind: 'customer_left' }
  | { readonly kind: 'not_in_service'; readonly phone_number: string }
  | { readonly kind: 'closed'; readonly department: string; readonly hours: string }
  /** What time it is when an answer begins, where there is a clock. */
  | { readonly kind: 'clock'; readonly now: string }
  | ({
      readonly kind: 'done'
      readonly reference: string
      readonly takes_effect: string | null
    } & At)
  | ({
      readonly kind: 'refused'
      readonly reason:
        | 'no_customer'
        | 'unknown_service'
        | 'held'
        | 'already_done'
        | 'nothing_to_clear'
        | 'blocked'
    } & At)
  | ({ readonly kind: 'refused'; readonly reason: 'other_department'; readonly right: string } & At)
  | ({ readonly kind: 'refused'; readonly reason: 'other_first'; readonly first: string } & At)
  | ({
      readonly kind: 'refused'
      readonly reason: 'too_early'
      readonly noun: string
      readonly first: string | null
    } & At)
  | ({ readonly kind: 'declined' } & At)
  | ({ readonly kind: 'given_up' } & At)
  | ({ readonly kind: 'asked'; readonly for: 'reference'; readonly first: string } & At)
  | ({ readonly kind: 'asked'; readonly for: 'field'; readonly field: Field } & At)
  | ({
      readonly kind: 'asked'
      readonly for: 'right_details'
      readonly wrong: readonly Field[]
      readonly not_unavailable: readonly Field[]
      readonly held: boolean
    } & At)
  | ({
      readonly kind: 'asked'
      readonly for: 'details'
      readonly names: readonly string[]
      readonly records: readonly ListedRecord[]
      readonly options: readonly Candidate[]
    } & At)
  | ({ readonly kind: 'asked'; readonly for: 'possible_detail'; readonly name: string } & At)
  | ({
      readonly kind: 'asked'
      readonly for: 'offer'
      readonly offer: Offer
      /** What the department says of another wish. */
      readonly notice: string | null
    } & At)
  | ({
      readonly kind: 'asked'
      readonly for: 'read_back'
      readonly details: Details
      readonly consequence: string | null
      readonly notice: string | null
    } & At)
  | { readonly kind: 'hung_up'; readonly department: string }
  | { readonly kind: 'nobody_on_the_line' }
  | { readonly kind: 'reported'; readonly report: ReportArguments }
