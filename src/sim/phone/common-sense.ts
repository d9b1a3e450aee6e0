import type { DepartmentProfile } from './requirements.ts'
import type { DepartmentKind } from './tables/departments.ts'
import type { Field } from './tables/fields.ts'
import type { Industry } from './tables/industries.ts'

/**
 * What a person without experience in this world asks for: a name, the number of the business, and
 * proofs if the business is delicate. It uses no table of usage and is never tuned to one.
 */

/** The number that a person would expect each industry to use. */
const MAIN: Readonly<Record<Industry, Field>> = {
  banking: 'account_number',
  insurance: 'policy_number',
  telecom: 'phone_number',
  retail: 'email',
  utilities: 'account_number',
  healthcare: 'member_id',
  travel: 'booking_reference',
  software: 'email',
}

/** The number that the name of a department suggests. */
const OBJECTS: Readonly<Partial<Record<DepartmentKind, Field>>> = {
  account_services: 'account_number',
  card_services: 'last_4_cc',
  lending: 'account_number',
  policy_services: 'policy_number',
  underwriting: 'policy_number',
  order_desk: 'order_number',
  returns: 'order_number',
  delivery: 'order_number',
  warranty: 'order_number',
  outage_desk: 'service_address',
  metering: 'service_address',
  connections: 'service_address',
  appointments: 'date_of_birth',
  pharmacy: 'date_of_birth',
  medical_records: 'member_id',
  reservations: 'booking_reference',
  baggage: 'booking_reference',
  loyalty: 'member_id',
}

/** How a person would expect to prove who they are. */
const PROOFS: Readonly<Record<Industry, readonly [Field, Field]>> = {
  banking: ['last_4_ssn', 'date_of_birth'],
  insurance: ['date_of_birth', 'last_4_ssn'],
  telecom: ['security_pin', 'last_4_ssn'],
  retail: ['phone_number', 'last_4_cc'],
  utilities: ['date_of_birth', 'last_4_ssn'],
  healthcare: ['date_of_birth', 'last_4_ssn'],
  travel: ['email', 'last_4_cc'],
  software: ['account_number', 'last_4_cc'],
}

const REGULATED: ReadonlySet<Industry> = new Set(['banking', 'insurance', 'healthcare'])

/**
 * @param risk how delicate the business is, from 0 to 3
 * @param hedge how many proofs to ask for besides
 */
export function commonSense(
  { industry, kind, isAutomated }: DepartmentProfile,
  risk: number,
  hedge = 0,
): Field[] {
  const locator = OBJECTS[kind] ?? MAIN[industry]
  const usualCount = [0, REGULATED.has(industry) ? 1 : 0, 1, 2][risk] as number
  const proofs = PROOFS[industry].filter((field) => field !== locator)
  const fields: Field[] = [
    'full_name',
    locator,
    ...proofs.slice(0, Math.max(0, usualCount + hedge)),
  ]
  const typeableFields = fields.map(
    (field): Field =>
      isAutomated && (field === 'email' || field === 'service_address') ? 'phone_number' : field,
  )
  return [...new Set(typeableFields)]
}
