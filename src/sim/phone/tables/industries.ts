import type { DepartmentKind } from './departments.ts'

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

/** What companies of an industry are like. */
interface IndustryHabits {
  /** In plain words, for descriptions. */
  readonly noun: string
  readonly departments: readonly DepartmentKind[]
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
  },
}
