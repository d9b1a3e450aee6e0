import { conventionsOf } from './conventions.ts'
import { type Extra, NO_QUIRKS, type Quirks } from './quirks.ts'
import type { DepartmentKind } from './tables/departments.ts'
import { FIELD_ALTERNATIVES, FIELDS, type Field } from './tables/fields.ts'
import type { Industry } from './tables/industries.ts'
import { RISKS } from './tables/risks.ts'
import { KIND_USAGE } from './tables/usage.ts'

/** The id of what a department should do for a customer: a service or `clearance`. */
export type MatterId = string

/** The risk of a clearance, which is routine. */
const CLEARANCE_RISK = 1

/** The harm if the wrong person has this done, from 0 to 3. */
export const riskOf = (matter: MatterId): number => RISKS[matter] ?? CLEARANCE_RISK

/** The properties of a department that decide its requirements. */
export interface DepartmentProfile {
  readonly industry: Industry
  readonly kind: DepartmentKind
  /** Whether a machine answers, which accepts digits only. */
  readonly isAutomated: boolean
  /** The seed of its conventions; left out for the usual ones. */
  readonly conventions?: number | undefined
}

/** The fields that a department requires for a matter. */
export interface Wants {
  readonly required: readonly Field[]
  /** What is accepted in place of a required field that the customer lacks. */
  readonly alternatives: Readonly<Partial<Record<Field, Field>>>
}

/** Fields that nobody can type on a phone. */
const WORDED: readonly Field[] = ['email', 'service_address']

/** Locators that companies do not replace by numbers of their own. */
const SHARED_LOCATORS: ReadonlySet<Field> = new Set([
  'order_number',
  'booking_reference',
  'service_address',
])

/**
 * The requirements for a matter: the name, the number that locates the business, and proofs by
 * risk. The industry's usage and the company's quirks decide which number and which proofs.
 */
export function wantsOf(
  { industry, kind, isAutomated, conventions }: DepartmentProfile,
  matter: MatterId,
  quirks: Quirks = NO_QUIRKS,
  extra: Extra = 0,
): Wants {
  const { usageOf, exceptionOf } = conventionsOf(conventions)
  const usage = usageOf(industry)
  const exception = exceptionOf(industry, kind)
  const usual = exception.main ?? KIND_USAGE[kind].object ?? usage.main
  const locator = quirks.own_number && !SHARED_LOCATORS.has(usual) ? usage.own : usual
  const first = exception.first ?? usage.first
  const proofs = new Set<Field>([
    quirks.other_proof === 0 ? first : (usage.others[quirks.other_proof - 1] as Field),
    exception.second ?? usage.second,
    ...usage.further,
    ...usage.others,
    'phone_number',
    'date_of_birth',
  ])
  proofs.delete(locator)
  const risk = Math.max(0, riskOf(matter) + quirks.caution)
  const provesRoutine = usage.isRegulated || exception.provesRoutine === true
  const count = [0, provesRoutine ? 1 : 0, 1, 2, 3][risk] as number
  const wanted = new Set<Field>(['full_name', locator, ...[...proofs].slice(0, count)])
  if (extra !== 0) wanted.add(KIND_USAGE[kind].extras[extra - 1] as Field)
  if (isAutomated) {
    for (const words of WORDED) if (wanted.delete(words)) wanted.add('phone_number')
  }
  const required = FIELDS.filter((field) => wanted.has(field))
  return { required, alternatives: alternativesFor(required) }
}

/** The kinds of department that the customer must call before this one. */
export const afterOf = (
  kind: DepartmentKind,
  present: readonly DepartmentKind[],
): readonly DepartmentKind[] => {
  const { after } = KIND_USAGE[kind]
  return after !== null && present.includes(after) ? [after] : []
}

const alternativesBySet = new Map<string, Wants['alternatives']>()

/**
 * One alternative for each required field that has one. No field is an alternative twice, and none
 * is required as well.
 */
export function alternativesFor(required: readonly Field[]): Wants['alternatives'] {
  const key = required.join()
  const known = alternativesBySet.get(key)
  if (known !== undefined) return known
  const taken = new Set<Field>(required)
  const alternatives: Partial<Record<Field, Field>> = {}
  for (const field of required) {
    const chosen = FIELD_ALTERNATIVES[field].find((candidate) => !taken.has(candidate))
    if (chosen === undefined) continue
    taken.add(chosen)
    alternatives[field] = chosen
  }
  alternativesBySet.set(key, alternatives)
  return alternatives
}

/**
 * The fields that satisfy all these departments, in list order, for a customer who lacks some.
 * Undefined if no set of fields does.
 */
export function fieldsNeeded(
  wants: readonly Wants[],
  missing: readonly Field[],
): Field[] | undefined {
  const needed = new Set<Field>()
  for (const { required, alternatives } of wants) {
    for (const field of required) {
      if (!missing.includes(field)) {
        needed.add(field)
        continue
      }
      const alternative = alternatives[field]
      if (alternative === undefined || missing.includes(alternative)) return undefined
      needed.add(alternative)
    }
  }
  return FIELDS.filter((field) => needed.has(field))
}
