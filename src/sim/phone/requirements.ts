import { getConventions } from './conventions.ts'
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
export const riskFor = (matter: MatterId): number => RISKS[matter] ?? CLEARANCE_RISK

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
export interface Requirements {
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
export function deriveRequirements(
  { industry, kind, isAutomated, conventions }: DepartmentProfile,
  matter: MatterId,
  quirks: Quirks = NO_QUIRKS,
  extra: Extra = 0,
): Requirements {
  const { usageFor, exceptionFor } = getConventions(conventions)
  const usage = usageFor(industry)
  const exception = exceptionFor(industry, kind)
  const usual = exception.main ?? KIND_USAGE[kind].locator ?? usage.main
  const locator = quirks.own_number && !SHARED_LOCATORS.has(usual) ? usage.own : usual
  const firstProof = exception.first ?? usage.first
  const proofs = new Set<Field>([
    quirks.other_proof === 0 ? firstProof : (usage.others[quirks.other_proof - 1] as Field),
    exception.second ?? usage.second,
    ...usage.further,
    ...usage.others,
    'phone_number',
    'date_of_birth',
  ])
  proofs.delete(locator)
  const risk = Math.max(0, riskFor(matter) + quirks.caution)
  const provesRoutine = usage.isRegulated || exception.provesRoutine === true
  const count = [0, provesRoutine ? 1 : 0, 1, 2, 3][risk] as number
  const requiredFields = new Set<Field>(['full_name', locator, ...[...proofs].slice(0, count)])
  if (extra !== 0) requiredFields.add(KIND_USAGE[kind].extras[extra - 1] as Field)
  if (isAutomated) {
    for (const wordedField of WORDED)
      if (requiredFields.delete(wordedField)) requiredFields.add('phone_number')
  }
  const required = FIELDS.filter((field) => requiredFields.has(field))
  return { required, alternatives: alternativesFor(required) }
}

/** The kinds of department that the customer must call before this one. */
export const predecessorsOf = (
  kind: DepartmentKind,
  present: readonly DepartmentKind[],
): readonly DepartmentKind[] => {
  const { after } = KIND_USAGE[kind]
  return after !== null && present.includes(after) ? [after] : []
}

const alternativesBySet = new Map<string, Requirements['alternatives']>()

/**
 * One alternative for each required field that has one. No field is an alternative twice, and none
 * is required as well.
 */
export function alternativesFor(required: readonly Field[]): Requirements['alternatives'] {
  const key = required.join()
  const cached = alternativesBySet.get(key)
  if (cached !== undefined) return cached
  const usedFields = new Set<Field>(required)
  const alternatives: Partial<Record<Field, Field>> = {}
  for (const field of required) {
    const alternative = FIELD_ALTERNATIVES[field].find((candidate) => !usedFields.has(candidate))
    if (alternative === undefined) continue
    usedFields.add(alternative)
    alternatives[field] = alternative
  }
  alternativesBySet.set(key, alternatives)
  return alternatives
}

/**
 * The fields that satisfy all these departments, in list order, for a customer who lacks some.
 * Undefined if no set of fields does.
 */
export function fieldsNeeded(
  requirements: readonly Requirements[],
  missing: readonly Field[],
): Field[] | undefined {
  const needed = new Set<Field>()
  for (const { required, alternatives } of requirements) {
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
