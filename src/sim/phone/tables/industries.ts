import type { DepartmentKind } from './departments.ts'
import type { Field } from './fields.ts'

export const INDUSTRIES = [
  'banking',
  'insurance',
  'telecom',
  'retail',
  'utilities',
  'healthcare',
  'travel',
  'software',
] as const
export type Industry = (typeof INDUSTRIES)[number]

/** What an industry adds to the habits of a department kind. */
export interface IndustryHabits {
  /** In plain words, for descriptions. */
  readonly noun: string
  readonly departments: readonly DepartmentKind[]
  /** Asked by every department. */
  readonly always: Field
  /** Added by departments that can change something sensitive. */
  readonly secure: Field
  /** Added by departments that move money. */
  readonly money: Field
  /** A stricter company asks for one of these everywhere. */
  readonly extra: readonly [Field, Field]
  /** A company with its own way asks for this everywhere in place of `always`. */
  readonly instead: Field
  /** The substitute that this industry prefers for a field. */
  readonly substitutes: Readonly<Partial<Record<Field, Field>>>
  /** Where this industry's order of departments differs from the usual one. */
  readonly after: Readonly<Partial<Record<DepartmentKind, readonly DepartmentKind[]>>>
}

export const INDUSTRY_HABITS: Readonly<Record<Industry, IndustryHabits>> = {
  banking: {
    noun: 'bank',
    departments: [
      'customer_service',
      'account_services',
      'card_services',
      'identity_desk',
      'fraud_protection',
      'disputes',
      'lending',
      'payments',
    ],
    always: 'last_4_ssn',
    secure: 'account_number',
    money: 'last_4_cc',
    extra: ['date_of_birth', 'email'],
    instead: 'security_pin',
    substitutes: { account_number: 'last_4_cc' },
    after: { payments: ['account_services'] },
  },
  insurance: {
    noun: 'insurer',
    departments: [
      'customer_service',
      'billing',
      'claims',
      'policy_services',
      'underwriting',
      'identity_desk',
      'retention',
      'payments',
    ],
    always: 'policy_number',
    secure: 'last_4_ssn',
    money: 'billing_zip',
    extra: ['account_number', 'security_pin'],
    instead: 'member_id',
    substitutes: { last_4_ssn: 'date_of_birth' },
    after: { retention: ['policy_services'] },
  },
  telecom: {
    noun: 'phone and internet provider',
    departments: [
      'customer_service',
      'billing',
      'technical_support',
      'connections',
      'retention',
      'loyalty',
      'identity_desk',
      'warranty',
    ],
    always: 'phone_number',
    secure: 'security_pin',
    money: 'last_4_cc',
    extra: ['billing_zip', 'date_of_birth'],
    instead: 'account_number',
    substitutes: { phone_number: 'account_number', security_pin: 'last_4_ssn' },
    after: { warranty: ['technical_support'] },
  },
  retail: {
    noun: 'store',
    departments: [
      'customer_service',
      'order_desk',
      'returns',
      'delivery',
      'warranty',
      'loyalty',
      'billing',
      'payments',
    ],
    always: 'order_number',
    secure: 'phone_number',
    money: 'last_4_cc',
    extra: ['billing_zip', 'security_pin'],
    instead: 'account_number',
    substitutes: { last_4_cc: 'billing_zip' },
    after: { payments: ['order_desk', 'billing'] },
  },
  utilities: {
    noun: 'utility',
    departments: [
      'customer_service',
      'billing',
      'outage_desk',
      'metering',
      'connections',
      'payments',
      'retention',
      'technical_support',
    ],
    always: 'service_address',
    secure: 'last_4_ssn',
    money: 'account_number',
    extra: ['date_of_birth', 'email'],
    instead: 'security_pin',
    substitutes: { service_address: 'account_number' },
    after: { connections: ['metering'] },
  },
  healthcare: {
    noun: 'health network',
    departments: [
      'customer_service',
      'appointments',
      'medical_records',
      'pharmacy',
      'billing',
      'claims',
      'identity_desk',
      'payments',
    ],
    always: 'date_of_birth',
    secure: 'member_id',
    money: 'policy_number',
    extra: ['billing_zip', 'security_pin'],
    instead: 'last_4_ssn',
    substitutes: { member_id: 'policy_number' },
    after: { claims: ['billing'], medical_records: ['identity_desk', 'appointments'] },
  },
  travel: {
    noun: 'travel company',
    departments: [
      'customer_service',
      'reservations',
      'baggage',
      'loyalty',
      'claims',
      'payments',
      'billing',
      'disputes',
    ],
    always: 'booking_reference',
    secure: 'date_of_birth',
    money: 'last_4_cc',
    extra: ['service_address', 'last_4_ssn'],
    instead: 'email',
    substitutes: { booking_reference: 'order_number' },
    after: { claims: ['baggage'], disputes: ['billing'], payments: ['reservations'] },
  },
  software: {
    noun: 'software company',
    departments: [
      'customer_service',
      'technical_support',
      'licensing',
      'billing',
      'account_services',
      'retention',
      'identity_desk',
      'fraud_protection',
    ],
    always: 'account_number',
    secure: 'phone_number',
    money: 'billing_zip',
    extra: ['security_pin', 'last_4_cc'],
    instead: 'order_number',
    substitutes: { account_number: 'email' },
    after: { licensing: ['account_services', 'billing'] },
  },
}

/** How often a company follows its industry, adds a field, or does it differently; sums to 1. */
export const HOUSE_STYLE_SHARES = {
  typical: 0.7,
  extra: 0.2,
  instead: 0.1,
} as const
