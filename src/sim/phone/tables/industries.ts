import { splitItems } from '../grammar/lines.ts'
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

/** The properties of companies of an industry. */
interface IndustryHabits {
  /** In plain words, for descriptions. */
  readonly noun: string
  readonly departments: readonly DepartmentKind[]
}

/** Parses the noun of an industry and its kinds of departments. */
const habits = (text: string): IndustryHabits => {
  const [noun = '', ...departments] = splitItems(text)
  return { noun, departments: departments as DepartmentKind[] }
}

export const INDUSTRY_HABITS: Readonly<Record<Industry, IndustryHabits>> = {
  banking: habits(`
    bank, customer_service, account_services, card_services, identity_desk, fraud_protection,
    disputes, lending, payments
  `),
  insurance: habits(`
    insurer, customer_service, billing, claims, policy_services, underwriting, identity_desk,
    retention, payments
  `),
  telecom: habits(`
    phone and internet provider, customer_service, billing, technical_support, connections,
    retention, loyalty, identity_desk, warranty
  `),
  retail: habits(`
    store, customer_service, order_desk, returns, delivery, warranty, loyalty, billing, payments
  `),
  utilities: habits(`
    utility, customer_service, billing, outage_desk, metering, connections, payments, retention,
    technical_support
  `),
  healthcare: habits(`
    health network, customer_service, appointments, medical_records, pharmacy, billing, claims,
    identity_desk, payments
  `),
  travel: habits(`
    travel company, customer_service, reservations, baggage, loyalty, claims, payments, billing,
    disputes
  `),
  software: habits(`
    software company, customer_service, technical_support, licensing, billing, account_services,
    retention, identity_desk, fraud_protection
  `),
}
