import type { AskedDetail } from '../../sim/phone/department.ts'
import type { Listed } from '../../sim/phone/listing.ts'
import type { Field, FieldValues } from '../../sim/phone/tables/fields.ts'

/** The arguments of a call. */
export type CallMade = {
  readonly phone_number: string
  readonly service: string
  readonly auth_info: FieldValues
  readonly unavailable: readonly Field[]
  /** Empty for none. */
  readonly reference_number: string
}

/** The department that answered. */
type Answered = {
  readonly call: CallMade
  readonly company: string
  readonly department: string
}

/** The public events of the stage `seed`. They say what the texts say, for programs. */
export type PhoneEvent =
  /** The customer's message. Only its text says what the customer wants. */
  | {
      readonly kind: 'message'
      readonly company: string
      /** The name in the signature. */
      readonly name: string
      readonly tells: { readonly field: Field; readonly value: string } | null
      readonly lacks: Field | null
      readonly hurried: boolean
    }
  | {
      readonly kind: 'listed'
      readonly query: string
      readonly departments: readonly Listed[]
      readonly more: number
    }
  | {
      readonly kind: 'form_completed'
      readonly fields: readonly Field[]
      readonly values: FieldValues
      readonly unavailable: readonly Field[]
    }
  | { readonly kind: 'form_abandoned'; readonly fields: readonly Field[] }
  | { readonly kind: 'form_refused'; readonly reason: 'used' | 'called' }
  | { readonly kind: 'not_in_service'; readonly call: CallMade }
  | ({ readonly kind: 'done'; readonly reference: string } & Answered)
  | Refused

/** A call that got nothing done. */
export type Refused = { readonly kind: 'refused' } & Answered & Why

type Why =
  | {
      readonly reason: 'no_customer' | 'unknown_service' | 'held' | 'nothing_to_clear'
    }
  | { readonly reason: 'already_done'; readonly reference: string }
  | { readonly reason: 'other_department'; readonly right: string }
  | { readonly reason: 'other_first' | 'reference'; readonly first: string }
  | {
      readonly reason: 'details'
      readonly missing: readonly AskedDetail[]
      readonly wrong: readonly Field[]
      readonly not_unavailable: readonly Field[]
      /** Whether the department takes no more calls after this one. */
      readonly held: boolean
    }
