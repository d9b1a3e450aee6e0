import type { Persona } from './tables/customers.ts'
import type { Field } from './tables/fields.ts'

/** What a customer wants done, and by whom. */
interface Goal {
  readonly service: string
  readonly department: string
}

/** Who the agent works for. Everything but the values they give is hidden. */
export interface Customer {
  readonly persona: Persona
  /** The longest form, in fields, that they will fill in. */
  readonly patience: number
  /** The true value of every field, also of those they cannot give. */
  readonly values: Readonly<Record<Field, string>>
  readonly missing: readonly Field[]
  /** The missing field they mention in their opening message, if any. */
  readonly mentions: Field | null
  /** The field whose value stands in their opening message, if any. */
  readonly tells: Field | null
}

/** One problem. Levels are described at `levelsOf`. */
export interface PhoneTask {
  readonly id: string
  readonly split: string
  readonly index: number
  readonly seed: number
  readonly difficulty: number
  readonly company: string
  /** The business in plain words, as it is at the stage `seed`. */
  readonly goal: string
  readonly goals: readonly Goal[]
  /** Departments that must have done their part, in one order that works. */
  readonly required_calls: readonly string[]
  readonly customer: Customer
  /** Fields that departments ask for in this task only: what is on this customer's file. */
  readonly also_required?: readonly AlsoRequired[]
}

/** What one department asks for besides. */
export interface AlsoRequired {
  readonly department: string
  readonly fields: readonly Field[]
}
