import type { Persona } from './tables/customers.ts'
import type { Field } from './tables/fields.ts'

/** A service that a customer wants, and its department. */
interface Goal {
  readonly service: string
  readonly department: string
}

/** The customer that the agent works for. All is hidden except what they say. */
export interface Customer {
  readonly persona: Persona
  /** The largest number of fields that the customer answers. */
  readonly patience: number
  /** The true value of every field, including those that the customer cannot give. */
  readonly values: Readonly<Record<Field, string>>
  readonly missing: readonly Field[]
  /** The missing field that the opening message mentions, if any. */
  readonly mentions: Field | null
  /** The field whose value the opening message gives, if any. */
  readonly tells: Field | null
}

/** One problem. Levels are described at `levelsForPlan`. */
export interface PhoneTask {
  readonly id: string
  readonly split: string
  readonly index: number
  readonly seed: number
  readonly difficulty: number
  readonly company: string
  /** The customer's business in plain words, at the stage `seed`. */
  readonly goal: string
  readonly goals: readonly Goal[]
  /** The departments that must do their part, in an order that works. */
  readonly required_calls: readonly string[]
  readonly customer: Customer
  /** Fields that departments also require because of flags on this customer's file. */
  readonly also_required?: readonly AlsoRequired[]
}

/** The additional field that one department requires. */
export interface AlsoRequired {
  readonly department: string
  readonly fields: readonly Field[]
}
