import type { Field } from './fields.ts'

export const DEPARTMENT_KINDS = [
  'customer_service',
  'billing',
  'payments',
  'technical_support',
  'account_services',
  'identity_desk',
  'fraud_protection',
  'disputes',
  'card_services',
  'lending',
  'claims',
  'policy_services',
  'underwriting',
  'retention',
  'order_desk',
  'returns',
  'delivery',
  'warranty',
  'outage_desk',
  'metering',
  'connections',
  'appointments',
  'medical_records',
  'pharmacy',
  'reservations',
  'baggage',
  'loyalty',
  'licensing',
] as const
export type DepartmentKind = (typeof DEPARTMENT_KINDS)[number]

/** How much a department of a kind can do, which decides what its industry adds. */
export type Reach = 'plain' | 'secure' | 'money'

/** What departments of a kind have in common in every industry. */
export interface KindHabits {
  /** Names under which companies run it; none is used by two kinds. */
  readonly names: readonly string[]
  readonly reach: Reach
  readonly base: readonly Field[]
  /** Kinds that usually come first, where the company has them. */
  readonly after: readonly DepartmentKind[]
  /** Whether it usually wants the reference number from the first of these. */
  readonly wantsReference: boolean
  /** Continues "We", for descriptions. */
  readonly does: readonly string[]
}

const habits = (
  names: readonly string[],
  reach: Reach,
  base: readonly Field[],
  does: readonly string[],
  after: readonly DepartmentKind[] = [],
  wantsReference = false,
): KindHabits => ({ names, reach, base, after, wantsReference, does })

export const KIND_HABITS: Readonly<Record<DepartmentKind, KindHabits>> = {
  customer_service: habits(
    ['Customer Service', 'Customer Care', 'Client Services', 'Help Line'],
    'plain',
    ['full_name'],
    ['keep customer details up to date', 'look after everyday questions about your profile'],
  ),
  billing: habits(
    ['Billing', 'Billing and Statements', 'Invoices and Billing', 'Billing Office'],
    'money',
    ['email'],
    ['explain and correct bills', 'look after invoices, charges and statements'],
  ),
  payments: habits(
    ['Payments', 'Payment Arrangements', 'Payment Desk', 'Payment Plans'],
    'money',
    ['full_name'],
    ['take payments and agree instalments', 'set up payment plans and automatic payments'],
    ['billing'],
    true,
  ),
  technical_support: habits(
    ['Technical Support', 'Tech Support', 'Technical Help Desk', 'Support Engineering'],
    'plain',
    ['email'],
    ['find and fix faults', 'get equipment and logins working again'],
  ),
  account_services: habits(
    ['Account Services', 'Account Management', 'Accounts Desk', 'Account Maintenance'],
    'secure',
    ['full_name'],
    ['change who can use an account and how', 'open, close and change accounts'],
  ),
  identity_desk: habits(
    ['Identity Verification', 'Identity Desk', 'Verification Desk', 'Identity Check'],
    'plain',
    ['full_name', 'date_of_birth'],
    ['confirm that customers are who they say', 'verify identities for other departments'],
  ),
  fraud_protection: habits(
    ['Fraud Protection', 'Fraud Prevention', 'Security and Fraud', 'Fraud Desk'],
    'secure',
    ['email'],
    ['act on suspicious activity', 'block misuse and release security locks'],
    ['identity_desk'],
    true,
  ),
  disputes: habits(
    ['Disputes', 'Charge Disputes', 'Dispute Resolution', 'Disputed Transactions'],
    'money',
    ['full_name'],
    ['investigate charges you do not agree with', 'open and follow disputed transactions'],
    ['fraud_protection'],
    true,
  ),
  card_services: habits(
    ['Card Services', 'Card Centre', 'Cards Desk', 'Card Support'],
    'secure',
    ['billing_zip'],
    ['replace, activate and limit cards', 'look after debit and credit cards'],
  ),
  lending: habits(
    ['Lending', 'Loans', 'Loan Office', 'Loans and Mortgages'],
    'secure',
    ['full_name', 'email'],
    ['arrange loans and mortgages', 'look after loan terms and applications'],
    ['account_services'],
    false,
  ),
  claims: habits(
    ['Claims', 'Claims Department', 'Claims Handling', 'Claims Centre'],
    'secure',
    ['full_name'],
    ['open and follow claims', 'assess damage and pay out claims'],
    ['policy_services'],
    true,
  ),
  policy_services: habits(
    ['Policy Services', 'Policy Administration', 'Policy Desk', 'Policy Changes'],
    'plain',
    ['full_name'],
    ['change what a policy covers', 'keep policies and certificates in order'],
  ),
  underwriting: habits(
    ['Underwriting', 'Underwriting Office', 'Risk and Underwriting', 'Cover Assessment'],
    'secure',
    ['full_name', 'date_of_birth'],
    ['assess risks and set terms', 'review premiums and exclusions'],
    ['policy_services', 'billing'],
    false,
  ),
  retention: habits(
    ['Cancellations', 'Customer Retention', 'Contract Changes', 'Cancellation Desk'],
    'secure',
    ['email'],
    ['end or renegotiate contracts', 'handle cancellations and contract terms'],
    ['billing'],
    true,
  ),
  order_desk: habits(
    ['Order Desk', 'Orders', 'Sales and Orders', 'Order Management'],
    'plain',
    ['email'],
    ['change and confirm orders', 'look after open orders'],
  ),
  returns: habits(
    ['Returns', 'Returns and Exchanges', 'Returns Centre', 'Refunds and Returns'],
    'money',
    ['full_name'],
    ['take goods back and refund them', 'arrange exchanges and refunds'],
    ['order_desk'],
    true,
  ),
  delivery: habits(
    ['Delivery', 'Shipping and Delivery', 'Dispatch', 'Delivery Tracking'],
    'plain',
    ['service_address'],
    ['bring parcels where they belong', 'trace and redirect parcels'],
    ['order_desk'],
    false,
  ),
  warranty: habits(
    ['Warranty', 'Warranty and Repairs', 'Repairs', 'Product Protection'],
    'secure',
    ['full_name'],
    ['repair or replace faulty products', 'look after guarantees and repairs'],
    ['order_desk'],
    true,
  ),
  outage_desk: habits(
    ['Outage Desk', 'Outages and Emergencies', 'Service Interruptions', 'Fault Line'],
    'plain',
    ['phone_number'],
    ['record and repair interruptions', 'restore supply after a failure'],
  ),
  metering: habits(
    ['Metering', 'Meter Services', 'Meter Readings', 'Meter Desk'],
    'plain',
    ['phone_number'],
    ['read, test and exchange meters', 'look after meters and readings'],
  ),
  connections: habits(
    ['Connections', 'New Connections', 'Moves and Connections', 'Installations'],
    'secure',
    ['full_name'],
    ['start, stop and move a service', 'connect new homes and lines'],
    ['identity_desk'],
    true,
  ),
  appointments: habits(
    ['Appointments', 'Scheduling', 'Appointment Desk', 'Patient Scheduling'],
    'plain',
    ['phone_number'],
    ['arrange visits with our clinicians', 'book and move appointments'],
  ),
  medical_records: habits(
    ['Medical Records', 'Records Office', 'Health Records', 'Patient Records'],
    'secure',
    ['full_name', 'email'],
    ['release and correct records', 'send health records where they are needed'],
    ['identity_desk'],
    true,
  ),
  pharmacy: habits(
    ['Pharmacy', 'Pharmacy Services', 'Prescriptions', 'Pharmacy Desk'],
    'plain',
    ['member_id'],
    ['fill and transfer prescriptions', 'renew and deliver medicines'],
    ['appointments'],
    false,
  ),
  reservations: habits(
    ['Reservations', 'Bookings', 'Reservation Desk', 'Booking Office'],
    'plain',
    ['full_name'],
    ['book and rebook trips', 'change dates, seats and rooms'],
  ),
  baggage: habits(
    ['Baggage Services', 'Baggage', 'Lost Luggage', 'Baggage Desk'],
    'plain',
    ['phone_number'],
    ['find and forward luggage', 'look after lost and damaged bags'],
    ['reservations'],
    true,
  ),
  loyalty: habits(
    ['Loyalty Program', 'Rewards', 'Rewards Desk', 'Loyalty Club'],
    'plain',
    ['member_id'],
    ['credit and redeem points', 'look after status and rewards'],
  ),
  licensing: habits(
    ['Licensing', 'License Management', 'Licenses and Keys', 'License Desk'],
    'money',
    ['full_name'],
    ['issue and move licenses', 'look after seats, keys and renewals'],
    ['account_services'],
    true,
  ),
}
