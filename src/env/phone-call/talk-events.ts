import type { PageRule } from '../../sim/phone/case.ts'
import type { Details } from '../../sim/phone/details.ts'
import type { TalkingStage } from '../../sim/phone/draw-case.ts'
import type { LineAnswer, LineQuestion } from '../../sim/phone/line.ts'
import type { Listed } from '../../sim/phone/listing.ts'
import type { Field, FieldValues } from '../../sim/phone/tables/fields.ts'
import type { ReportArguments } from '../../tools/phone/report.ts'

/** The input to a department in one turn. */
export type CallContent = {
  readonly service: string
  readonly auth_info: FieldValues
  readonly unavailable: readonly Field[]
  readonly details: Details
  /** Empty for none. */
  readonly reference_number: string
  readonly answer: 'yes' | 'no' | null
}

type At = { readonly said: CallContent; readonly company: string; readonly department: string }

/** The customer's answer to a question of yes or no. */
export type Decision = {
  readonly service: string
  /** The subject of the question; `nothing` if there was nothing to decide. */
  readonly about: 'offer' | 'service' | 'side_effect' | 'nothing'
  readonly answer: 'yes' | 'no' | null
  /** The answer to the service itself, if a rule requires the question. */
  readonly to_service: 'yes' | 'no' | null
}

/** The public events of the stages with a dialogue. They say what the texts say, for programs. */
export type TalkEvent =
  | {
      readonly kind: 'message'
      readonly stage: TalkingStage
      readonly company: string
      readonly name: string
      readonly tells: { readonly field: Field; readonly value: string } | null
      readonly lacks: Field | null
      readonly hurried: boolean
      /** The day of the beginning. */
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
      readonly values: FieldValues
      readonly unavailable: readonly Field[]
      readonly approve: Decision | null
      /** The customer's correction: the right details of a service. */
      readonly correction: { readonly service: string; readonly details: Details } | null
    }
  | { readonly kind: 'customer_left' }
  | { readonly kind: 'not_in_service'; readonly phone_number: string }
  | { readonly kind: 'closed'; readonly department: string; readonly hours: string }
  /** The time at the beginning of an answer, if there is a clock. */
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
    } & At)
  /** The fact is what makes it impossible. */
  | ({ readonly kind: 'refused'; readonly reason: 'blocked'; readonly fact: string } & At)
  | ({ readonly kind: 'refused'; readonly reason: 'other_department'; readonly right: string } & At)
  | ({ readonly kind: 'refused'; readonly reason: 'other_first'; readonly first: string } & At)
  | (Extract<LineAnswer, { readonly reason: 'too_early' }> & At)
  | ({ readonly kind: 'declined' } & At)
  | ({ readonly kind: 'given_up' } & At)
  | (Exclude<LineQuestion, { readonly for: 'right_details' }> & At)
  | ({
      readonly kind: 'asked'
      readonly for: 'right_details'
      readonly wrong: readonly Field[]
      readonly not_unavailable: readonly Field[]
      readonly held: boolean
    } & At)
  | { readonly kind: 'hung_up'; readonly department: string }
  | { readonly kind: 'nobody_on_the_line' }
  | { readonly kind: 'reported'; readonly report: ReportArguments }
